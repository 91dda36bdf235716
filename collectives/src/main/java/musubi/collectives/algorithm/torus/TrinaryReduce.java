package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.EdgeDisjointTrees;
import musubi.collectives.tree.TreeNode;

import java.util.List;

/**
 * Reduction up edge-disjoint trees of a torus, {@link TrinaryBroadcast} reversed: each part of the
 * message travels up a tree of its own ({@link EdgeDisjointTrees}), over the opposite links. As
 * Trinaryx3 on the K computer: Matsumoto et al., SACSIS 2012.
 *
 * <p>For commutative operations only, since subtrees are not contiguous ranks. The order of
 * operands follows from the shape of the torus, not from arrival.
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
public record TrinaryReduce(TrinaryTrees trees) implements TrinaryAlgorithm {
    @Override
    public String refusal(Shape shape) {
        return refusal(trees, shape);
    }

    /** Reason why operands cannot travel up these trees, or null. */
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
