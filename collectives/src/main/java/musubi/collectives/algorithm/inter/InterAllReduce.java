package musubi.collectives.algorithm.inter;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction of each group's operands for the other group: both reduce to their leaders, the leaders
 * exchange the results, and each group receives the other's by broadcast.
 *
 * <p>Cost: ceil(log2 p) (2 α + 2 n β + n γ) + α + n β, where p is the size of the larger group.
 *
 * <pre>
 *   2 + 2   1-&gt;0 in both groups, then 0 &lt;-&gt; 0, then 0-&gt;1 in both groups
 * </pre>
 */
final class InterAllReduce implements Planner {
    private static final int LEADER = 0;

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part own = LocalGroupSteps.reduceToLeader(shape, builder, shape.contribution());
        if (shape.rank == LEADER) {
            builder.send(shape.remote(LEADER), own);
            builder.recv(shape.remote(LEADER), Part.receive(0, shape.count));
        }
        LocalGroupSteps.broadcastFromLeader(shape, builder);
    }
}
