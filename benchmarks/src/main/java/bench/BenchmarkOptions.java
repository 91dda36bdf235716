package bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments of a benchmark program: {@code -x value} pairs and flags, as the C programs have
 * them, and {@code -B array|direct|partition} for the kind of buffers.
 *
 * <p>{@code -w}, the warm-up of each size, is 2 s here and 0.05 s in C, because a JIT compiler
 * needs it; {@link Schedule} lengthens it when that is not enough.
 */
final class BenchmarkOptions {
    private static final String DEFAULT_WARM_UP_S = "2";
    private static final String DEFAULT_BUDGET_S = "0.2";

    private final Map<Character, String> values = new HashMap<>();
    private final Set<Character> flags = new HashSet<>();

    /**
     * Reads the arguments.
     *
     * @param flagLetters the options without a value
     */
    BenchmarkOptions(String[] arguments, String flagLetters) {
        for (int i = 0; i < arguments.length; i++) {
            String word = arguments[i];
            if (word.length() != 2 || word.charAt(0) != '-') {
                throw new IllegalArgumentException("not an option: argument=" + word);
            }
            char letter = word.charAt(1);
            if (flagLetters.indexOf(letter) >= 0) {
                flags.add(letter);
            } else if (i + 1 < arguments.length) {
                values.put(letter, arguments[++i]);
            } else {
                throw new IllegalArgumentException("a value is missing: option=" + word);
            }
        }
    }

    boolean has(char flag) {
        return flags.contains(flag);
    }

    int number(char letter, int otherwise) {
        return Integer.parseInt(values.getOrDefault(letter, String.valueOf(otherwise)));
    }

    BufferKind bufferKind() {
        return BufferKind.named(values.getOrDefault('B', "array"));
    }

    /** The names given with -b. */
    List<String> benchmarks(String otherwise) {
        return Arrays.asList(values.getOrDefault('b', otherwise).split(","));
    }

    /** The sizes given with -s, in bytes; K and M stand for 2^10 and 2^20. */
    List<Integer> sizes(String otherwise) {
        List<Integer> sizes = new ArrayList<>();
        for (String word : values.getOrDefault('s', otherwise).split(",")) {
            int shift = word.endsWith("K") ? 10 : word.endsWith("M") ? 20 : 0;
            String digits = shift == 0 ? word : word.substring(0, word.length() - 1);
            sizes.add(Math.multiplyExact(Integer.parseInt(digits), 1 << shift));
        }
        return sizes;
    }

    /** How long to warm up and to measure each size. */
    Schedule schedule() {
        return new Schedule(
                Double.parseDouble(values.getOrDefault('w', DEFAULT_WARM_UP_S)),
                Double.parseDouble(values.getOrDefault('t', DEFAULT_BUDGET_S)),
                number('n', 0));
    }
}
