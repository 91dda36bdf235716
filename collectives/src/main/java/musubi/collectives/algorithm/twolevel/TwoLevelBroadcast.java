package musubi.collectives.algorithm.twolevel;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast in two levels: down a binomial tree of node roots, then on each node down a binomial
 * tree of its ranks, so the message crosses to each other node once. As in MPICH's bcast_intra_smp
 * and Open MPI's coll/han.
 *
 * <p>Cost: ceil(log2 N) (α + n β) between N nodes, and ceil(log2 k) (α + n β) on a node of k ranks.
 *
 * <pre>
 *   nodes (0 1) (2 3), root 1   1-&gt;2, then 1-&gt;0 2-&gt;3
 * </pre>
 */
public final class TwoLevelBroadcast implements Planner {
    private final Planner level = new BinomialBroadcast();

    @Override
    public String refusal(Shape shape) {
        return TwoLevels.refusal(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        TwoLevels levels = TwoLevels.of(shape, shape.root);
        if (levels.isNodeRoot()) {
            builder.within(levels::nodeRoot, level, levels.amongNodes(shape, CollectiveKind.BCAST));
        }
        builder.within(levels::onMyNode, level, levels.onNode(shape, CollectiveKind.BCAST));
    }
}
