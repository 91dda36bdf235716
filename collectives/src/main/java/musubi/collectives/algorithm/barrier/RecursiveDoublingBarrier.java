package musubi.collectives.algorithm.barrier;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Barrier by recursive doubling: in round k ranks 2^k apart exchange signals. If p is no power of
 * two, each rank beyond it signals a lower one first and waits for its signal at the end. Open MPI
 * coll/base, barrier recursivedoubling.
 *
 * <p>Cost: floor(log2 p) α, plus 2 α when p is no power of two.
 *
 * <pre>
 *   p = 5   4-&gt;0 | 0&lt;-&gt;1 2&lt;-&gt;3 | 0&lt;-&gt;2 1&lt;-&gt;3 | 0-&gt;4
 * </pre>
 */
public final class RecursiveDoublingBarrier implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int core = Integer.highestOneBit(shape.size);
        if (shape.rank >= core) {
            builder.signal(shape.rank - core);
            builder.await(shape.rank - core);
            return;
        }
        boolean hasPartner = shape.rank + core < shape.size;
        if (hasPartner) {
            builder.await(shape.rank + core);
            builder.fence();
        }
        for (int mask = 1; mask < core; mask <<= 1) {
            builder.signal(shape.rank ^ mask);
            builder.await(shape.rank ^ mask);
            builder.fence();
        }
        if (hasPartner) {
            builder.signal(shape.rank + core);
        }
    }
}
