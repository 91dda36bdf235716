package musubi.collectives.tree;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Shape;

/**
 * A subtree of a binomial tree: a run of places, counted from the root.
 *
 * @param place its top
 * @param span places it has in a full tree: the lowest bit set in {@code place}; at the root a
 *     power of two that is not below the number of ranks
 * @param places places it has
 */
public record BinomialSubtree(int place, int span, int places) {
    /** The subtree below the rank of a shape. */
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
     * Where the blocks of its ranks lie: two runs, the second without items unless the ranks wrap
     * around.
     *
     * @param shape that of this rank, the top of the subtree or above it
     * @param rootBuffer where they lie at the root, which has a block for each rank
     * @param collected where they lie at others, behind what this rank's places before have
     */
    public Part[] blocks(Shape shape, int rootBuffer, Part collected) {
        int together = placesBeforeWrap(shape);
        long first = together * shape.count;
        long second = (places - together) * shape.count;
        if (shape.isRoot()) {
            long at = shape.rankAt(place) * shape.count;
            return new Part[] {
                new Part(rootBuffer, at, first),
                new Part(rootBuffer, 0, second)
            };
        }
        long at = (place - shape.place()) * shape.count;
        return new Part[] {collected.slice(at, first), collected.slice(at + first, second)};
    }

    /** How many of its places have ranks that follow each other; the others start at rank 0. */
    private int placesBeforeWrap(Shape shape) {
        return Math.min(places, shape.size - shape.rankAt(place));
    }
}
