package musubi.collectives.algorithm.gather;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinomialSubtree;

/**
 * Gather up a binomial tree; a rank forwards the blocks of its subtree in one message, or in two if
 * its ranks wrap around. Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing
 * Applications 19(1), 2005, section 4.2.
 *
 * <p>Cost: ceil(log2 p) α + (p - 1) n β.
 *
 * <pre>
 *   p = 4, root 0   1-&gt;0 (1)  3-&gt;2 (3), then 2-&gt;0 (2 3)
 * </pre>
 */
public final class BinomialGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        BinomialSubtree tree = BinomialSubtree.of(shape);
        Part mine = shape.contribution();
        Part all = mine;
        if (shape.isRoot()) {
            builder.copy(mine, shape.receiveBlock(shape.rank));
        } else if (tree.places() > 1) {
            all = builder.temporary(Math.multiplyExact(shape.count, tree.places()));
            builder.copy(mine, all.slice(0, shape.count));
        }
        for (int mask = 1; mask < tree.span(); mask <<= 1) {
            if (tree.place() + mask < shape.size) {
                BinomialSubtree child = BinomialSubtree.at(tree.place() + mask, mask, shape.size);
                for (Part blocks : child.blocks(shape, Part.RECEIVE, all)) {
                    builder.recv(shape.rankAt(child.place()), blocks);
                }
            }
        }
        if (!shape.isRoot()) {
            for (Part blocks : tree.blocks(shape, Part.RECEIVE, all)) {
                builder.send(shape.rankAt(tree.place() - tree.span()), blocks);
            }
        }
    }
}
