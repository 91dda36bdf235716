package musubi.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The arrows of {@code docs/modules.txt}; that file explains its format. */
final class ModuleArrows {
    private final List<Arrow> arrows;

    private record Arrow(String user, List<String> used) {
        boolean allows(String place) {
            return matches(user, place) || used.stream().anyMatch(name -> matches(name, place));
        }
    }

    private ModuleArrows(List<Arrow> arrows) {
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
        List<Arrow> arrows = new ArrayList<>();
        for (String line : text.lines().map(String::strip).toList()) {
            if (!line.isEmpty() && !line.startsWith("#")) {
                arrows.add(parseArrow(line));
            }
        }
        return new ModuleArrows(List.copyOf(arrows));
    }

    private static Arrow parseArrow(String line) {
        List<String> words = List.of(line.split("\\s+"));
        if (words.size() < 2 || !words.get(1).equals("->")) {
            throw new IllegalArgumentException("not of the form 'user -> used ...': " + line);
        }
        return new Arrow(words.getFirst(), words.subList(2, words.size()));
    }

    /** The modules that have a line of their own, in the order of the file. */
    List<String> modules() {
        return arrows.stream().map(arrow -> arrow.user.split("/")[0]).distinct().toList();
    }

    /** The uses that no arrow allows, one line of text each. */
    List<String> violations(CompiledClasses classes) {
        return classes.uses().stream()
                .filter(use -> !allows(use.from().place(), use.to().place()))
                .map(CompiledClasses.Use::toString)
                .sorted()
                .toList();
    }

    private boolean allows(String from, String to) {
        return arrows.stream()
                .filter(arrow -> matches(arrow.user, from))
                .findFirst()
                .map(arrow -> arrow.allows(to))
                .orElse(false);
    }

    /** A place is {@code module/package}. */
    private static boolean matches(String name, String place) {
        if (name.endsWith("*")) {
            return place.startsWith(name.substring(0, name.length() - 1));
        }
        return name.contains("/") ? place.equals(name) : place.startsWith(name + "/");
    }
}
