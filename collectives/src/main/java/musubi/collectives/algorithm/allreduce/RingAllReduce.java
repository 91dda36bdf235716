package musubi.collectives.algorithm.allreduce;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * All-reduce around a ring: each block is reduced on its way around, then distributed by a second
 * turn. Patarasuk and Yuan, J. Parallel and Distributed Computing 69(2), 2009; Open MPI coll/base,
 * allreduce ring and, with segments, ring_segmented: a rank forwards a segment while it receives
 * the next one. For commutative operations.
 *
 * <p>Cost: 2 (p - 1) α + 2 (p - 1)/p n β + (p - 1)/p n γ.
 *
 * <pre>
 *   p = 3   block 0: 0-&gt;1-&gt;2 reduced, 2-&gt;0-&gt;1
 *           block 1: 1-&gt;2-&gt;0 reduced, 0-&gt;1-&gt;2
 *           block 2: 2-&gt;0-&gt;1 reduced, 1-&gt;2-&gt;0
 * </pre>
 */
public final class RingAllReduce implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.commutative(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part mine = shape.contribution();
        Part all = Part.receive(0, shape.count);
        if (shape.size == 1) {
            builder.copy(mine, all);
            return;
        }
        Part arrival = shape.inPlace ? builder.temporary(shape.count) : all;
        for (int round = 0; round < shape.size - 1; round++) {
            Part source = round == 0 ? mine : all;
            send(shape, builder, block(shape, source, -round));
            List<Part> own = segments(shape, block(shape, mine, -round - 1));
            List<Part> arriving = segments(shape, block(shape, arrival, -round - 1));
            for (int i = 0; i < own.size(); i++) {
                builder.recv(shape.after(-1), arriving.get(i));
                if (shape.inPlace) {
                    builder.reduce(arriving.get(i), own.get(i));
                } else {
                    builder.reduce(own.get(i), arriving.get(i));
                }
            }
        }
        for (int round = 0; round < shape.size - 1; round++) {
            send(shape, builder, block(shape, all, 1 - round));
            for (Part segment : segments(shape, block(shape, all, -round))) {
                builder.recv(shape.after(-1), segment);
            }
        }
    }

    private static void send(Shape shape, ScheduleBuilder builder, Part block) {
        for (Part segment : segments(shape, block)) {
            builder.send(shape.after(1), segment);
        }
    }

    private static List<Part> segments(Shape shape, Part block) {
        return Segments.of(block, shape.segment);
    }

    /** The block of the rank at a distance after this one. */
    private static Part block(Shape shape, Part whole, int places) {
        long number = shape.after(places);
        long at = shape.count * number / shape.size;
        return whole.slice(at, shape.count * (number + 1) / shape.size - at);
    }
}
