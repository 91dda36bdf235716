package musubi.collectives.selection;

import musubi.collectives.schedule.Shape;

/**
 * What rules ask of a call.
 *
 * @param shape of the call
 * @param moreRanksThanCores whether the ranks of a job on a single node outnumber its cores
 */
record SelectionContext(Shape shape, boolean moreRanksThanCores) {
    /** Up to so many ranks one of them can serve all others faster than rounds take. */
    private static final int LINEAR_RANKS = 32;

    /** Above so many bytes in all, bandwidth counts and not the number of messages. */
    private static final long SMALL_BYTES = 32 << 10;

    /** How many ranks there are. */
    int ranks() {
        return shape.size;
    }

    /** Bytes of a message or block; 0 where each rank knows its own blocks only. */
    long bytes() {
        return switch (shape.kind) {
            case GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> 0;
            case ALLGATHERV, REDUCE_SCATTER -> allBytes() / shape.size;
            default -> shape.count * shape.itemBytes;
        };
    }

    /** Bytes of a block for each rank. */
    long allBytes() {
        return switch (shape.kind) {
            case ALLGATHERV, REDUCE_SCATTER ->
                    shape.receiveCounts.sum(shape.size) * shape.itemBytes;
            default -> bytes() * shape.size;
        };
    }

    /** Whether the number of messages counts, not the bytes. */
    boolean isSmall() {
        return allBytes() <= SMALL_BYTES;
    }

    /** Whether a rank that has to wait gives its core away, so that few waits count. */
    boolean isSmallAndOversubscribed() {
        return isOversubscribed() && isSmall();
    }

    /** Whether ranks wait for cores, so that the work of all of them counts. */
    boolean isOversubscribed() {
        return moreRanksThanCores && shape.size <= LINEAR_RANKS;
    }

    /** Whether a message has an item for each rank at least. */
    boolean hasItemsForAll() {
        return shape.count >= shape.size;
    }

    /** Whether rounds in which blocks go along with others are worth the copies. */
    boolean areManyShortBlocks() {
        return bytes() <= 256 && shape.size >= 8 && !isSmallAndOversubscribed();
    }

    /** In words for the user. */
    @Override
    public String toString() {
        return shape.size
                + " ranks, "
                + (moreRanksThanCores ? "more" : "not more")
                + " than cores, "
                + bytes()
                + " bytes";
    }
}
