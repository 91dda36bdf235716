package musubi.coll;

import java.util.Locale;

/** The collective operations. MPI-4.1 chapter 6 and, among neighbours, sections 8.6 and 8.7. */
public enum CollectiveKind {
    BARRIER,
    BCAST,
    GATHER,
    GATHERV,
    SCATTER,
    SCATTERV,
    ALLGATHER,
    ALLGATHERV,
    ALLTOALL,
    ALLTOALLV,
    ALLTOALLW,
    REDUCE,
    ALLREDUCE,
    REDUCE_SCATTER,
    REDUCE_SCATTER_BLOCK,
    SCAN,
    EXSCAN,
    NEIGHBOR_ALLGATHER,
    NEIGHBOR_ALLGATHERV,
    NEIGHBOR_ALLTOALL,
    NEIGHBOR_ALLTOALLV,
    NEIGHBOR_ALLTOALLW;

    private final boolean amongNeighbours = name().startsWith("NEIGHBOR_");
    private final boolean hasTypes = name().endsWith("ALLTOALLW");

    /** Name in settings and reports, for example {@code reduce_scatter}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether one rank is the root of a call. */
    public boolean isRooted() {
        return switch (this) {
            case BCAST, GATHER, GATHERV, SCATTER, SCATTERV, REDUCE -> true;
            default -> false;
        };
    }

    /** Whether a call has an operation. */
    public boolean isReduction() {
        return switch (this) {
            case REDUCE, ALLREDUCE, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    /** Whether a rank sends the same block to all neighbours. */
    public boolean sendsOneBlock() {
        return this == NEIGHBOR_ALLGATHER || this == NEIGHBOR_ALLGATHERV;
    }

    /** Whether ranks exchange blocks with their neighbours in a topology only. */
    public boolean isAmongNeighbours() {
        return amongNeighbours;
    }

    /**
     * Whether a block may have fewer items than its receive buffer, as in Open MPI: each block is a
     * message of its own, whose size concerns only its sender and receiver.
     */
    public boolean acceptsShortBlocks() {
        return this == GATHERV || this == SCATTERV || this == ALLTOALLV;
    }

    /** Whether each block has a type of its own: the w forms. */
    public boolean hasTypes() {
        return hasTypes;
    }
}
