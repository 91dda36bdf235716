package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinomialSubtree;

/**
 * Broadcast down a binomial tree: each round halves the number of ranks without the message.
 * Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing Applications 19(1), 2005,
 * section 4.4.
 *
 * <p>Cost: ceil(log2 p) (α + n β). With k segments each rank forwards a segment on arrival:
 * (ceil(log2 p) + (k - 1) ceil(log2 p)) (α + n/k β), so segments help only if sends overlap.
 *
 * <pre>
 *   p = 8, places from the root     0
 *                                 / | \
 *                                4  2  1
 *                               / \  \
 *                              6   5  3
 *                              |
 *                              7
 * </pre>
 */
public final class BinomialBroadcast implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        BinomialSubtree tree = BinomialSubtree.of(shape);
        int place = tree.place();
        for (Part part : Segments.of(Part.receive(0, shape.count), shape.segment)) {
            if (place != 0) {
                builder.recv(shape.rankAt(place - tree.span()), part);
            }
            for (int mask = tree.span() >> 1; mask > 0; mask >>= 1) {
                if (place + mask < shape.size) {
                    builder.send(shape.rankAt(place + mask), part);
                }
            }
        }
    }
}
