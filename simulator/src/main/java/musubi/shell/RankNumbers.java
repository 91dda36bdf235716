package musubi.shell;

import java.util.Set;
import java.util.TreeSet;

/** Lists of ranks such as {@code 0,2-3}. */
final class RankNumbers {
    private RankNumbers() {}

    /**
     * The ranks of a list.
     *
     * @throws IllegalArgumentException if it is none, or a rank is not below {@code size}
     */
    static Set<Integer> parse(String list, int size) {
        Set<Integer> ranks = new TreeSet<>();
        for (String part : list.split(",", -1)) {
            if (!part.matches("\\d{1,6}(-\\d{1,6})?")) {
                throw new IllegalArgumentException(
                        "not a list of ranks: " + list + "; write for example 0,2-3 or all");
            }
            String[] ends = part.split("-");
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (last >= size) {
                throw new IllegalArgumentException(
                        "no such rank: " + last + "; the job has ranks 0 to " + (size - 1));
            }
            for (int rank = Integer.parseInt(ends[0]); rank <= last; rank++) {
                ranks.add(rank);
            }
        }
        return ranks;
    }
}
