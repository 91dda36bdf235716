package musubi.collectives.tree;

/**
 * A rank's place in a balanced binary tree of places, as Open MPI's coll/base builds it: odd places
 * are below the root's first child, even ones below its second.
 *
 * <pre>
 *             0
 *         /       \
 *        1         2
 *      /   \     /   \
 *     3     5   4     6
 * </pre>
 *
 * @param place counted from the root
 * @param size how many places there are
 */
public record BinaryTree(int place, int size) {
    /** In place of a place. */
    public static final int NONE = -1;

    /** The first place of this one's level is 2^level - 1. */
    private int width() {
        return Integer.highestOneBit(place + 1);
    }

    /** The place above; not for the root. */
    public int parent() {
        int near = place - width() / 2;
        return near <= width() - 2 ? near : place - width();
    }

    /** The first or second place below; {@link #NONE} when there is none. */
    public int child(int number) {
        int child = place + width() * (number + 1);
        return child < size ? child : NONE;
    }
}
