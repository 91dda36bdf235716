package musubi.collectives.tree;

/**
 * A rank in a tree.
 *
 * @param parent rank of the parent; {@link #NONE} at the root
 * @param children ranks of the children, in a fixed order
 */
public record TreeNode(int parent, int[] children) {
    /** No parent. */
    public static final int NONE = -1;

    /** Whether this is the root. */
    public boolean isRoot() {
        return parent == NONE;
    }
}
