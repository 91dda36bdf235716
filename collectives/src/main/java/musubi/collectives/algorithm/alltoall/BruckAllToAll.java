package musubi.collectives.algorithm.alltoall;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.List;

/**
 * All-to-all of small blocks after Bruck et al., IEEE TPDS 8(11), 1997, without the final rotation
 * (modified Bruck): the block that travels i ranks down is at place i from this rank, and in round
 * k all blocks with bit k in i move 2^k ranks down, to the same i.
 *
 * <p>Cost: ceil(log2 p) (α + p/2 n β), and two copies of all data sent.
 *
 * <pre>
 *   p = 4, rank 3   at i: block for 3 2 1 0 | i = 1, 3 to rank 2 | i = 2, 3 to rank 1
 *                   at the end at i: block of 3 0 1 2
 * </pre>
 */
public final class BruckAllToAll implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        rotate(shape, builder);
        long half = Math.multiplyExact(shape.count, (shape.size + 1) / 2);
        Part packed = shape.size > 1 ? builder.temporary(half) : Part.NOTHING;
        Part arrived = shape.size > 1 ? builder.temporary(half) : Part.NOTHING;
        for (int bit = 1; bit < shape.size; bit <<= 1) {
            List<Part> moving = moving(shape, bit);
            long at = 0;
            for (Part run : moving) {
                builder.copy(run, packed.slice(at, run.count()));
                at += run.count();
            }
            builder.send(shape.after(-bit), packed.slice(0, at));
            builder.recv(shape.after(bit), arrived.slice(0, at));
            at = 0;
            for (Part run : moving) {
                builder.copy(arrived.slice(at, run.count()), run);
                at += run.count();
            }
        }
    }

    /** Copies the block that travels i ranks down to place i from this rank. */
    private static void rotate(Shape shape, ScheduleBuilder builder) {
        Part from = Part.send(0, Math.multiplyExact(shape.count, shape.size));
        if (shape.inPlace) {
            from = builder.temporary(from.count());
            builder.copy(Part.receive(0, from.count()), from);
        }
        for (int i = 0; i < shape.size; i++) {
            Part block = from.slice(shape.after(-i) * shape.count, shape.count);
            builder.copy(block, shape.receiveBlock(shape.after(i)));
        }
    }

    /** The blocks whose distance has a bit, in the order of distances. */
    private static List<Part> moving(Shape shape, int bit) {
        List<Part> runs = new ArrayList<>();
        for (int from = bit; from < shape.size; from += 2 * bit) {
            int to = Math.min(from + bit, shape.size);
            int beforeWrap = Math.clamp(shape.size - shape.rank, from, to);
            add(runs, shape, from, beforeWrap);
            add(runs, shape, beforeWrap, to);
        }
        return runs;
    }

    private static void add(List<Part> runs, Shape shape, int from, int to) {
        if (to > from) {
            runs.add(Part.receive(shape.after(from) * shape.count, (to - from) * shape.count));
        }
    }
}
