package imb.operation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of a command line: names, {@code -option value} pairs and flags, with one dash or
 * two.
 */
public final class Options {
    private final Map<String, String> values = new HashMap<>();
    private final Set<String> flags = new HashSet<>();
    private final List<String> names = new ArrayList<>();

    /**
     * Parses arguments.
     *
     * @param valued options with a value
     * @param plain options without a value
     */
    public Options(String[] words, Set<String> valued, Set<String> plain) {
        for (int i = 0; i < words.length; i++) {
            String option = words[i].replaceFirst("^--?", "");
            if (option.equals(words[i])) {
                names.add(option);
            } else if (plain.contains(option)) {
                flags.add(option);
            } else if (!valued.contains(option)) {
                throw new IllegalArgumentException(
                        "no such option: " + words[i] + "; there are " + valued + " and " + plain);
            } else if (i + 1 < words.length) {
                values.put(option, words[++i]);
            } else {
                throw new IllegalArgumentException("a value is missing: option=" + words[i]);
            }
        }
    }

    /** The arguments that are not options. */
    public List<String> names() {
        return Collections.unmodifiableList(names);
    }

    /** Whether a flag is given. */
    public boolean has(String flag) {
        return flags.contains(flag);
    }

    /** The value of an option. */
    public String text(String option, String otherwise) {
        return values.getOrDefault(option, otherwise);
    }

    /** The same, as a number. */
    public int number(String option, int otherwise) {
        String text = values.get(option);
        try {
            return text == null ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw noNumber(option, text, "an integer", e);
        }
    }

    /** The same, as a number with a fraction. */
    public double seconds(String option, double otherwise) {
        String text = values.get(option);
        try {
            return text == null ? otherwise : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw noNumber(option, text, "a number of seconds", e);
        }
    }

    private static IllegalArgumentException noNumber(
            String option, String text, String wanted, NumberFormatException cause) {
        return new IllegalArgumentException(
                "-" + option + " requires " + wanted + ": " + text, cause);
    }
}
