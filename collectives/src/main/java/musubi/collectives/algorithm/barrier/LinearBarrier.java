package musubi.collectives.algorithm.barrier;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Barrier through rank 0, which waits for signals of all ranks and then signals all. Basic linear
 * in Open MPI's coll/base.
 *
 * <p>Cost: 2 α, and 2 (p - 1) messages at rank 0, one by one. Fastest with more ranks than cores: a
 * rank yields its core twice, in dissemination ceil(log2 p) times.
 *
 * <pre>
 *   p = 4   1-&gt;0 2-&gt;0 3-&gt;0, then 0-&gt;1 0-&gt;2 0-&gt;3
 * </pre>
 */
public final class LinearBarrier implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (shape.rank != 0) {
            builder.signal(0);
            builder.await(0);
            return;
        }
        for (int peer = 1; peer < shape.size; peer++) {
            builder.await(peer);
        }
        builder.fence();
        for (int peer = 1; peer < shape.size; peer++) {
            builder.signal(peer);
        }
    }
}
