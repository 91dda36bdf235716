package musubi.collectives.algorithm.gather;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Scatter with direct messages from the root. Basic linear in Open MPI's coll/base. Also for blocks
 * of different sizes.
 *
 * <p>Cost: α + (p - 1) n β.
 *
 * <pre>
 *   p = 4, root 0   0-&gt;1 0-&gt;2 0-&gt;3
 * </pre>
 */
public final class LinearScatter implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (!shape.isRoot()) {
            builder.recv(shape.root, Part.receive(0, shape.count));
            return;
        }
        for (int place = 1; place < shape.size; place++) {
            int peer = shape.rankAt(place);
            builder.send(peer, shape.sendBlock(peer));
        }
        if (!shape.inPlace) {
            builder.copy(shape.sendBlock(shape.rank), Part.receive(0, shape.count));
        }
    }
}
