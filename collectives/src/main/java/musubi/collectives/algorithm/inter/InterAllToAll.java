package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-to-all between two groups in rounds: in round k rank i of one group and rank k - i of the
 * other, modulo the larger size, exchange their blocks. Also for blocks of different sizes and
 * types. {@value #WINDOW} rounds are under way at once.
 *
 * <p>Cost: max(p, q) (α + n β).
 *
 * <pre>
 *   p = 2, q = 3   round 0: 0-0, 1-2    round 1: 0-1, 1-0    round 2: 0-2, 1-1
 * </pre>
 */
final class InterAllToAll implements Planner {
    private static final int WINDOW = 16;

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int rounds = Math.max(shape.size, shape.remoteSize);
        for (int round = 0; round < rounds; round++) {
            int peer = Math.floorMod(round - shape.rank, rounds);
            if (peer < shape.remoteSize) {
                builder.send(shape.remote(peer), shape.sendBlock(peer));
                builder.recv(shape.remote(peer), shape.receiveBlock(peer));
            }
            if ((round + 1) % WINDOW == 0) {
                builder.fence();
            }
        }
    }
}
