package musubi.collectives.algorithm.allgather;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather after Bruck, Ho, Kipnis, Upfal and Weathersby, IEEE TPDS 8(11), 1997: the number of
 * blocks doubles in each round; rank r has its own block first and rotates them at the end. Also
 * for blocks of different sizes.
 *
 * <p>Cost: ceil(log2 p) α + (p - 1) n β, and p n copied twice; for small blocks.
 *
 * <pre>
 *   p = 5, blocks held by rank 0:  0 | 0 1 | 0 1 2 3 | 0 1 2 3 4
 * </pre>
 */
public final class BruckAllGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        long[] ends = new long[shape.size + 1];
        for (int i = 0; i < shape.size; i++) {
            ends[i + 1] = Math.addExact(ends[i], shape.receiveBlock(shape.after(i)).count());
        }
        Part blocks = builder.temporary(ends[shape.size]);
        builder.copy(shape.contribution(), blocks.slice(0, ends[1]));
        for (int have = 1; have < shape.size; have *= 2) {
            int more = Math.min(have, shape.size - have);
            long theirs = ends[have + more] - ends[have];
            builder.send(shape.after(-have), blocks.slice(0, ends[more]));
            builder.recv(shape.after(have), blocks.slice(ends[have], theirs));
        }
        if (shape.receiveCounts == null) {
            long head = ends[shape.size - shape.rank];
            long tail = ends[shape.size] - head;
            builder.copy(blocks.slice(0, head), Part.receive(tail, head));
            builder.copy(blocks.slice(head, tail), Part.receive(0, tail));
            return;
        }
        for (int i = 0; i < shape.size; i++) {
            Part block = blocks.slice(ends[i], ends[i + 1] - ends[i]);
            builder.copy(block, shape.receiveBlock(shape.after(i)));
        }
    }
}
