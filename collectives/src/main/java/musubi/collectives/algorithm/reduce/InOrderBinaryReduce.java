package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * Reduction up an in-order binary tree: the first subtree of a rank has the ranks before it, the
 * second those after it, so operands of any operation stay in order. As in Open MPI's coll/base
 * in-order binary, but with the root instead of the last rank at the top, so the result needs no
 * further message. Optionally in segments.
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
public final class InOrderBinaryReduce implements Planner {
    private static final int NONE = -1;

    /** Parent and children of a rank. */
    private record Links(int parent, int before, int after) {
        static Links of(Shape shape) {
            int parent = NONE;
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
            return from > to ? NONE : (from + to) >>> 1;
        }
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Links links = Links.of(shape);
        List<Part> own = Segments.of(shape.contribution(), shape.segment);
        List<Part> before = room(shape, builder, links.before != NONE);
        List<Part> after = room(shape, builder, links.after != NONE || !before.isEmpty());
        List<Part> results = Segments.of(Part.receive(0, shape.count), shape.segment);
        for (int i = 0; i < own.size(); i++) {
            Part result = own.get(i);
            if (links.after != NONE) {
                result = after.get(i);
                builder.recv(links.after, result);
                builder.reduce(own.get(i), result);
            }
            if (links.before != NONE) {
                builder.recv(links.before, before.get(i));
                builder.copy(result, after.get(i));
                result = after.get(i);
                builder.reduce(before.get(i), result);
            }
            if (links.parent != NONE) {
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
