package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinomialSubtree;

/**
 * The first half of a broadcast of long messages: each rank gets a block of its own, down a
 * binomial tree. Blocks belong to places from the root and are about equal.
 *
 * <pre>
 *   p = 4   0-&gt;2 (2 3), then 0-&gt;1 (1)  2-&gt;3 (3)
 * </pre>
 */
final class ScatteredMessage {
    private final Shape shape;

    ScatteredMessage(Shape shape) {
        this.shape = shape;
    }

    /** The blocks of some places. */
    Part blocks(int from, int to) {
        long at = shape.count * from / shape.size;
        return Part.receive(at, shape.count * to / shape.size - at);
    }

    /** The block of a place, counted around. */
    Part block(int place) {
        int around = Math.floorMod(place, shape.size);
        return blocks(around, around + 1);
    }

    /** Gives each place its block, and those of the places below it in the tree. */
    void scatter(ScheduleBuilder builder) {
        BinomialSubtree tree = BinomialSubtree.of(shape);
        if (!shape.isRoot()) {
            builder.recv(
                    shape.rankAt(tree.place() - tree.span()),
                    blocks(tree.place(), tree.place() + tree.places()));
        }
        for (int mask = tree.span() >> 1; mask > 0; mask >>= 1) {
            if (tree.place() + mask < shape.size) {
                BinomialSubtree child = BinomialSubtree.at(tree.place() + mask, mask, shape.size);
                Part below = blocks(child.place(), child.place() + child.places());
                builder.send(shape.rankAt(child.place()), below);
            }
        }
    }
}
