package musubi.collectives.algorithm;

import musubi.collectives.schedule.Shape;

/**
 * A subtree of a binomial tree: a run of places, counted from the root.
 *
 * @param place its top
 * @param span places it has in a full tree: the lowest bit set in {@code place}; at the root a
 *     power of two that is not below the number of ranks
 * @param places places it has
 */
record Subtree(int place, int span, int places) {
    /** The subtree below the rank of a shape. */
    static Subtree of(Shape shape) {
        int place = shape.place();
        int span = 1;
        while (span < shape.size && (place & span) == 0) {
            span <<= 1;
        }
        return at(place, span, shape.size);
    }

    /** The subtree at a place. */
    static Subtree at(int place, int span, int size) {
        return new Subtree(place, span, Math.min(span, size - place));
    }

    /** How many of its places have ranks that follow each other; the others start at rank 0. */
    int placesBeforeWrap(Shape shape) {
        return Math.min(places, shape.size - shape.rankAt(place));
    }
}
