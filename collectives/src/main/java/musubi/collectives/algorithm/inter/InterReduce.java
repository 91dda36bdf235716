package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction of one group's operands to a root in the other: up a binomial tree to the leader of the
 * group, which sends the result to the root. Operands stay in rank order.
 *
 * <p>Cost: ceil(log2 q) (α + n β + n γ) + α + n β, where q is the size of the group that sends.
 *
 * <pre>
 *   q = 4   1-&gt;0 3-&gt;2, then 2-&gt;0, then 0-&gt;root
 * </pre>
 */
final class InterReduce implements Planner {
    private static final int LEADER = 0;

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (shape.isRoot()) {
            builder.recv(shape.remote(LEADER), Part.receive(0, shape.count));
        } else if (!shape.isIdle()) {
            Part result = LocalGroupSteps.reduceToLeader(shape, builder, shape.contribution());
            if (shape.rank == LEADER) {
                builder.send(shape.remote(shape.root), result);
            }
        }
    }
}
