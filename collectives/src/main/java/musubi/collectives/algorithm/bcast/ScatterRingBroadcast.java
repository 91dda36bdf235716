package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast of long messages: scatter down a binomial tree, then all-gather around a ring. The
 * algorithm of van de Geijn; Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing
 * Applications 19(1), 2005, section 4.4; MPICH's bcast_intra_scatter_ring_allgather.
 *
 * <p>Cost: (ceil(log2 p) + p - 1) α + 2 (p - 1)/p n β.
 *
 * <pre>
 *   p = 4, root 0   0-&gt;2 (2 3) | 0-&gt;1 (1) 2-&gt;3 (3)
 *                   0-&gt;1 (0) 1-&gt;2 (1) 2-&gt;3 (2) 3-&gt;0 (3) | ...
 * </pre>
 */
public final class ScatterRingBroadcast implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        ScatteredMessage message = new ScatteredMessage(shape);
        message.scatter(builder);
        int place = shape.place();
        for (int round = 1; round < shape.size; round++) {
            builder.send(shape.after(1), message.block(place + 1 - round));
            builder.recv(shape.after(-1), message.block(place - round));
        }
    }
}
