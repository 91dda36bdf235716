package musubi.collectives.algorithm.twolevel;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.allreduce.RecursiveDoublingAllReduce;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-reduce in two levels: on each node up a binomial tree to its leader, among leaders by
 * recursive doubling, on each node down again. As in MPICH's allreduce_intra_smp and Open MPI's
 * coll/han. Non-commutative operations require nodes of contiguous ranks.
 *
 * <p>Cost: ceil(log2 k) (2 α + 2 n β + n γ) on a node of k ranks, and ceil(log2 N) (α + n β + n γ)
 * between N nodes.
 *
 * <pre>
 *   nodes (0 1) (2 3)   1-&gt;0 3-&gt;2, 0&lt;-&gt;2, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class TwoLevelAllReduce implements Planner {
    private final Planner up = new BinomialReduce();
    private final Planner among = new RecursiveDoublingAllReduce();
    private final Planner down = new BinomialBroadcast();

    @Override
    public String refusal(Shape shape) {
        return TwoLevels.refusalToReduce(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        TwoLevels levels = TwoLevels.of(shape, shape.nodes.leader(0));
        Part result = Part.receive(0, shape.count);
        Shape reduce = levels.onNode(shape, CollectiveKind.REDUCE);
        builder.within(levels::onMyNode, up, reduce, shape.contribution(), result);
        if (levels.isNodeRoot()) {
            Shape exchange = levels.amongNodes(shape, CollectiveKind.ALLREDUCE);
            exchange.inPlace = true;
            builder.within(levels::nodeRoot, among, exchange);
        }
        builder.within(levels::onMyNode, down, levels.onNode(shape, CollectiveKind.BCAST));
    }
}
