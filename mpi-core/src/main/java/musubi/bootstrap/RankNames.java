package musubi.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** Ranks in a sentence. */
public final class RankNames {
    private RankNames() {}

    /**
     * Names ranks: {@code rank 3} or {@code ranks 0-3, 7}.
     *
     * @param ascending their numbers; at least one
     */
    public static String of(List<Integer> ascending) {
        List<String> runs = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= ascending.size(); i++) {
            if (i == ascending.size() || ascending.get(i) != ascending.get(i - 1) + 1) {
                int last = ascending.get(i - 1);
                runs.add(ascending.get(first) + (i - first > 1 ? "-" + last : ""));
                first = i;
            }
        }
        return (ascending.size() == 1 ? "rank " : "ranks ") + String.join(", ", runs);
    }
}
