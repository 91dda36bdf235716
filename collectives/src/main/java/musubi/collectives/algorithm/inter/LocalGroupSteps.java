package musubi.collectives.algorithm.inter;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/** Steps within one group; its leader is rank 0. */
final class LocalGroupSteps {
    private static final Planner BROADCAST = new BinomialBroadcast();

    private LocalGroupSteps() {}

    /**
     * Reduces the group's operands up a binomial tree, in rank order.
     *
     * @return location of the result, at the leader
     */
    static Part reduceToLeader(Shape shape, ScheduleBuilder builder, Part operand) {
        Accumulation result = new Accumulation(builder, shape.commutative, operand);
        int mask = 1;
        while (mask < shape.size && (shape.rank & mask) == 0) {
            if (shape.rank + mask < shape.size) {
                builder.recv(shape.local(shape.rank + mask), result.arrival());
                result.append();
            }
            mask <<= 1;
        }
        if (shape.rank != 0) {
            builder.send(shape.local(shape.rank - mask), result.value());
        }
        return result.value();
    }

    /** Broadcasts {@code count} items of the leader's receive buffer to its group. */
    static void broadcastFromLeader(Shape shape, ScheduleBuilder builder) {
        Shape tree = new Shape().reset(CollectiveKind.BCAST, shape.rank, shape.size);
        tree.count = shape.count;
        builder.within(shape::local, BROADCAST, tree);
    }
}
