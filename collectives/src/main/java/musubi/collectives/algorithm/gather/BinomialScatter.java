package musubi.collectives.algorithm.gather;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinomialSubtree;

/**
 * Scatter down a binomial tree; a rank receives the blocks of its subtree in one message, or in two
 * if its ranks wrap around. The reverse of {@link BinomialGather}.
 *
 * <p>Cost: ceil(log2 p) α + (p - 1) n β.
 *
 * <pre>
 *   p = 4, root 0   0-&gt;2 (2 3), then 0-&gt;1 (1)  2-&gt;3 (3)
 * </pre>
 */
public final class BinomialScatter implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        BinomialSubtree tree = BinomialSubtree.of(shape);
        Part mine = Part.receive(0, shape.count);
        Part all = mine;
        if (!shape.isRoot()) {
            if (tree.places() > 1) {
                all = builder.temporary(Math.multiplyExact(shape.count, tree.places()));
            }
            for (Part blocks : tree.blocks(shape, Part.SEND, all)) {
                builder.recv(shape.rankAt(tree.place() - tree.span()), blocks);
            }
        }
        for (int mask = tree.span() >> 1; mask > 0; mask >>= 1) {
            if (tree.place() + mask < shape.size) {
                BinomialSubtree child = BinomialSubtree.at(tree.place() + mask, mask, shape.size);
                for (Part blocks : child.blocks(shape, Part.SEND, all)) {
                    builder.send(shape.rankAt(child.place()), blocks);
                }
            }
        }
        if (!shape.isRoot()) {
            builder.copy(all.slice(0, shape.count), mine);
        } else if (!shape.inPlace) {
            builder.copy(shape.sendBlock(shape.rank), mine);
        }
    }
}
