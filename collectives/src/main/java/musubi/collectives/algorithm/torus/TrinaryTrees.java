package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.EdgeDisjointTrees;
import musubi.collectives.tree.TreeNode;

import java.util.List;
import java.util.stream.IntStream;

/** The families of {@link EdgeDisjointTrees}: one direction, or both. */
public enum TrinaryTrees {
    /** One tree for each dimension. */
    X3(false),
    /** Two trees for each dimension. */
    X6(true);

    private static final long SHORT_BYTES = 384 << 10;
    private static final long LONG_BYTES = 48 << 20;
    private static final long SHORT_SEGMENT = 4 << 10;
    private static final long SEGMENT = 16 << 10;
    private static final long LONG_SEGMENT = 64 << 10;

    private final boolean mirrored;

    TrinaryTrees(boolean mirrored) {
        this.mirrored = mirrored;
    }

    /** Reason why the torus lacks such trees, or null. */
    String refusal(Shape shape) {
        if (shape.torus == null) {
            return Requirements.torus(shape);
        }
        if (mirrored && !shape.torus.hasTwoLinksEach()) {
            return "trees in both directions would share links where a dimension has an edge or"
                    + " only 2 ranks: torus="
                    + shape.torus
                    + "; use trinaryx3";
        }
        return null;
    }

    /**
     * Default segment size: that of Fujitsu's decision file for Fugaku (fjmpi-dectree.conf in
     * HLC-Lab/bine_trees_fugaku).
     */
    long segmentBytes(Shape shape) {
        long bytes = shape.count * shape.itemBytes;
        return bytes <= SHORT_BYTES ? SHORT_SEGMENT : bytes <= LONG_BYTES ? SEGMENT : LONG_SEGMENT;
    }

    /** This rank's nodes in the trees of a root. */
    List<TreeNode> nodes(Shape shape, int root) {
        EdgeDisjointTrees trees = new EdgeDisjointTrees(shape.torus, root, mirrored);
        return IntStream.range(0, trees.count())
                .mapToObj(tree -> trees.node(tree, shape.rank))
                .toList();
    }
}
