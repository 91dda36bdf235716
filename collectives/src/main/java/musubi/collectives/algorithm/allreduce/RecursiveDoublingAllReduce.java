package musubi.collectives.algorithm.allreduce;

import musubi.collectives.schedule.Accumulation;
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
        int core = Integer.highestOneBit(shape.size);
        int paired = 2 * (shape.size - core);
        Part all = Part.receive(0, shape.count);
        if (shape.rank < paired && shape.rank % 2 == 0) {
            builder.send(shape.rank + 1, shape.contribution());
            builder.recv(shape.rank + 1, all);
            return;
        }
        Accumulation result = new Accumulation(builder, shape.commutative, shape.contribution());
        if (shape.rank < paired) {
            builder.recv(shape.rank - 1, result.arrival());
            result.prepend();
        }
        exchange(shape, builder, result);
        builder.copy(result.value(), all);
        if (shape.rank < paired) {
            builder.send(shape.rank - 1, all);
        }
    }

    private static void exchange(Shape shape, ScheduleBuilder builder, Accumulation result) {
        int core = Integer.highestOneBit(shape.size);
        int extra = shape.size - core;
        int me = shape.rank < 2 * extra ? shape.rank / 2 : shape.rank - extra;
        for (int mask = 1; mask < core; mask <<= 1) {
            int partner = me ^ mask;
            int peer = partner < extra ? 2 * partner + 1 : partner + extra;
            builder.send(peer, result.value());
            builder.recv(peer, result.arrival());
            if (peer < shape.rank) {
                result.prepend();
            } else {
                result.append();
            }
        }
    }
}
