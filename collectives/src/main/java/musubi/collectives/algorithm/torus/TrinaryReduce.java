package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.EdgeDisjointTrees;
import musubi.collectives.tree.TreeNode;

import java.util.List;

/**
 * Reduction up edge-disjoint trees of a torus, {@link TrinaryBroadcast} reversed: each part of the
 * message goes up a tree of its own ({@link EdgeDisjointTrees}), over the opposite links. As
 * Trinaryx3 on the K computer: Matsumoto et al., SACSIS 2012.
 *
 * <p>Not for operations that are not commutative: subtrees are no runs of ranks. Operands meet in
 * an order that the shape of the torus gives, not their arrival.
 *
 * <p>Cost with k trees of height h and segments of s bytes: (h + n / (k s) - 1) (α + s β + c s γ)
 * for c children, at most one for each dimension.
 *
 * <pre>
 *   tree 0 of 3x3      R &lt;--- o &lt;--- o       x: first, over the links that close the rings of
 *                             ^      ^       dimension 0, to the last column
 *                             |      |
 *                      x      o      o
 *                             ^      ^
 *                             |      |
 *                      x      o      o
 * </pre>
 */
public final class TrinaryReduce extends TrinaryAlgorithm {
    public TrinaryReduce(TrinaryTrees trees) {
        super(trees);
    }

    @Override
    public String refusal(Shape shape) {
        return refusal(trees, shape);
    }

    /** Why operands cannot go up these trees, or null. */
    static String refusal(TrinaryTrees trees, Shape shape) {
        return shape.commutative
                ? trees.refusal(shape)
                : "the operation is not commutative, and these trees do not keep ranks in order";
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        List<TreeNode> nodes = trees.nodes(shape, shape.root);
        new StripedReduction(shape, builder, nodes, shape.isRoot()).takeAll();
        if (nodes.isEmpty()) {
            builder.copy(shape.contribution(), Part.receive(0, shape.count));
        }
    }
}
