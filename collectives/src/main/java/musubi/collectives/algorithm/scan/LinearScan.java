package musubi.collectives.algorithm.scan;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * Scan and exclusive scan along a chain of ranks, optionally in segments. Operands stay in rank
 * order. Open MPI coll/base, scan and exscan linear.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β + n/k γ) with k segments.
 *
 * <pre>
 *   p = 3   0-&gt;1 (0), 1-&gt;2 (0 op 1)
 * </pre>
 */
public final class LinearScan implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        boolean inclusive = shape.kind == CollectiveKind.SCAN;
        Part result = Part.receive(0, shape.count);
        Part mine = shape.contribution();
        if (shape.rank == 0) {
            pass(shape, builder, mine);
            if (inclusive) {
                builder.copy(mine, result);
            }
            return;
        }
        boolean direct = !inclusive && !shape.inPlace;
        Part before = direct ? result : builder.temporary(shape.count);
        Part after = inclusive ? result : builder.temporary(shape.count);
        builder.copy(mine, after);
        List<Part> arriving = Segments.of(before, shape.segment);
        List<Part> leaving = Segments.of(after, shape.segment);
        for (int i = 0; i < arriving.size(); i++) {
            builder.recv(shape.rank - 1, arriving.get(i));
            if (inclusive || shape.rank + 1 < shape.size) {
                builder.reduce(arriving.get(i), leaving.get(i));
            }
            if (shape.rank + 1 < shape.size) {
                builder.send(shape.rank + 1, leaving.get(i));
            }
        }
        if (!inclusive) {
            builder.copy(before, result);
        }
    }

    private static void pass(Shape shape, ScheduleBuilder builder, Part mine) {
        for (Part segment : Segments.of(mine, shape.segment)) {
            if (shape.size > 1) {
                builder.send(1, segment);
            }
        }
    }
}
