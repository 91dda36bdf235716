package musubi.embedded;

import java.util.Collection;
import java.util.TreeSet;

/** Texts for several ranks: {@code rank 3}, {@code ranks 0-2, 5}. */
public final class RankList {
    private RankList() {}

    /** The text of these ranks. */
    public static String of(Collection<Integer> ranks) {
        return (ranks.size() == 1 ? "rank " : "ranks ") + numbers(ranks);
    }

    /** Their numbers alone: {@code 0-2, 5}. */
    public static String numbers(Collection<Integer> ranks) {
        StringBuilder text = new StringBuilder();
        int first = 0;
        int last = 0;
        for (int rank : new TreeSet<>(ranks)) {
            if (text.isEmpty() || rank != last + 1) {
                endRange(text, first, last);
                text.append(text.isEmpty() ? "" : ", ").append(rank);
                first = rank;
            }
            last = rank;
        }
        endRange(text, first, last);
        return text.toString();
    }

    private static void endRange(StringBuilder text, int first, int last) {
        if (last > first) {
            text.append('-').append(last);
        }
    }
}
