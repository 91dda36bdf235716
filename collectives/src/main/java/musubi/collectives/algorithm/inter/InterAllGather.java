package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather between two groups: each block is sent to one rank of the other group, then around the
 * ring of that group. Rank i's block goes to rank i mod p, so the blocks start evenly spread. Also
 * for blocks of different sizes.
 *
 * <p>Cost: ceil(q/p) (α + n β), then (p - 1) ceil(q/p) (α + n β), where p is the size of the group
 * that receives and q of the one that sends.
 *
 * <pre>
 *   p = 2, q = 3   blocks held by rank 0:  0 2 | 0 1 2     by rank 1:  1 | 0 1 2
 * </pre>
 */
final class InterAllGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int target = shape.rank % shape.remoteSize;
        builder.send(shape.remote(target), shape.contribution());
        for (int peer = shape.rank; peer < shape.remoteSize; peer += shape.size) {
            builder.recv(shape.remote(peer), shape.receiveBlock(peer));
        }
        for (int round = 1; round < shape.size; round++) {
            int mine = shape.after(1 - round);
            for (int peer = mine; peer < shape.remoteSize; peer += shape.size) {
                builder.send(shape.local(shape.after(1)), shape.receiveBlock(peer));
            }
            int theirs = shape.after(-round);
            for (int peer = theirs; peer < shape.remoteSize; peer += shape.size) {
                builder.recv(shape.local(shape.after(-1)), shape.receiveBlock(peer));
            }
        }
    }
}
