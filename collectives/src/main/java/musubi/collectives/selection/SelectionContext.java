package musubi.collectives.selection;

import musubi.collectives.schedule.Shape;

/**
 * Properties of a call for decision rules.
 *
 * @param shape of the call
 * @param moreRanksThanCores whether the ranks of a job on a single node outnumber its cores
 */
record SelectionContext(Shape shape, boolean moreRanksThanCores) {
    /** Greatest number of ranks that a linear algorithm serves faster than rounds. */
    private static final int LINEAR_RANKS = 32;

    /** Greatest total size whose cost is the number of messages rather than bandwidth. */
    private static final long SMALL_BYTES = 32 << 10;

    /** Number of ranks. */
    int ranks() {
        return shape.size;
    }

    /** Bytes of a message or block; 0 if each rank has only the sizes of its own blocks. */
    long bytes() {
        return switch (shape.kind) {
            case GATHERV, SCATTERV, ALLTOALLV, ALLTOALLW -> 0;
            case ALLGATHERV, REDUCE_SCATTER -> allBytes() / shape.size;
            default -> shape.count * shape.itemBytes;
        };
    }

    /** Bytes of the blocks of all ranks. */
    long allBytes() {
        return switch (shape.kind) {
            case ALLGATHERV, REDUCE_SCATTER ->
                    shape.receiveCounts.sum(shape.size) * shape.itemBytes;
            default -> bytes() * shape.size;
        };
    }

    /** Whether cost is the number of messages rather than bytes. */
    boolean isSmall() {
        return allBytes() <= SMALL_BYTES;
    }

    /** Whether each wait yields the core, so that cost is the number of waits. */
    boolean isSmallAndOversubscribed() {
        return isOversubscribed() && isSmall();
    }

    /** Whether ranks share cores, so that cost is the total work of all ranks. */
    boolean isOversubscribed() {
        return moreRanksThanCores && shape.size <= LINEAR_RANKS;
    }

    /** Whether a message has at least one item for each rank. */
    boolean hasItemsForAll() {
        return shape.count >= shape.size;
    }

    /** Whether fewer rounds of combined blocks outweigh the copies. */
    boolean areManyShortBlocks() {
        return bytes() <= 256 && shape.size >= 8 && !isSmallAndOversubscribed();
    }

    /** A description for users. */
    @Override
    public String toString() {
        String more = moreRanksThanCores ? "more" : "not more";
        return "%s ranks, %s than cores, %s bytes".formatted(shape.size, more, bytes());
    }
}
