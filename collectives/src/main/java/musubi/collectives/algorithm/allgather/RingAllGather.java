package musubi.collectives.algorithm.allgather;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather around a ring: each rank forwards the block received last. Thakur, Rabenseifner and
 * Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1. Also for blocks
 * of different sizes.
 *
 * <p>Cost: (p - 1) (α + n β).
 *
 * <pre>
 *   p = 3   0: 0-&gt;1-&gt;2   1: 1-&gt;2-&gt;0   2: 2-&gt;0-&gt;1
 * </pre>
 */
public final class RingAllGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        builder.copy(shape.contribution(), shape.receiveBlock(shape.rank));
        for (int round = 1; round < shape.size; round++) {
            builder.send(shape.after(1), shape.receiveBlock(shape.after(1 - round)));
            builder.recv(shape.after(-1), shape.receiveBlock(shape.after(-round)));
        }
    }
}
