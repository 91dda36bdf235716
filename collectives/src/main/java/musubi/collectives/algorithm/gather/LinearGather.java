package musubi.collectives.algorithm.gather;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Gather with direct messages to the root; all receives are posted at once. Basic linear in Open
 * MPI's coll/base. Also for blocks of different sizes.
 *
 * <p>Cost: α + (p - 1) n β.
 *
 * <pre>
 *   p = 4, root 0   1-&gt;0 2-&gt;0 3-&gt;0
 * </pre>
 */
public final class LinearGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (!shape.isRoot()) {
            builder.send(shape.root, shape.contribution());
            return;
        }
        for (int place = 1; place < shape.size; place++) {
            int peer = shape.rankAt(place);
            builder.recv(peer, shape.receiveBlock(peer));
        }
        builder.copy(shape.contribution(), shape.receiveBlock(shape.rank));
    }
}
