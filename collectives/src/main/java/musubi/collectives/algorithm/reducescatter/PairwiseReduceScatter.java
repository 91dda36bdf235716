package musubi.collectives.algorithm.reducescatter;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Reduce-scatter in p - 1 rounds: each rank receives its block from every other and reduces it.
 * Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing Applications 19(1), 2005,
 * section 4.4 (pairwise exchange). For equal and different blocks.
 *
 * <p>A commutative operation reduces in the order of rounds and needs two blocks of memory; a
 * non-commutative one collects all blocks and reduces in rank order.
 *
 * <p>Cost: (p - 1) α + (p - 1)/p n β + (p - 1)/p n γ.
 *
 * <pre>
 *   p = 3   round 1: 0-&gt;1 (1) 1-&gt;2 (2) 2-&gt;0 (0)
 *           round 2: 0-&gt;2 (2) 1-&gt;0 (0) 2-&gt;1 (1)
 * </pre>
 */
public final class PairwiseReduceScatter implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        ScatteredOperands operands = new ScatteredOperands(shape);
        for (int round = 1; round < shape.size; round++) {
            int to = shape.after(round);
            builder.send(to, operands.of(to));
        }
        Part mine = operands.of(shape.rank);
        Part result =
                shape.commutative
                        ? reduceAsRounds(shape, builder, mine)
                        : reduceInOrder(shape, builder, mine);
        builder.copy(result, Part.receive(0, result.count()));
    }

    private static Part reduceAsRounds(Shape shape, ScheduleBuilder builder, Part mine) {
        Accumulation result = new Accumulation(builder, true, mine);
        for (int round = 1; round < shape.size; round++) {
            builder.recv(shape.after(-round), result.arrival());
            result.append();
        }
        return result.value();
    }

    private static Part reduceInOrder(Shape shape, ScheduleBuilder builder, Part mine) {
        List<Part> operands = new ArrayList<>();
        for (int peer = 0; peer < shape.size; peer++) {
            Part operand = peer == shape.rank ? mine : builder.temporary(mine.count());
            if (peer != shape.rank) {
                builder.recv(peer, operand);
            }
            operands.add(operand);
        }
        return Accumulation.fold(builder, operands);
    }
}
