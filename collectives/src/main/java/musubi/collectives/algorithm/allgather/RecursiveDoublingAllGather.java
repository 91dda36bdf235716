package musubi.collectives.algorithm.allgather;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather by recursive doubling, for a power of two of ranks: in round k ranks 2^k apart
 * exchange all their blocks. Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing
 * Applications 19(1), 2005, section 4.1. Also for blocks of different sizes.
 *
 * <p>Cost: log2 p α + (p - 1) n β; blocks of different sizes are copied once more.
 *
 * <pre>
 *   p = 4   0&lt;-&gt;1 2&lt;-&gt;3 (n) | 0&lt;-&gt;2 1&lt;-&gt;3 (2 n)
 * </pre>
 */
public final class RecursiveDoublingAllGather implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.powerOfTwo(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        GatheredBlocks blocks = new GatheredBlocks(shape, builder);
        for (int have = 1; have < shape.size; have *= 2) {
            int peer = shape.rank ^ have;
            int mine = shape.rank & -have;
            int theirs = peer & -have;
            builder.send(peer, blocks.of(mine, mine + have));
            builder.recv(peer, blocks.of(theirs, theirs + have));
        }
        blocks.deliver(builder);
    }
}
