package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction up a binomial tree. Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing
 * Applications 19(1), 2005, section 4.6.
 *
 * <p>A commutative operation uses the tree of the root. A non-commutative one uses the tree of rank
 * 0, whose subtrees are contiguous ranks, to keep operands in order; rank 0 then sends to the root.
 *
 * <p>Cost: ceil(log2 p) (α + n β + n γ), plus α + n β if not commutative and the root is not 0.
 *
 * <pre>
 *   p = 4   1-&gt;0 3-&gt;2, then 2-&gt;0:  0: (0 op 1) op (2 op 3)
 * </pre>
 */
public final class BinomialReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part receive = Part.receive(0, shape.count);
        Part result = collect(shape, receive, builder);
        if (result != null) {
            builder.copy(result, receive);
        }
    }

    /**
     * The same without a copy into the receive buffer.
     *
     * @param room where the root receives a result that is complete elsewhere
     * @return location of the result at the root, of a single rank its contribution; else null
     */
    public static Part collect(Shape shape, Part room, ScheduleBuilder builder) {
        int top = shape.commutative ? shape.root : 0;
        int place = Math.floorMod(shape.rank - top, shape.size);
        Accumulation result = new Accumulation(builder, shape.commutative, shape.contribution());
        int mask = 1;
        while (mask < shape.size && (place & mask) == 0) {
            if (place + mask < shape.size) {
                builder.recv((shape.rank + mask) % shape.size, result.arrival());
                result.append();
            }
            mask <<= 1;
        }
        if (place != 0) {
            builder.send(Math.floorMod(shape.rank - mask, shape.size), result.value());
        } else if (shape.isRoot()) {
            return result.value();
        } else {
            builder.send(shape.root, result.value());
        }
        if (!shape.isRoot()) {
            return null;
        }
        builder.recv(top, room);
        return room;
    }
}
