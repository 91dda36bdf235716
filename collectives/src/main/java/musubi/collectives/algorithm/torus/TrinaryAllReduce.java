package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.TreeNode;

import java.util.List;

/**
 * All-reduce over edge-disjoint trees of a torus: segments go up the trees to rank 0 and down again
 * ({@link TrinaryReduce}, {@link TrinaryBroadcast}), one up while the previous one comes down.
 * Trinaryx3 of Matsumoto et al., SACSIS 2012.
 *
 * <p>With {@code trinaryx3} the two directions of the trees use opposite links, without contention.
 * With {@code trinaryx6} they share links: half the message on each of twice as many trees, but
 * both directions on each link, so it is no faster for long messages.
 *
 * <p>Cost with k trees of height h and segments of s bytes: (2 h + n / (k s) - 1) (α + s β + c s γ)
 * for at most c children, twice n / (k s) with x6.
 *
 * <pre>
 *   one tree, segments 1 2 3     up      1  2  3
 *                                down          1  2  3      (2 hops to the root)
 * </pre>
 */
public record TrinaryAllReduce(TrinaryTrees trees) implements TrinaryAlgorithm {
    private static final int ROOT = 0;

    @Override
    public String refusal(Shape shape) {
        return TrinaryReduce.refusal(trees, shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        List<TreeNode> nodes = trees.nodes(shape, ROOT);
        StripedReduction up = new StripedReduction(shape, builder, nodes, true);
        StripedBroadcast down = new StripedBroadcast(shape, builder, nodes);
        for (int turn = 0; turn < up.turns(); turn++) {
            up.take(turn);
            down.take(turn);
        }
        if (nodes.isEmpty()) {
            builder.copy(shape.contribution(), Part.receive(0, shape.count));
        }
    }
}
