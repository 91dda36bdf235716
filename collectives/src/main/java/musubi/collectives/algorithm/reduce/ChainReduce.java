package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * Reduction along a chain of ranks: each reduces what comes from the next one with its own and
 * passes it on, segment by segment when the message is cut. Open MPI coll/base, reduce chain.
 *
 * <p>A commutative operation has the root at the end of the chain, any other one rank 0, which
 * sends to the root; so operands stay in order.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β + n/k γ) with k segments; not commutative and the root not 0: α +
 * n/k β more.
 *
 * <pre>
 *   p = 4, root 0   3-&gt;2, 2-&gt;1, 1-&gt;0:  0: 0 op (1 op (2 op 3))
 * </pre>
 */
public final class ChainReduce implements Algorithm {
    public ChainReduce() {}

    @Override
    public String name() {
        return "chain";
    }

    @Override
    public boolean supportsSegments() {
        return true;
    }

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

    /** Where the result of this rank and those behind it grows. */
    private static Part place(Shape shape, ScheduleBuilder builder, int place) {
        boolean direct = place == 0 && shape.isRoot() && !shape.inPlace;
        return direct ? Part.receive(0, shape.count) : builder.temporary(shape.count);
    }
}
