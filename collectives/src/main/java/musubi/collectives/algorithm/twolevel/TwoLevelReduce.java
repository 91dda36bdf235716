package musubi.collectives.algorithm.twolevel;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction in two levels: on each node up a binomial tree to the node root, then up a binomial
 * tree of node roots. As in MPICH's reduce_intra_smp and Open MPI's coll/han. Non-commutative
 * operations require nodes of contiguous ranks.
 *
 * <p>Cost: ceil(log2 k) (α + n β + n γ) on a node of k ranks, and ceil(log2 N) (α + n β + n γ)
 * between N nodes.
 *
 * <pre>
 *   nodes (0 1) (2 3), root 1   0-&gt;1 3-&gt;2, then 2-&gt;1
 * </pre>
 */
public final class TwoLevelReduce implements Planner {
    private final Planner level = new BinomialReduce();

    @Override
    public String refusal(Shape shape) {
        return TwoLevels.refusalToReduce(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        TwoLevels levels = TwoLevels.of(shape, shape.root);
        Part result = Part.receive(0, shape.count);
        if (!shape.isRoot() && levels.isNodeRoot()) {
            result = builder.temporary(shape.count);
        }
        Shape onNode = levels.onNode(shape, CollectiveKind.REDUCE);
        builder.within(levels::onMyNode, level, onNode, shape.contribution(), result);
        if (levels.isNodeRoot()) {
            Shape among = levels.amongNodes(shape, CollectiveKind.REDUCE);
            among.inPlace = true;
            builder.within(levels::nodeRoot, level, among, result, result);
        }
    }
}
