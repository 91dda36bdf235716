package musubi.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** Text for lists of ranks in messages. */
public final class RankNames {
    private RankNames() {}

    /**
     * The text of a list: {@code rank 3} or {@code ranks 0-3, 7}.
     *
     * @param ascending the ranks, in ascending order; at least one
     */
    public static String of(List<Integer> ascending) {
        return (ascending.size() == 1 ? "rank " : "ranks ") + ranges(ascending);
    }

    /** The same without the noun: {@code 3} or {@code 0-3, 7}. */
    public static String ranges(List<Integer> ascending) {
        List<String> runs = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= ascending.size(); i++) {
            if (i == ascending.size() || ascending.get(i) != ascending.get(i - 1) + 1) {
                int last = ascending.get(i - 1);
                runs.add(ascending.get(first) + (i - first > 1 ? "-" + last : ""));
                first = i;
            }
        }
        return String.join(", ", runs);
    }
}
