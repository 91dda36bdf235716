package musubi.collectives.algorithm.reducescatter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduce-scatter around a ring: the block of rank r starts at the next rank and is reduced on its
 * way around to r. For equal and different blocks, and commutative operations. Open MPI coll/base,
 * reduce_scatter ring.
 *
 * <p>Cost: (p - 1) α + (p - 1)/p n β + (p - 1)/p n γ.
 *
 * <pre>
 *   p = 3   block 0: 1-&gt;2-&gt;0   block 1: 2-&gt;0-&gt;1   block 2: 0-&gt;1-&gt;2
 * </pre>
 */
public final class RingReduceScatter implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.commutative(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        ScatteredOperands operands = new ScatteredOperands(shape);
        Part value = operands.of(shape.after(-1));
        Part[] rooms = new Part[2];
        for (int round = 1; round < shape.size; round++) {
            int turn = round % 2;
            if (rooms[turn] == null) {
                rooms[turn] = builder.temporary(operands.most());
            }
            builder.send(shape.after(1), value);
            Part own = operands.of(shape.after(-round - 1));
            value = rooms[turn].slice(0, own.count());
            builder.recv(shape.after(-1), value);
            builder.reduce(own, value);
        }
        builder.copy(value, Part.receive(0, value.count()));
    }
}
