package musubi.collectives.tree;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Shape;

/**
 * A subtree of a binomial tree: contiguous places, counted from the root.
 *
 * @param place its top
 * @param span number of places in a full tree: the lowest bit set in {@code place}; at the root the
 *     least power of two not below the number of ranks
 * @param places number of places
 */
public record BinomialSubtree(int place, int span, int places) {
    /** The subtree of the rank of a shape. */
    public static BinomialSubtree of(Shape shape) {
        int place = shape.place();
        int span = 1;
        while (span < shape.size && (place & span) == 0) {
            span <<= 1;
        }
        return at(place, span, shape.size);
    }

    /** The subtree at a place. */
    public static BinomialSubtree at(int place, int span, int size) {
        return new BinomialSubtree(place, span, Math.min(span, size - place));
    }

    /**
     * The blocks of its ranks: two ranges, the second empty unless the ranks wrap around.
     *
     * @param shape of the top of the subtree or its parent
     * @param rootBuffer buffer at the root, with a block for each rank
     * @param collected buffer at other ranks, with the blocks of this rank's subtree
     */
    public Part[] blocks(Shape shape, int rootBuffer, Part collected) {
        int together = placesBeforeWrap(shape);
        long first = together * shape.count;
        long second = (places - together) * shape.count;
        if (shape.isRoot()) {
            long at = shape.rankAt(place) * shape.count;
            return new Part[] {new Part(rootBuffer, at, first), new Part(rootBuffer, 0, second)};
        }
        long at = (place - shape.place()) * shape.count;
        return new Part[] {collected.slice(at, first), collected.slice(at + first, second)};
    }

    /** Number of places before the wrap-around to rank 0. */
    private int placesBeforeWrap(Shape shape) {
        return Math.min(places, shape.size - shape.rankAt(place));
    }
}
