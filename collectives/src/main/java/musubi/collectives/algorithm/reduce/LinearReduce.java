package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.ArrayList;
import java.util.List;

/**
 * Reduction at the root, which receives all operands and reduces them in rank order. Basic linear
 * in Open MPI's coll/base, but with a buffer for each rank, so that the order of arrival does not
 * matter.
 *
 * <p>Cost: α + (p - 1) (n β + n γ), and (p - 1) n of memory at the root; for small messages.
 *
 * <pre>
 *   p = 4, root 0   1-&gt;0 2-&gt;0 3-&gt;0:  0: ((0 op 1) op 2) op 3
 * </pre>
 */
public final class LinearReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (!shape.isRoot()) {
            builder.send(shape.root, shape.contribution());
            return;
        }
        List<Part> operands = new ArrayList<>();
        for (int peer = 0; peer < shape.size; peer++) {
            if (peer == shape.rank) {
                operands.add(shape.contribution());
            } else {
                Part operand = builder.temporary(shape.count);
                builder.recv(peer, operand);
                operands.add(operand);
            }
        }
        builder.copy(Accumulation.fold(builder, operands), Part.receive(0, shape.count));
    }
}
