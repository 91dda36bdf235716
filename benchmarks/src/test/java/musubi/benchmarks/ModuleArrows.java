package musubi.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The arrows of {@code docs/modules.txt}; that file explains its format. */
final class ModuleArrows {
    /** The packages that each package may use, as {@code module/package}. */
    private final Map<String, Set<String>> arrows = new LinkedHashMap<>();

    /** The storey of each package that has one, as {@code module/storey}. */
    private final Map<String, String> storeys = new LinkedHashMap<>();

    private ModuleArrows() {}

    static ModuleArrows read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ModuleArrows parse(String text) {
        ModuleArrows read = new ModuleArrows();
        String module = null;
        String storey = null;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("module ")) {
                module = line.substring("module ".length()).strip();
                storey = null;
            } else if (line.startsWith("storey ")) {
                storey = module + "/" + line.substring("storey ".length()).strip();
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                read.addArrow(line, module, storey);
            }
        }
        return read;
    }

    private void addArrow(String line, String module, String storey) {
        List<String> words = List.of(line.split("\\s+"));
        if (module == null || words.size() < 2 || !words.get(1).equals("->")) {
            throw new IllegalArgumentException(
                    "not of the form 'package -> package ...' below a line 'module M': " + line);
        }
        String place = module + "/" + words.getFirst();
        Set<String> used =
                words.stream()
                        .skip(2)
                        .map(name -> name.contains("/") ? name : module + "/" + name)
                        .collect(Collectors.toSet());
        for (String name : used) {
            if (name.startsWith(module + "/") && !arrows.containsKey(name)) {
                throw new IllegalArgumentException(
                        name + " has no line above that of the package that uses it: " + line);
            }
        }
        if (arrows.put(place, used) != null) {
            throw new IllegalArgumentException("the package has a line already: " + line);
        }
        if (storey != null) {
            storeys.put(place, storey);
        }
    }

    /** The modules of the packages that have lines, in the order of the file. */
    List<String> modules() {
        return arrows.keySet().stream().map(place -> place.split("/")[0]).distinct().toList();
    }

    /** The modules that each module uses. */
    Map<String, Set<String>> moduleUses() {
        Map<String, Set<String>> uses = new TreeMap<>();
        arrows.forEach(
                (place, used) -> {
                    Set<String> modules =
                            uses.computeIfAbsent(place.split("/")[0], _ -> new TreeSet<>());
                    used.forEach(name -> modules.add(name.split("/")[0]));
                });
        return uses;
    }

    /** The packages of a module, each with the packages of the same module that it may use. */
    Map<String, Set<String>> packageUses(String module) {
        String prefix = module + "/";
        Map<String, Set<String>> uses = new TreeMap<>();
        arrows.forEach(
                (place, used) -> {
                    if (place.startsWith(prefix)) {
                        uses.put(
                                place.substring(prefix.length()),
                                used.stream()
                                        .filter(name -> name.startsWith(prefix))
                                        .map(name -> name.substring(prefix.length()))
                                        .collect(Collectors.toSet()));
                    }
                });
        return uses;
    }

    /** The storeys, as {@code module/storey}, in the order of the file. */
    List<String> storeys() {
        return storeys.values().stream().distinct().toList();
    }

    /** The packages of a storey, each with what it uses: packages of the storey, other storeys. */
    Map<String, Set<String>> storeyUses(String storey) {
        Map<String, Set<String>> uses = new TreeMap<>();
        storeys.forEach(
                (place, its) -> {
                    if (its.equals(storey)) {
                        uses.put(
                                nameOf(place),
                                arrows.get(place).stream()
                                        .map(used -> nameFrom(storey, used))
                                        .collect(Collectors.toSet()));
                    }
                });
        return uses;
    }

    private String nameFrom(String storey, String used) {
        String other = storeys.getOrDefault(used, storey);
        return other.equals(storey) ? nameOf(used) : "(" + nameOf(other) + ")";
    }

    private static String nameOf(String place) {
        return place.substring(place.indexOf('/') + 1);
    }

    /** Packages without a line, lines without a package, and uses that no line has. */
    List<String> violations(CompiledClasses classes) {
        Set<String> violations = new TreeSet<>();
        Set<String> places = classes.places();
        places.stream()
                .filter(place -> !arrows.containsKey(place))
                .forEach(place -> violations.add("package without a line: " + place));
        arrows.keySet().stream()
                .filter(place -> !places.contains(place))
                .forEach(place -> violations.add("line without a package: " + place));
        classes.uses().stream()
                .filter(use -> !allows(use.from().place(), use.to().place()))
                .forEach(use -> violations.add("use without an arrow: " + use));
        return List.copyOf(violations);
    }

    private boolean allows(String from, String to) {
        return from.equals(to) || arrows.getOrDefault(from, Set.of()).contains(to);
    }
}
