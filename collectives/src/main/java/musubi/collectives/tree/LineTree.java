package musubi.collectives.tree;

import java.util.stream.IntStream;

/**
 * A binary tree over the places 0 to n - 1 of a line with messages in one direction only: place 0
 * sends to place 1, the root of all others. The root of a run of places sends to the middle of the
 * run and to the next place, the roots of the two halves. Height ceil(log2 n). Closed form, O(log
 * n).
 *
 * <pre>
 *   n = 8    0 -&gt; 1 -&gt; 2 -&gt; 3 4         place 1 is the root of 2 to 7: 2 of 3 4,
 *                 1 -&gt; 5 -&gt; 6 7         and 5 of 6 7
 * </pre>
 */
final class LineTree {
    private int parent = -1;
    private int at;

    /** The last place of the subtree; and the child in the middle, with the larger half. */
    private int last;

    private int middle;

    /** A place in the tree. */
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

    /** The parent; negative at place 0. */
    int parent() {
        return parent;
    }

    /** The children, the one with the larger half first. */
    int[] children() {
        return IntStream.of(middle, at + 1).filter(child -> child <= last).distinct().toArray();
    }
}
