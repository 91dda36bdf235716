package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Gather from one group with direct messages to a root in the other; all receives are posted at
 * once. Also for blocks of different sizes.
 *
 * <p>Cost: α + q n β, where q is the size of the group that sends.
 */
final class InterGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (shape.isRoot()) {
            for (int peer = 0; peer < shape.remoteSize; peer++) {
                builder.recv(shape.remote(peer), shape.receiveBlock(peer));
            }
        } else if (!shape.isIdle()) {
            builder.send(shape.remote(shape.root), shape.contribution());
        }
    }
}
