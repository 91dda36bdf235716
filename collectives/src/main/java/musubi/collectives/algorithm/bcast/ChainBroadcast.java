package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast along a chain of ranks: each forwards to the next, optionally in segments, which makes
 * it a pipeline. Open MPI coll/base, bcast chain with one chain.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β) with k segments.
 *
 * <pre>
 *   p = 4, root 0, segments a b    0-a-&gt;1
 *                                  0-b-&gt;1-a-&gt;2
 *                                       1-b-&gt;2-a-&gt;3
 *                                            2-b-&gt;3
 * </pre>
 */
public final class ChainBroadcast implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int place = shape.place();
        for (Part part : Segments.of(Part.receive(0, shape.count), shape.segment)) {
            if (place > 0) {
                builder.recv(shape.rankAt(place - 1), part);
            }
            if (place + 1 < shape.size) {
                builder.send(shape.rankAt(place + 1), part);
            }
        }
    }
}
