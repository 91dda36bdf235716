package musubi.collectives.algorithm.alltoall;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-to-all with all messages in flight at once. Basic linear in Open MPI's coll/base; limited to
 * {@value #MOST_RANKS} ranks as in the study of Fugaku, because each rank has as many requests.
 * Also for blocks of different sizes and types.
 *
 * <p>Cost: α + (p - 1) n β, and p - 1 concurrent messages at each rank; in place all data are
 * copied first.
 *
 * <pre>
 *   p = 3   0-&gt;1 0-&gt;2   1-&gt;2 1-&gt;0   2-&gt;0 2-&gt;1
 * </pre>
 */
public final class LinearAllToAll implements Planner {
    private static final int MOST_RANKS = 1536;

    @Override
    public String refusal(Shape shape) {
        return shape.size <= MOST_RANKS ? null : "it takes at most " + MOST_RANKS + " ranks";
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SendBlocks outgoing = new SendBlocks(shape, builder);
        for (int round = 1; round < shape.size; round++) {
            int from = shape.after(-round);
            builder.recv(from, shape.receiveBlock(from));
        }
        for (int round = 1; round < shape.size; round++) {
            int to = shape.after(round);
            builder.send(to, outgoing.blockFor(to));
        }
    }
}
