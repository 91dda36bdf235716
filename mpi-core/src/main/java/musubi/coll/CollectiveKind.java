package musubi.coll;

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
