package musubi.collectives.tree;

/**
 * Where a rank is in a tree.
 *
 * @param parent the rank above; {@link #NONE} at the root
 * @param children the ranks below, in a fixed order
 */
public record TreeNode(int parent, int[] children) {
    /** What the root has for a parent. */
    public static final int NONE = -1;

    /** Whether nobody is above. */
    public boolean isRoot() {
        return parent == NONE;
    }
}
