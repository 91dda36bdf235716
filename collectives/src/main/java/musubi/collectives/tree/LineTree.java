package musubi.collectives.tree;

import java.util.stream.IntStream;

/**
 * A binary tree over the places 0 to n - 1 of a line, in which messages go in one direction only:
 * place 0 sends to place 1, which has all others to serve; who serves a run of places sends to the
 * middle of the run and to the next place, and each of these serves a half. The height is ceil(log2
 * n). Closed form, O(log n).
 *
 * <pre>
 *   n = 8    0 -&gt; 1 -&gt; 2 -&gt; 3 4         place 1 serves 2 to 7: 2 serves 3 4, and
 *                 1 -&gt; 5 -&gt; 6 7         5 serves 6 7
 * </pre>
 */
final class LineTree {
    private int parent = -1;
    private int at;

    /** The last place that it serves; and the child in the middle of its run, which serves more. */
    private int last;

    private int middle;

    /** Where a place is in the tree. */
    LineTree(int places, int place) {
        last = places - 1;
        middle = 1;
        while (at != place) {
            parent = at;
            if (place < middle) {
                at++;
                last = middle - 1;
            } else {
                at = middle;
            }
            middle = at + 1 + (last - at) / 2;
        }
    }

    /** The place above; negative at place 0. */
    int parent() {
        return parent;
    }

    /** The places below, the one that serves more first. */
    int[] children() {
        return IntStream.of(middle, at + 1).filter(child -> child <= last).distinct().toArray();
    }
}
