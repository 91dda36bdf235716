package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast from the root to each other rank in turn. Basic linear in Open MPI's coll/base.
 *
 * <p>Cost: α + (p - 1) n β. With more ranks than cores no rank waits for any other than the root.
 *
 * <pre>
 *   p = 4, root 0   0-&gt;1 0-&gt;2 0-&gt;3
 * </pre>
 */
public final class LinearBroadcast implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part all = Part.receive(0, shape.count);
        if (!shape.isRoot()) {
            builder.recv(shape.root, all);
            return;
        }
        for (int place = 1; place < shape.size; place++) {
            builder.send(shape.rankAt(place), all);
        }
    }
}
