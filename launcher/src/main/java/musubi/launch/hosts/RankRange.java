package musubi.launch.hosts;

import musubi.bootstrap.RankNames;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A range of ranks.
 *
 * @param first the lowest rank
 * @param count the number of ranks; at least 1
 */
public record RankRange(int first, int count) {
    /** One rank. */
    public static RankRange of(int rank) {
        return new RankRange(rank, 1);
    }

    /** Their numbers. */
    public IntStream numbers() {
        return IntStream.range(first, first + count);
    }

    /**
     * Splits ranks into ranges of at most {@code size} ranks.
     *
     * @param ascending the ranks, in ascending order
     */
    public static List<RankRange> groups(List<Integer> ascending, int size) {
        List<RankRange> groups = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= ascending.size(); i++) {
            boolean ends = i == ascending.size() || ascending.get(i) != ascending.get(i - 1) + 1;
            if (ends || i - first == size) {
                groups.add(new RankRange(ascending.get(first), i - first));
                first = i;
            }
        }
        return groups;
    }

    /** For messages: {@code rank 3} or {@code ranks 0-3}. */
    public String describe() {
        return RankNames.of(numbers().boxed().toList());
    }

    /** For the prefix of an output line: {@code 3} or {@code 0-3}. */
    @Override
    public String toString() {
        return count == 1 ? Integer.toString(first) : first + "-" + (first + count - 1);
    }
}
