package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * Reduction up a binary tree in which the ranks below a rank's first child come before it and those
 * below its second one behind it, so operands stay in order whatever the operation. As Open MPI's
 * coll/base in-order binary; there the last rank is the top, here the root, so nothing is sent on.
 * Segment by segment when the message is cut.
 *
 * <p>Cost: (ceil(log2 p) + k) 2 (α + n/k β + n/k γ) with k segments.
 *
 * <pre>
 *   p = 7, root 3       3
 *                     /   \
 *                    1     5       (0 op (1 op 2)) op (3 op (4 op (5 op 6)))
 *                   / \   / \
 *                  0   2 4   6
 * </pre>
 */
public final class InOrderBinaryReduce implements Algorithm {
    private static final int NOBODY = -1;

    public InOrderBinaryReduce() {}

    @Override
    public String name() {
        return "in-order-binary";
    }

    @Override
    public boolean supportsSegments() {
        return true;
    }

    /** Who is above a rank and below it. */
    private record Links(int parent, int before, int behind) {
        static Links of(Shape shape) {
            int parent = NOBODY;
            int from = 0;
            int to = shape.size - 1;
            int top = shape.root;
            while (top != shape.rank) {
                parent = top;
                if (shape.rank < top) {
                    to = top - 1;
                } else {
                    from = top + 1;
                }
                top = middle(from, to);
            }
            return new Links(parent, middle(from, top - 1), middle(top + 1, to));
        }

        private static int middle(int from, int to) {
            return from > to ? NOBODY : (from + to) >>> 1;
        }
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Links links = Links.of(shape);
        List<Part> own = Segments.of(shape.contribution(), shape.segment);
        List<Part> before = room(shape, builder, links.before != NOBODY);
        List<Part> behind = room(shape, builder, links.behind != NOBODY || !before.isEmpty());
        List<Part> results = Segments.of(Part.receive(0, shape.count), shape.segment);
        for (int i = 0; i < own.size(); i++) {
            Part result = own.get(i);
            if (links.behind != NOBODY) {
                result = behind.get(i);
                builder.recv(links.behind, result);
                builder.reduce(own.get(i), result);
            }
            if (links.before != NOBODY) {
                builder.recv(links.before, before.get(i));
                builder.copy(result, behind.get(i));
                result = behind.get(i);
                builder.reduce(before.get(i), result);
            }
            if (links.parent != NOBODY) {
                builder.send(links.parent, result);
            } else {
                builder.copy(result, results.get(i));
            }
        }
    }

    private static List<Part> room(Shape shape, ScheduleBuilder builder, boolean needed) {
        return needed ? Segments.of(builder.temporary(shape.count), shape.segment) : List.of();
    }
}
