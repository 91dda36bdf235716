package musubi.collectives.algorithm.barrier;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Barrier by dissemination: in round k each rank signals the rank 2^k after it. Hensgen, Finkel and
 * Manber, Int. J. Parallel Programming 17(1), 1988.
 *
 * <p>Cost: ceil(log2 p) α.
 *
 * <pre>
 *   p = 4   round 0: 0-&gt;1 1-&gt;2 2-&gt;3 3-&gt;0    round 1: 0-&gt;2 1-&gt;3 2-&gt;0 3-&gt;1
 * </pre>
 */
public final class DisseminationBarrier implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        for (int distance = 1; distance < shape.size; distance *= 2) {
            builder.signal(shape.after(distance));
            builder.await(shape.after(-distance));
            builder.fence();
        }
    }
}
