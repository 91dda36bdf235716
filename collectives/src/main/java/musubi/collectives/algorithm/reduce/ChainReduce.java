package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * Reduction along a chain of ranks: each combines the operand received from the next one with its
 * own and forwards the result, optionally in segments. Open MPI coll/base, reduce chain.
 *
 * <p>The chain ends at the root for commutative operations, else at rank 0, which sends to the
 * root, to keep operands in order.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β + n/k γ) with k segments; not commutative and the root not 0: α +
 * n/k β more.
 *
 * <pre>
 *   p = 4, root 0   3-&gt;2, 2-&gt;1, 1-&gt;0:  0: 0 op (1 op (2 op 3))
 * </pre>
 */
public final class ChainReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int top = shape.commutative ? shape.root : 0;
        int place = Math.floorMod(shape.rank - top, shape.size);
        boolean isLast = place + 1 == shape.size;
        Part mine = shape.contribution();
        Part result = isLast ? mine : place(shape, builder, place);
        List<Part> own = Segments.of(mine, shape.segment);
        List<Part> segments = Segments.of(result, shape.segment);
        for (int i = 0; i < segments.size(); i++) {
            Part segment = segments.get(i);
            if (!isLast) {
                builder.recv((shape.rank + 1) % shape.size, segment);
                builder.reduce(own.get(i), segment);
            }
            if (place > 0) {
                builder.send(Math.floorMod(shape.rank - 1, shape.size), segment);
            } else if (!shape.isRoot()) {
                builder.send(shape.root, segment);
            } else {
                builder.copy(
                        segment, Part.receive(segment.offset() - result.offset(), segment.count()));
            }
        }
        if (shape.isRoot() && place > 0) {
            for (Part segment : Segments.of(Part.receive(0, shape.count), shape.segment)) {
                builder.recv(top, segment);
            }
        }
    }

    /** Buffer for the result of this rank and those after it in the chain. */
    private static Part place(Shape shape, ScheduleBuilder builder, int place) {
        boolean direct = place == 0 && shape.isRoot() && !shape.inPlace;
        return direct ? Part.receive(0, shape.count) : builder.temporary(shape.count);
    }
}
