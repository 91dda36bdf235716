package imb;

import imb.operation.BufferKind;
import imb.operation.Options;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The names and options of {@link Imb}, for commands that pass them on. */
public final class ImbArguments {
    private static final Set<String> VALUED =
            Set.of(
                    "npmin", "msglog", "msglen", "iter", "time", "warm_up", "window", "buffers",
                    "offset", "threads");
    private static final Set<String> PLAIN =
            Set.of("echo", "check", "lines", "rehearse", "progress");

    /** Options that JMH replaces, or that its runs do not have. */
    private static final List<String> NOT_UNDER_JMH = List.of("iter", "offset", "window", "check");

    private ImbArguments() {}

    /** The options and names of a command line. */
    static Options parse(String[] args) {
        return new Options(args, VALUED, PLAIN);
    }

    /** The message sizes of options, in bytes. */
    static List<Integer> sizes(Options options) {
        String list = options.text("msglen", "");
        return list.isEmpty()
                ? MessageSizes.ofLogarithms(options.text("msglog", MessageSizes.IMB))
                : MessageSizes.ofList(list);
    }

    /**
     * Checks names, options and their values.
     *
     * @param jmh whether they are for {@link ImbOnJmh}
     * @throws IllegalArgumentException with the wrong word
     */
    public static void check(List<String> words, boolean jmh) {
        Options options = parse(words.toArray(String[]::new));
        BenchmarkCatalogue.named(options.names());
        sizes(options);
        for (String option : List.of("npmin", "iter", "window", "offset", "threads")) {
            options.number(option, 1);
        }
        options.seconds("time", 1);
        options.seconds("warm_up", 1);
        BufferKind.named(options.text("buffers", "array"));
        if (jmh) {
            checkUnderJmh(options);
        }
    }

    static void checkUnderJmh(Options options) {
        for (String option : NOT_UNDER_JMH) {
            if (options.has(option) || !options.text(option, "").isEmpty()) {
                throw new IllegalArgumentException("no option of IMB under JMH: -" + option);
            }
        }
    }

    /** Whether a word is the name of a benchmark or suite. */
    public static boolean isName(String word) {
        return Suite.named(word).isPresent()
                || BenchmarkCatalogue.ALL.stream().anyMatch(each -> each.hasName(word));
    }

    /** Words of an option with one dash: 2 with a value, 1 without, 0 if it does not exist. */
    public static int wordsOf(String word) {
        String option = word.startsWith("-") ? word.substring(1) : "";
        return VALUED.contains(option) ? 2 : PLAIN.contains(option) ? 1 : 0;
    }

    /** The names of all benchmarks, a line for each suite. */
    public static List<String> listing() {
        return Arrays.stream(Suite.values())
                .map(suite -> suite + ": " + String.join(" ", names(suite)))
                .toList();
    }

    private static List<String> names(Suite suite) {
        return BenchmarkCatalogue.ALL.stream()
                .filter(each -> each.suite() == suite)
                .map(BenchmarkDefinition::name)
                .toList();
    }
}
