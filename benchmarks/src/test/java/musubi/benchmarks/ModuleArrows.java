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
    private final Map<String, Set<String>> arrows;

    private ModuleArrows(Map<String, Set<String>> arrows) {
        this.arrows = arrows;
    }

    static ModuleArrows read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ModuleArrows parse(String text) {
        Map<String, Set<String>> arrows = new LinkedHashMap<>();
        String module = null;
        for (String line : text.lines().map(String::strip).toList()) {
            if (line.startsWith("module ")) {
                module = line.substring("module ".length()).strip();
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                parseArrow(line, module, arrows);
            }
        }
        return new ModuleArrows(arrows);
    }

    private static void parseArrow(String line, String module, Map<String, Set<String>> arrows) {
        List<String> words = List.of(line.split("\\s+"));
        if (module == null || words.size() < 2 || !words.get(1).equals("->")) {
            throw new IllegalArgumentException(
                    "not of the form 'package -> package ...' below a line 'module M': " + line);
        }
        Set<String> used =
                words.stream()
                        .skip(2)
                        .map(name -> name.contains("/") ? name : module + "/" + name)
                        .collect(Collectors.toSet());
        if (arrows.put(module + "/" + words.getFirst(), used) != null) {
            throw new IllegalArgumentException("the package has a line already: " + line);
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

    /** Packages without a line, lines without a package, and uses without an arrow. */
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
