package musubi.conformance.api;

import musubi.conformance.api.Signature.Kind;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a listing of a dialect: a heading {@code ### public class Name extends Other} and a block
 * of declarations for each type.
 */
final class Listing {
    private static final Pattern HEADING =
            Pattern.compile(
                    "### public (?:final |abstract )*(?:class|interface) ([\\w.]+)"
                            + "(?: extends ([\\w.]+))?(?: implements ([\\w.,]+))?\\s*");
    private static final Pattern VARIABLES = Pattern.compile("<(.+?)> (?=\\w+ \\w+\\()");
    private static final Set<String> MODIFIERS =
            Set.of("public", "protected", "static", "final", "abstract");

    private final String dialect;
    private final List<Signature> signatures = new ArrayList<>();
    private String owner;

    private Listing(String dialect) {
        this.dialect = dialect;
    }

    /** All signatures of a listing, in its order. */
    static List<Signature> read(String dialect, List<String> lines) {
        Listing listing = new Listing(dialect);
        StringBuilder block = null;
        for (String line : lines) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                listing.startType(heading);
            } else if (line.equals("```java")) {
                block = new StringBuilder();
            } else if (line.equals("```")) {
                listing.addAll(block);
                block = null;
            } else if (block != null) {
                block.append(line).append(' ');
            }
        }
        return listing.signatures;
    }

    private void startType(Matcher heading) {
        owner = heading.group(1);
        String parents = heading.group(3) == null ? "" : heading.group(3);
        if (heading.group(2) != null) {
            parents = heading.group(2) + (parents.isEmpty() ? "" : "," + parents);
        }
        for (String parent : parents.split(",")) {
            add(Kind.TYPE, parent, "", List.of(), new Shape(false, true, List.of()));
        }
    }

    /** Modifiers of a declaration. */
    private record Shape(boolean isStatic, boolean isPublic, List<String> bounds) {}

    private void addAll(StringBuilder block) {
        for (String declaration : block.toString().split(";")) {
            if (!declaration.isBlank()) {
                add(declaration.strip());
            }
        }
    }

    private void add(String declaration) {
        String text = declaration.replaceFirst("\\s+throws [\\w, ]+$", "");
        List<String> bounds = List.of();
        Matcher variables = VARIABLES.matcher(text);
        if (variables.find()) {
            bounds = List.of(variables.group(1).split(",\\s*"));
            text = variables.replaceFirst("");
        }
        boolean isStatic = false;
        boolean isPublic = false;
        String rest = text;
        while (MODIFIERS.contains(firstWord(rest))) {
            isStatic |= firstWord(rest).equals("static");
            isPublic |= firstWord(rest).equals("public");
            rest = rest.substring(firstWord(rest).length()).strip();
        }
        Shape shape = new Shape(isStatic, isPublic, bounds);
        if (rest.indexOf('(') < 0) {
            addFields(rest, shape);
        } else {
            addCall(rest, shape);
        }
    }

    private static String firstWord(String text) {
        int end = text.indexOf(' ');
        return end < 0 ? text : text.substring(0, end);
    }

    private void addFields(String text, Shape shape) {
        String type = firstWord(text);
        for (String name : text.substring(type.length()).split(",")) {
            add(Kind.FIELD, name.strip(), type, List.of(), shape);
        }
    }

    private void addCall(String text, Shape shape) {
        int open = text.indexOf('(');
        String head = text.substring(0, open).strip();
        List<String> parameters = new ArrayList<>();
        for (String parameter : text.substring(open + 1, text.lastIndexOf(')')).split(",")) {
            if (!parameter.isBlank()) {
                parameters.add(type(parameter.strip()));
            }
        }
        int space = head.indexOf(' ');
        if (space < 0) {
            add(Kind.CONSTRUCTOR, "", "", parameters, shape);
        } else {
            String name = head.substring(space + 1).strip();
            add(Kind.METHOD, name, head.substring(0, space), parameters, shape);
        }
    }

    /** The type of a parameter, with brackets that stand behind its name. */
    private static String type(String parameter) {
        String type = parameter.substring(0, parameter.lastIndexOf(' '));
        String name = parameter.substring(parameter.lastIndexOf(' ') + 1);
        int bracket = name.indexOf('[');
        return bracket < 0 ? type : type + name.substring(bracket);
    }

    private void add(Kind kind, String name, String result, List<String> parameters, Shape shape) {
        signatures.add(
                new Signature(
                        dialect,
                        owner,
                        kind,
                        name,
                        result,
                        List.copyOf(parameters),
                        shape.isStatic,
                        shape.isPublic,
                        shape.bounds));
    }
}
