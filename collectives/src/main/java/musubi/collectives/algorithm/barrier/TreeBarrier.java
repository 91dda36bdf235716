package musubi.collectives.algorithm.barrier;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Barrier up a binomial tree to rank 0 and down again. Open MPI coll/base, barrier tree.
 *
 * <p>Cost: 2 ceil(log2 p) α, with 2 (p - 1) messages in all.
 *
 * <pre>
 *   p = 4   1-&gt;0 3-&gt;2, 2-&gt;0, then 0-&gt;2, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class TreeBarrier implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int span = 1;
        while (span < shape.size && (shape.rank & span) == 0) {
            if (shape.rank + span < shape.size) {
                builder.await(shape.rank + span);
            }
            span <<= 1;
        }
        builder.fence();
        if (shape.rank != 0) {
            builder.signal(shape.rank - span);
            builder.await(shape.rank - span);
            builder.fence();
        }
        for (int mask = span >> 1; mask > 0; mask >>= 1) {
            if (shape.rank + mask < shape.size) {
                builder.signal(shape.rank + mask);
            }
        }
    }
}
