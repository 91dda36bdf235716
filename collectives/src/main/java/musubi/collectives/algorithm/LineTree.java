package musubi.collectives.algorithm;

import java.util.stream.IntStream;

/**
 * A binary tree over the places 0 to n - 1 of a line: 0 sends to the middle of the others, which
 * halves what remains on both sides, so the height is ceil(log2 n). Closed form, O(log n).
 *
 * <pre>
 *   n = 8    0 -&gt; 4,  4 -&gt; 2 6,  2 -&gt; 1 3,  6 -&gt; 5 7
 * </pre>
 */
final class LineTree {
    private final int parent;
    private final int[] children;

    /** Where a place is in the tree. */
    LineTree(int places, int place) {
        int from = 1;
        int to = places - 1;
        int above = -1;
        int at = 0;
        while (at != place) {
            above = at;
            at = middle(from, to);
            if (place < at) {
                to = at - 1;
            } else if (place > at) {
                from = at + 1;
            }
        }
        parent = above;
        children =
                place == 0 ? heads(from, to) : heads(from, place - 1, place + 1, to);
    }

    private static int middle(int from, int to) {
        return (from + to + 1) / 2;
    }

    /** The middles of those runs that are not empty. */
    private static int[] heads(int... bounds) {
        return IntStream.range(0, bounds.length / 2)
                .filter(run -> bounds[2 * run] <= bounds[2 * run + 1])
                .map(run -> middle(bounds[2 * run], bounds[2 * run + 1]))
                .toArray();
    }

    /** The place above; negative at place 0. */
    int parent() {
        return parent;
    }

    /** The places below. */
    int[] children() {
        return children;
    }
}
