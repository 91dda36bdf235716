package musubi.launch.options;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The part of a command line between two colons: options of mpiexec, options of the JVM, and the
 * program with its unmodified arguments.
 *
 * @param options options of mpiexec
 * @param jvmOptions options of the JVM, with their values
 * @param classPath the value of -cp, or null
 * @param program the program and its arguments; may be empty
 */
public record CommandLinePart(
        ParsedOptions options, List<String> jvmOptions, String classPath, List<String> program) {
    private static final String CLASS_PATH_PREFIX = "--class-path=";

    /** The words of each part: those between colons. */
    public static List<List<String>> split(List<String> words) {
        List<List<String>> parts = new ArrayList<>();
        List<String> rest = words;
        for (int colon = rest.indexOf(":"); colon >= 0; colon = rest.indexOf(":")) {
            parts.add(rest.subList(0, colon));
            rest = rest.subList(colon + 1, rest.size());
        }
        parts.add(rest);
        return parts;
    }

    /**
     * Parses the arguments between two colons.
     *
     * @throws LaunchFailure for an unknown option, or one without its value
     */
    public static CommandLinePart cut(List<String> given) {
        ForeignWords.Translated translated = ForeignWords.translate(given);
        List<String> words = translated.words();
        ParsedOptions own = new ParsedOptions();
        own.warn(translated.warnings());
        List<String> jvm = new ArrayList<>();
        String classPath = null;
        int at = 0;
        while (at < words.size() && isOption(words.get(at))) {
            String word = words.get(at++);
            List<String> values = valuesAfter(word, words.subList(at, words.size()));
            at += values.size();
            if (JvmOptions.isClassPath(word)) {
                classPath = values.getFirst();
            } else if (word.startsWith(CLASS_PATH_PREFIX)) {
                classPath = word.substring(CLASS_PATH_PREFIX.length());
            } else if (JvmOptions.isJvmOption(word)) {
                jvm.add(word);
                jvm.addAll(values);
            } else {
                addOwn(own, word, values);
            }
        }
        at += at < words.size() && words.get(at).equals("--") ? 1 : 0;
        return new CommandLinePart(own, jvm, classPath, words.subList(at, words.size()));
    }

    /** The options in the environment of mpiexec, in the names of other launchers. */
    public static CommandLinePart ofVariables(Map<String, String> variables) {
        ForeignWords.Translated translated = ForeignWords.ofVariables(variables);
        CommandLinePart part = cut(translated.words());
        part.options().warn(translated.warnings());
        return part;
    }

    private static void addOwn(ParsedOptions own, String word, List<String> values) {
        int equals = word.indexOf('=');
        if (equals >= 0) {
            Option option = Option.named(word.substring(0, equals));
            own.add(option, List.of(word.substring(equals + 1)));
            return;
        }
        Option option = Option.named(word);
        String first = values.isEmpty() ? "" : values.getFirst();
        int middle = first.indexOf('=');
        if (option.valueCount() == 2 && values.size() == 1) {
            own.add(option, List.of(first.substring(0, middle), first.substring(middle + 1)));
        } else {
            own.add(option, values);
        }
    }

    /** Whether a word is an option of the JVM, or of mpiexec for it. */
    static boolean isForJvm(String word) {
        return JvmOptions.isClassPath(word)
                || word.startsWith(CLASS_PATH_PREFIX)
                || JvmOptions.isJvmOption(word);
    }

    static boolean isOption(String word) {
        return word.length() > 1
                && word.charAt(0) == '-'
                && !word.equals("--")
                && !JvmOptions.startsProgram(word);
    }

    static List<String> valuesAfter(String word, List<String> rest) {
        int count = valueCount(word);
        boolean pair = count == 2 && !rest.isEmpty() && rest.getFirst().indexOf('=') > 0;
        if (pair) {
            return rest.subList(0, 1);
        }
        if (count > rest.size()) {
            throw LaunchFailure.usage(
                    "option '" + word + "' needs " + count + (count == 1 ? " value" : " values"));
        }
        return rest.subList(0, count);
    }

    private static int valueCount(String word) {
        if (JvmOptions.isClassPath(word) || JvmOptions.hasSeparateValue(word)) {
            return 1;
        }
        if (JvmOptions.isJvmOption(word) || word.startsWith(CLASS_PATH_PREFIX)) {
            return 0;
        }
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        Option option = Option.named(name);
        if (option == null) {
            String like = Option.like(name);
            LaunchFailure failure = LaunchFailure.usage("unknown option '" + word + "'");
            throw like == null ? failure : failure.advice("did you mean '" + like + "'?");
        }
        if (equals >= 0 && option.valueCount() != 1 && !option.label().startsWith("[=")) {
            String form = (name + " " + option.label()).strip();
            throw LaunchFailure.usage("no '=' here: " + word).advice("write " + form);
        }
        return equals < 0 ? option.valueCount() : 0;
    }
}
