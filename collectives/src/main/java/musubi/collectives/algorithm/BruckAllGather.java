package musubi.collectives.algorithm;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather after Bruck, Ho, Kipnis, Upfal and Weathersby, IEEE TPDS 8(11), 1997: in each round
 * the number of blocks doubles; rank r has its own first and turns them in the end.
 *
 * <p>Cost: ceil(log2 p) α + (p - 1) n β, and p n copied twice; for small blocks.
 *
 * <pre>
 *   p = 5, blocks held by rank 0:  0 | 0 1 | 0 1 2 3 | 0 1 2 3 4
 * </pre>
 */
public final class BruckAllGather implements Algorithm {
    public BruckAllGather() {}

    @Override
    public String name() {
        return "bruck";
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        long n = shape.count;
        Part blocks = builder.temporary(Math.multiplyExact(n, shape.size));
        builder.copy(shape.contribution(), blocks.slice(0, n));
        for (int have = 1; have < shape.size; have *= 2) {
            int more = Math.min(have, shape.size - have);
            builder.send(shape.after(-have), blocks.slice(0, more * n));
            builder.recv(shape.after(have), blocks.slice(have * n, more * n));
        }
        long head = (shape.size - shape.rank) * n;
        long tail = shape.rank * n;
        builder.copy(blocks.slice(0, head), Part.receive(tail, head));
        builder.copy(blocks.slice(head, tail), Part.receive(0, tail));
    }
}
