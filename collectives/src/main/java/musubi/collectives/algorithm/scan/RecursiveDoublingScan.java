package musubi.collectives.algorithm.scan;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Scan and exclusive scan by recursive doubling: ranks exchange partial results of doubling ranges
 * of ranks; those from lower ranks also enter the result. Hillis and Steele, Comm. ACM 29(12),
 * 1986, in the form of MPICH's scan_intra_recursive_doubling. Operands stay in rank order.
 *
 * <p>Cost: ceil(log2 p) (α + n β + 2 n γ).
 *
 * <pre>
 *   p = 4   0&lt;-&gt;1 2&lt;-&gt;3 | 0&lt;-&gt;2 1&lt;-&gt;3    rank 3: 3 | 2 3 | 0 1 2 3
 * </pre>
 */
public final class RecursiveDoublingScan implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part result = Part.receive(0, shape.count);
        Part mine = shape.contribution();
        if (shape.inPlace && shape.size > 1) {
            mine = builder.temporary(shape.count);
            builder.copy(shape.contribution(), mine);
        }
        boolean hasResult = shape.kind == CollectiveKind.SCAN;
        if (hasResult) {
            builder.copy(mine, result);
        }
        Accumulation partial = new Accumulation(builder, shape.commutative, mine);
        for (int mask = 1; mask < shape.size; mask <<= 1) {
            int peer = shape.rank ^ mask;
            if (peer < shape.size) {
                builder.send(peer, partial.value());
                builder.recv(peer, partial.arrival());
                if (peer < shape.rank) {
                    addLower(builder, partial.arrival(), result, hasResult);
                    hasResult = true;
                    partial.prepend();
                } else {
                    partial.append();
                }
            }
        }
    }

    private static void addLower(
            ScheduleBuilder builder, Part lower, Part result, boolean hasResult) {
        if (hasResult) {
            builder.reduce(lower, result);
        } else {
            builder.copy(lower, result);
        }
    }
}
