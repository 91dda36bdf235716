package mpi;

import musubi.coll.CollectiveKind;

/**
 * The persistent collective operations of a communicator: their arguments are given once, then they
 * are started as often as wanted. All processes prepare them in the same order, as they call
 * collectives; to start they may in any order. Arguments are read when the operation is prepared,
 * but for the buffers, and for what belongs to the operation: a user's function. MPI-4.1 sections
 * 6.13 and 8.8.
 *
 * <p>Counts and displacements are {@code long}, which takes {@code int} as well; arrays of them are
 * {@code int[]}, or {@code long[]} in the forms that end in {@code Void...}, for which nothing is
 * to be passed.
 */
abstract class PersistentCollectives extends LargeMessages {
    PersistentCollectives() {}

    /** Prepares {@link Comm#barrier} for many starts. MPI-4.1 section 6.13.1. */
    public final Prequest barrierInit() throws MPIException {
        return prepare("barrierInit", nonBlocking(CollectiveKind.BARRIER));
    }

    /** Prepares {@link Comm#bcast} for many starts. MPI-4.1 section 6.13.2. */
    public final Prequest bcastInit(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "bcastInit",
                nonBlocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** Prepares {@link Comm#gather} for many starts. MPI-4.1 section 6.13.3. */
    public final Prequest gatherInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "gatherInit",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link Comm#gather} in place for many starts. MPI-4.1 section 6.13.3. */
    public final Prequest gatherInit(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "gatherInit",
                nonBlocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Prepares {@link Comm#gatherv} for many starts. MPI-4.1 section 6.13.3. */
    public final Prequest gathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.3
     * and 19.2.
     */
    public final Prequest gathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * Prepares {@link Comm#gatherv} for many starts, with the arguments that this process needs.
     * MPI-4.1 section 6.13.3.
     */
    public final Prequest gathervInit(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.3
     * and 19.2.
     */
    public final Prequest gathervInit(
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * Prepares {@link Comm#gatherv} for many starts, with the arguments that this process needs.
     * MPI-4.1 section 6.13.3.
     */
    public final Prequest gathervInit(Object sendbuf, long sendcount, Datatype sendtype, int root)
            throws MPIException {
        return prepare(
                "gathervInit",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .root(root));
    }

    /** Prepares {@link Comm#scatter} for many starts. MPI-4.1 section 6.13.4. */
    public final Prequest scatterInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "scatterInit",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link Comm#scatter} in place for many starts. MPI-4.1 section 6.13.4. */
    public final Prequest scatterInit(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "scatterInit",
                nonBlocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** Prepares {@link Comm#scatterv} for many starts. MPI-4.1 section 6.13.4. */
    public final Prequest scattervInit(
            Object sendbuf,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.4
     * and 19.2.
     */
    public final Prequest scattervInit(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * Prepares {@link Comm#scatterv} for many starts, with the arguments that this process needs.
     * MPI-4.1 section 6.13.4.
     */
    public final Prequest scattervInit(
            Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.4
     * and 19.2.
     */
    public final Prequest scattervInit(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            int root,
            Void... none)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * Prepares {@link Comm#scatterv} for many starts, with the arguments that this process needs.
     * MPI-4.1 section 6.13.4.
     */
    public final Prequest scattervInit(Object recvbuf, long recvcount, Datatype recvtype, int root)
            throws MPIException {
        return prepare(
                "scattervInit",
                nonBlocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link Comm#allGather} for many starts. MPI-4.1 section 6.13.5. */
    public final Prequest allGatherInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allGatherInit",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link Comm#allGather} in place for many starts. MPI-4.1 section 6.13.5. */
    public final Prequest allGatherInit(Object buf, long count, Datatype type) throws MPIException {
        return prepare(
                "allGatherInit",
                nonBlocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** Prepares {@link Comm#allGatherv} for many starts. MPI-4.1 section 6.13.5. */
    public final Prequest allGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.5
     * and 19.2.
     */
    public final Prequest allGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Prepares {@link Comm#allGatherv} in place for many starts. MPI-4.1 section 6.13.5. */
    public final Prequest allGathervInit(
            Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.5
     * and 19.2.
     */
    public final Prequest allGathervInit(
            Object recvbuf, long[] recvcount, long[] displs, Datatype recvtype, Void... none)
            throws MPIException {
        return prepare(
                "allGathervInit",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /** Prepares {@link Comm#allToAll} for many starts. MPI-4.1 section 6.13.6. */
    public final Prequest allToAllInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allToAllInit",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link Comm#allToAllv} for many starts. MPI-4.1 section 6.13.6. */
    public final Prequest allToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "allToAllvInit",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.6
     * and 19.2.
     */
    public final Prequest allToAllvInit(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "allToAllvInit",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Prepares {@link Comm#allToAllw} for many starts. MPI-4.1 section 6.13.6. */
    public final Prequest allToAllwInit(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return prepare(
                "allToAllwInit",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.6
     * and 19.2.
     */
    public final Prequest allToAllwInit(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        return prepare(
                "allToAllwInit",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** Prepares {@link Comm#reduce} for many starts. MPI-4.1 section 6.13.7. */
    public final Prequest reduceInit(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return prepare(
                "reduceInit",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** Prepares {@link Comm#reduce} in place for many starts. MPI-4.1 section 6.13.7. */
    public final Prequest reduceInit(Object buf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return prepare(
                "reduceInit",
                nonBlocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** Prepares {@link Comm#allReduce} for many starts. MPI-4.1 section 6.13.8. */
    public final Prequest allReduceInit(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op) throws MPIException {
        return prepare(
                "allReduceInit",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Prepares {@link Comm#allReduce} in place for many starts. MPI-4.1 section 6.13.8. */
    public final Prequest allReduceInit(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "allReduceInit",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Prepares {@link Comm#reduceScatter} for many starts. MPI-4.1 section 6.13.10. */
    public final Prequest reduceScatterInit(
            Object sendbuf, Object recvbuf, int[] recvcounts, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.10
     * and 19.2.
     */
    public final Prequest reduceScatterInit(
            Object sendbuf, Object recvbuf, long[] recvcounts, Datatype type, Op op, Void... none)
            throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /** Prepares {@link Comm#reduceScatter} in place for many starts. MPI-4.1 section 6.13.10. */
    public final Prequest reduceScatterInit(Object buf, int[] counts, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 6.13.10
     * and 19.2.
     */
    public final Prequest reduceScatterInit(
            Object buf, long[] counts, Datatype type, Op op, Void... none) throws MPIException {
        return prepare(
                "reduceScatterInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /** Prepares {@link Comm#reduceScatterBlock} for many starts. MPI-4.1 section 6.13.9. */
    public final Prequest reduceScatterBlockInit(
            Object sendbuf, Object recvbuf, long recvcount, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterBlockInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /**
     * Prepares {@link Comm#reduceScatterBlock} in place for many starts. MPI-4.1 section 6.13.9.
     */
    public final Prequest reduceScatterBlockInit(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "reduceScatterBlockInit",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** Prepares {@link Comm#neighborAllGather} for many starts. MPI-4.1 section 8.8.1. */
    public final Prequest neighborAllGatherInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllGatherInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link Comm#neighborAllGatherv} for many starts. MPI-4.1 section 8.8.1. */
    public final Prequest neighborAllGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllGathervInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 8.8.1
     * and 19.2.
     */
    public final Prequest neighborAllGathervInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "neighborAllGathervInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** Prepares {@link Comm#neighborAllToAll} for many starts. MPI-4.1 section 8.8.2. */
    public final Prequest neighborAllToAllInit(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllToAllInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** Prepares {@link Comm#neighborAllToAllv} for many starts. MPI-4.1 section 8.8.2. */
    public final Prequest neighborAllToAllvInit(
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "neighborAllToAllvInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 8.8.2
     * and 19.2.
     */
    public final Prequest neighborAllToAllvInit(
            Object sendbuf,
            long[] sendcount,
            long[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] rdispls,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return prepare(
                "neighborAllToAllvInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /** Prepares {@link Comm#neighborAllToAllw} for many starts. MPI-4.1 section 8.8.2. */
    public final Prequest neighborAllToAllwInit(
            Object sendBuf,
            int[] sendCount,
            int[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            int[] recvCount,
            int[] rDispls,
            Datatype[] recvTypes)
            throws MPIException {
        return prepare(
                "neighborAllToAllwInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with {@code int[]}, with large counts and displacements. MPI-4.1 sections 8.8.2
     * and 19.2.
     */
    public final Prequest neighborAllToAllwInit(
            Object sendBuf,
            long[] sendCount,
            long[] sDispls,
            Datatype[] sendTypes,
            Object recvBuf,
            long[] recvCount,
            long[] rDispls,
            Datatype[] recvTypes,
            Void... none)
            throws MPIException {
        return prepare(
                "neighborAllToAllwInit",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    static long total(int[] counts) {
        long total = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            total += counts[i];
        }
        return total;
    }

    static long total(long[] counts) {
        long total = 0;
        for (int i = 0; counts != null && i < counts.length; i++) {
            total += counts[i];
        }
        return total;
    }

    abstract CollectiveArguments nonBlocking(CollectiveKind kind);

    abstract boolean isMe(int root);

    abstract Prequest prepare(String call, CollectiveArguments arguments);
}
