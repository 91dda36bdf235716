package musubi.launch.options;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The options of mpiexec in one part of the command line, with their values. */
public final class ParsedOptions {
    private final Map<Option, List<String>> found = new EnumMap<>(Option.class);
    private final List<String> warnings = new ArrayList<>();

    /** The options of all parts of a command line, in their order. */
    public static ParsedOptions ofAll(List<CommandLinePart> parts) {
        ParsedOptions all = new ParsedOptions();
        parts.forEach(part -> part.options().found.forEach(all::add));
        return all;
    }

    /** Adds an occurrence of an option. */
    public void add(Option option, List<String> values) {
        found.computeIfAbsent(option, unused -> new ArrayList<>()).addAll(values);
    }

    /** Adds warnings about words without effect. */
    void warn(List<String> more) {
        warnings.addAll(more);
    }

    /** Warnings about words without effect. */
    public List<String> warnings() {
        return warnings;
    }

    public boolean has(Option option) {
        return found.containsKey(option);
    }

    /** The values of all occurrences, concatenated. */
    public List<String> all(Option option) {
        return found.getOrDefault(option, List.of());
    }

    /** The value of the last occurrence, or {@code otherwise}. */
    public String last(Option option, String otherwise) {
        List<String> values = all(option);
        return values.isEmpty() ? otherwise : values.getLast();
    }

    /**
     * The value of the last occurrence as a number, or {@code otherwise}.
     *
     * @throws LaunchFailure if it is not a number
     */
    public int number(Option option, int otherwise) {
        String text = last(option, null);
        return text == null ? otherwise : number(option.dashedNames()[0], text);
    }

    /**
     * The value of an option as a number.
     *
     * @throws LaunchFailure if it is not a number
     */
    public static int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number").with(option, text);
        }
    }
}
