package musubi.collectives.algorithm.allreduce;

import musubi.collectives.algorithm.bcast.LinearBroadcast;
import musubi.collectives.algorithm.reduce.LinearReduce;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Linear reduction to rank 0, then linear broadcast.
 *
 * <p>Cost: 2 α + (p - 1) (2 n β + n γ). Fastest for small messages with more ranks than cores: a
 * rank yields its core twice, in recursive doubling log2 p times.
 *
 * <pre>
 *   p = 4   1-&gt;0 2-&gt;0 3-&gt;0, then 0-&gt;1 0-&gt;2 0-&gt;3
 * </pre>
 */
public final class LinearAllReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new LinearReduce().plan(shape, builder);
        new LinearBroadcast().plan(shape, builder);
    }
}
