package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Scatter from a root with direct messages to the ranks of the other group. Also for blocks of
 * different sizes.
 *
 * <p>Cost: α + q n β, where q is the size of the group that receives.
 */
final class InterScatter implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (shape.isRoot()) {
            for (int peer = 0; peer < shape.remoteSize; peer++) {
                builder.send(shape.remote(peer), shape.sendBlock(peer));
            }
        } else if (!shape.isIdle()) {
            builder.recv(shape.remote(shape.root), Part.receive(0, shape.count));
        }
    }
}
