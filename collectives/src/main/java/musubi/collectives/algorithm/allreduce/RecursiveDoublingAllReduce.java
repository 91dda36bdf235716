package musubi.collectives.algorithm.allreduce;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.FoldedRanks;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-reduce by recursive doubling: in round k ranks 2^k apart exchange partial results. Thakur,
 * Rabenseifner and Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.5.
 *
 * <p>If p is no power of two, the even ones of the first 2 (p - 2^k) ranks send their operand to
 * their neighbour and receive the result at the end. Each partial result covers contiguous ranks,
 * so operands stay in order.
 *
 * <p>Cost: floor(log2 p) (α + n β + n γ), plus 2 α + 2 n β + n γ when p is no power of two.
 *
 * <pre>
 *   p = 5   0-&gt;1 | 1&lt;-&gt;2 3&lt;-&gt;4 | 1&lt;-&gt;3 2&lt;-&gt;4 | 1-&gt;0
 * </pre>
 */
public final class RecursiveDoublingAllReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        FoldedRanks ranks = new FoldedRanks(shape.size);
        Part all = Part.receive(0, shape.count);
        if (ranks.isFolded(shape.rank)) {
            builder.send(shape.rank + 1, shape.contribution());
            builder.recv(shape.rank + 1, all);
            return;
        }
        Accumulation result = new Accumulation(builder, shape.commutative, shape.contribution());
        if (ranks.isPaired(shape.rank)) {
            builder.recv(shape.rank - 1, result.arrival());
            result.prepend();
        }
        for (int mask = 1; mask < ranks.core(); mask <<= 1) {
            int peer = ranks.peer(shape.rank, mask);
            builder.send(peer, result.value());
            builder.recv(peer, result.arrival());
            if (peer < shape.rank) {
                result.prepend();
            } else {
                result.append();
            }
        }
        builder.copy(result.value(), all);
        if (ranks.isPaired(shape.rank)) {
            builder.send(shape.rank - 1, all);
        }
    }
}
