package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast of medium-sized messages: scatter down a binomial tree, then all-gather by recursive
 * doubling, for a power of two of ranks. Thakur, Rabenseifner and Gropp, Int. J. High Performance
 * Computing Applications 19(1), 2005, section 4.4; MPICH's
 * bcast_intra_scatter_recursive_doubling_allgather.
 *
 * <p>Cost: 2 log2 p α + 2 (p - 1)/p n β.
 *
 * <pre>
 *   p = 4, root 0   0-&gt;2 (2 3) | 0-&gt;1 (1) 2-&gt;3 (3)
 *                   0&lt;-&gt;1 2&lt;-&gt;3 | 0&lt;-&gt;2 1&lt;-&gt;3
 * </pre>
 */
public final class ScatterDoublingBroadcast implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.powerOfTwo(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        ScatteredMessage message = new ScatteredMessage(shape);
        message.scatter(builder);
        int place = shape.place();
        for (int have = 1; have < shape.size; have *= 2) {
            int peer = place ^ have;
            int mine = place & -have;
            int theirs = peer & -have;
            builder.send(shape.rankAt(peer), message.blocks(mine, mine + have));
            builder.recv(shape.rankAt(peer), message.blocks(theirs, theirs + have));
        }
    }
}
