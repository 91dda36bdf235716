package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.BinomialSubtree;

/**
 * First half of a broadcast of long messages: a scatter of nearly equal blocks down a binomial
 * tree. Blocks are numbered by places from the root.
 *
 * <pre>
 *   p = 4   0-&gt;2 (2 3), then 0-&gt;1 (1)  2-&gt;3 (3)
 * </pre>
 */
record ScatteredMessage(Shape shape) {
    /** The blocks of a range of places. */
    Part blocks(int from, int to) {
        long at = shape.count * from / shape.size;
        return Part.receive(at, shape.count * to / shape.size - at);
    }

    /** The block of a place, modulo the number of ranks. */
    Part block(int place) {
        int around = Math.floorMod(place, shape.size);
        return blocks(around, around + 1);
    }

    /** Distributes to each place its block and those of its subtree. */
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
