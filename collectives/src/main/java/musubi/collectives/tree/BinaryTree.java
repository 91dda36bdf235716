package musubi.collectives.tree;

/**
 * A place in a balanced binary tree, as in Open MPI's coll/base: odd places are below the root's
 * first child, even ones below its second.
 *
 * <pre>
 *             0
 *         /       \
 *        1         2
 *      /   \     /   \
 *     3     5   4     6
 * </pre>
 *
 * @param place number from the root
 * @param size number of places
 */
public record BinaryTree(int place, int size) {
    /** No place. */
    public static final int NONE = -1;

    /** Width of the place's level, whose first place is 2^level - 1. */
    private int width() {
        return Integer.highestOneBit(place + 1);
    }

    /** The parent; not for the root. */
    public int parent() {
        int near = place - width() / 2;
        return near <= width() - 2 ? near : place - width();
    }

    /** The first or second child; {@link #NONE} if absent. */
    public int child(int number) {
        int child = place + width() * (number + 1);
        return child < size ? child : NONE;
    }
}
