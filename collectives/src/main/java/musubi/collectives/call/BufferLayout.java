package musubi.collectives.call;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;

/** The significant blocks of one side of a call at a rank. MPI-4.1 sections 6.3 to 6.11. */
enum BufferLayout {
    /** Not significant. */
    NONE,
    /** One block of {@code count} items. */
    BLOCK,
    /** A block of {@code count} items for each rank. */
    BLOCKS,
    /** A block for each rank, by counts and displacements. */
    VECTOR,
    /** All blocks of a reduce-scatter, contiguous. */
    ROW,
    /** This rank's block of a reduce-scatter. */
    OWN;

    /** Layout of the send buffer. */
    static BufferLayout ofSend(Shape shape) {
        boolean gathers =
                switch (shape.kind) {
                    case GATHER, GATHERV, REDUCE -> true;
                    default -> false;
                };
        return isRootedBetweenGroups(shape) && (shape.isIdle() || gathers == shape.isRoot())
                ? NONE
                : ofSend(shape.kind, shape.isRoot(), shape.inPlace);
    }

    /** Layout of the receive buffer, in place also of the data sent. */
    static BufferLayout ofReceive(Shape shape) {
        boolean scatters =
                shape.kind == CollectiveKind.SCATTER || shape.kind == CollectiveKind.SCATTERV;
        return isRootedBetweenGroups(shape) && (shape.isIdle() || scatters && shape.isRoot())
                ? NONE
                : ofReceive(shape.kind, shape.isRoot(), shape.inPlace);
    }

    private static boolean isRootedBetweenGroups(Shape shape) {
        return shape.isInter() && shape.kind.isRooted();
    }

    private static BufferLayout ofSend(CollectiveKind kind, boolean isRoot, boolean inPlace) {
        return switch (kind) {
            case BARRIER, BCAST -> NONE;
            case SCATTER -> isRoot ? BLOCKS : NONE;
            case SCATTERV -> isRoot ? VECTOR : NONE;
            case ALLTOALL, REDUCE_SCATTER_BLOCK -> inPlace ? NONE : BLOCKS;
            case ALLTOALLV, ALLTOALLW -> inPlace ? NONE : VECTOR;
            case REDUCE_SCATTER -> inPlace ? NONE : ROW;
            default -> inPlace ? NONE : BLOCK;
        };
    }

    private static BufferLayout ofReceive(CollectiveKind kind, boolean isRoot, boolean inPlace) {
        return switch (kind) {
            case BARRIER -> NONE;
            case GATHER -> isRoot ? BLOCKS : inPlace ? BLOCK : NONE;
            case GATHERV -> isRoot ? VECTOR : NONE;
            case SCATTER, SCATTERV -> isRoot && inPlace ? NONE : BLOCK;
            case REDUCE -> isRoot || inPlace ? BLOCK : NONE;
            case ALLGATHER, ALLTOALL -> BLOCKS;
            case ALLGATHERV, ALLTOALLV, ALLTOALLW -> VECTOR;
            case REDUCE_SCATTER -> inPlace ? ROW : OWN;
            case REDUCE_SCATTER_BLOCK -> inPlace ? BLOCKS : BLOCK;
            default -> BLOCK;
        };
    }

    /** Whether there is a count for each rank. */
    boolean hasCounts() {
        return this == VECTOR || this == ROW || this == OWN;
    }
}
