package musubi.collectives.algorithm.allreduce;

import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Binomial reduction to rank 0, then binomial broadcast.
 *
 * <p>Cost: 2 ceil(log2 p) (α + n β) + ceil(log2 p) n γ.
 *
 * <pre>
 *   p = 4   1-&gt;0 3-&gt;2, 2-&gt;0, then 0-&gt;2, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class ReduceBroadcastAllReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new BinomialReduce().plan(shape, builder);
        new BinomialBroadcast().plan(shape, builder);
    }
}
