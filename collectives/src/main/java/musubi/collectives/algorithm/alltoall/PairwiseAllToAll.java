package musubi.collectives.algorithm.alltoall;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-to-all in p - 1 rounds: in round k each rank sends to the rank k after it and receives from
 * the rank k before it. Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing
 * Applications 19(1), 2005, section 4.3. Also for blocks of different sizes and types. {@value
 * #WINDOW} rounds are in flight at once.
 *
 * <p>Cost: (p - 1) (α + n β); in place all data are copied first.
 *
 * <pre>
 *   p = 3   round 1: 0-&gt;1 1-&gt;2 2-&gt;0    round 2: 0-&gt;2 1-&gt;0 2-&gt;1
 * </pre>
 */
public final class PairwiseAllToAll implements Planner {
    private static final int WINDOW = 16;

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SendBlocks outgoing = new SendBlocks(shape, builder);
        for (int first = 1; first < shape.size; first += WINDOW) {
            int end = Math.min(first + WINDOW, shape.size);
            if (first > 1) {
                builder.fence();
            }
            // Receives first: a message to a posted receive needs no rendezvous.
            for (int round = first; round < end; round++) {
                int from = shape.after(-round);
                builder.recv(from, shape.receiveBlock(from));
            }
            for (int round = first; round < end; round++) {
                int to = shape.after(round);
                builder.send(to, outgoing.blockFor(to));
            }
        }
    }
}
