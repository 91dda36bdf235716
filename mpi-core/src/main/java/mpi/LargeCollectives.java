package mpi;

import musubi.coll.CollectiveKind;
import musubi.error.MpiFailure;
import musubi.op.LocalReduction;

/**
 * The collective calls of a communicator, with {@code long} counts and displacements: what MPI
 * calls the forms with {@code _c}. MPI-4.1 chapter 6 and sections 8.6, 8.7 and 19.2.
 *
 * <p>Those with arrays end in {@code Void...}, for which nothing is to be passed. So Java looks at
 * them only where no form with {@code int[]} fits, and {@code null} in place of an array, as other
 * ranks than the root may pass it, still means a form with {@code int[]}.
 */
abstract class LargeCollectives extends PersistentCollectives {
    LargeCollectives() {}

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.4 and 19.2. */
    public final void bcast(Object buf, long count, Datatype type, int root) throws MPIException {
        run("bcast", blocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iBcast(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return start(
                "iBcast",
                nonBlocking(CollectiveKind.BCAST).receive(buf, 0, count, type).root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.5 and 19.2. */
    public final void gather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "gather",
                blocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.5 and 19.2. */
    public final void gather(Object buf, long count, Datatype type, int root) throws MPIException {
        run(
                "gather",
                blocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iGather(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return start(
                "iGather",
                nonBlocking(CollectiveKind.GATHER)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.5 and
     * 19.2.
     */
    public final void gatherv(
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
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iGatherv(
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
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.5 and
     * 19.2.
     */
    public final void gatherv(
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iGatherv(
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            int root,
            Void... none)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .root(root)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.5 and 19.2. */
    public final void gatherv(Object sendbuf, long sendcount, Datatype sendtype, int root)
            throws MPIException {
        run(
                "gatherv",
                blocking(CollectiveKind.GATHERV).send(sendbuf, 0, sendcount, sendtype).root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iGatherv(Object sendbuf, long sendcount, Datatype sendtype, int root)
            throws MPIException {
        return start(
                "iGatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.6 and 19.2. */
    public final void scatter(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "scatter",
                blocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScatter(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.6 and 19.2. */
    public final void scatter(Object buf, long count, Datatype type, int root) throws MPIException {
        run(
                "scatter",
                blocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScatter(Object buf, long count, Datatype type, int root)
            throws MPIException {
        return start(
                "iScatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .scatterInPlace(buf, count, type, isMe(root))
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.6 and
     * 19.2.
     */
    public final void scatterv(
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
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iScatterv(
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
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.6 and
     * 19.2.
     */
    public final void scatterv(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            int root,
            Void... none)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iScatterv(
            Object sendbuf,
            long[] sendcount,
            long[] displs,
            Datatype sendtype,
            int root,
            Void... none)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, 0, sendcount, displs, sendtype)
                        .root(root)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.6 and 19.2. */
    public final void scatterv(Object recvbuf, long recvcount, Datatype recvtype, int root)
            throws MPIException {
        run(
                "scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScatterv(Object recvbuf, long recvcount, Datatype recvtype, int root)
            throws MPIException {
        return start(
                "iScatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .receive(recvbuf, 0, recvcount, recvtype)
                        .root(root));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.7 and 19.2. */
    public final void allGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "allGather",
                blocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.7 and 19.2. */
    public final void allGather(Object buf, long count, Datatype type) throws MPIException {
        run("allGather", blocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllGather(Object buf, long count, Datatype type) throws MPIException {
        return start(
                "iAllGather",
                nonBlocking(CollectiveKind.ALLGATHER).receive(buf, 0, count, type).inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.7 and
     * 19.2.
     */
    public final void allGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        run(
                "allGatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.7 and
     * 19.2.
     */
    public final void allGatherv(
            Object recvbuf, long[] recvcount, long[] displs, Datatype recvtype, Void... none)
            throws MPIException {
        run(
                "allGatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllGatherv(
            Object recvbuf, long[] recvcount, long[] displs, Datatype recvtype, Void... none)
            throws MPIException {
        return start(
                "iAllGatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .receive(recvbuf, 0, recvcount, displs, recvtype)
                        .inPlace());
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.8 and 19.2. */
    public final void allToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "allToAll",
                blocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iAllToAll",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.8 and
     * 19.2.
     */
    public final void allToAllv(
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
        run(
                "allToAllv",
                blocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllToAllv(
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
        return start(
                "iAllToAllv",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.8 and
     * 19.2.
     */
    public final void allToAllw(
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
        run(
                "allToAllw",
                blocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iAllToAllw(
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
        return start(
                "iAllToAllw",
                nonBlocking(CollectiveKind.ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.1 and 19.2. */
    public final void reduce(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op, int root)
            throws MPIException {
        run(
                "reduce",
                blocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduce(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.1 and 19.2. */
    public final void reduce(Object buf, long count, Datatype type, Op op, int root)
            throws MPIException {
        run(
                "reduce",
                blocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduce(Object buf, long count, Datatype type, Op op, int root)
            throws MPIException {
        return start(
                "iReduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .gatherInPlace(buf, count, type, isMe(root))
                        .op(op)
                        .root(root));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.6 and 19.2. */
    public final void allReduce(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        run(
                "allReduce",
                blocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllReduce(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op) throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.6 and 19.2. */
    public final void allReduce(Object buf, long count, Datatype type, Op op) throws MPIException {
        run(
                "allReduce",
                blocking(CollectiveKind.ALLREDUCE).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iAllReduce(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iAllReduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.10 and
     * 19.2.
     */
    public final void reduceScatter(
            Object sendbuf, Object recvbuf, long[] recvcounts, Datatype type, Op op, Void... none)
            throws MPIException {
        run(
                "reduceScatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iReduceScatter(
            Object sendbuf, Object recvbuf, long[] recvcounts, Datatype type, Op op, Void... none)
            throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, 0, total(recvcounts), type)
                        .receive(recvbuf, 0, recvcounts, null, type)
                        .op(op));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.10 and
     * 19.2.
     */
    public final void reduceScatter(Object buf, long[] counts, Datatype type, Op op, Void... none)
            throws MPIException {
        run(
                "reduceScatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 6.12 and
     * 19.2.
     */
    public final Request iReduceScatter(
            Object buf, long[] counts, Datatype type, Op op, Void... none) throws MPIException {
        return start(
                "iReduceScatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .receive(buf, 0, counts, null, type)
                        .op(op)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.10 and 19.2. */
    public final void reduceScatterBlock(
            Object sendbuf, Object recvbuf, long recvcount, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatterBlock",
                blocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduceScatterBlock(
            Object sendbuf, Object recvbuf, long recvcount, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .send(sendbuf, 0, recvcount, type)
                        .receive(recvbuf, 0, recvcount, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.10 and 19.2. */
    public final void reduceScatterBlock(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        run(
                "reduceScatterBlock",
                blocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iReduceScatterBlock(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iReduceScatterBlock",
                nonBlocking(CollectiveKind.REDUCE_SCATTER_BLOCK)
                        .receive(buf, 0, count, type)
                        .op(op)
                        .inPlace());
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.6.1 and 19.2. */
    public final void neighborAllGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllGather",
                blocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.7.1 and 19.2. */
    public final Request iNeighborAllGather(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllGather",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHER)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.6.1 and
     * 19.2.
     */
    public final void neighborAllGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        run(
                "neighborAllGatherv",
                blocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.7.1 and
     * 19.2.
     */
    public final Request iNeighborAllGatherv(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long[] recvcount,
            long[] displs,
            Datatype recvtype,
            Void... none)
            throws MPIException {
        return start(
                "iNeighborAllGatherv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLGATHERV)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, displs, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.6.2 and 19.2. */
    public final void neighborAllToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "neighborAllToAll",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /** As the form with ints, with {@code long} counts. MPI-4.1 sections 8.7.2 and 19.2. */
    public final Request iNeighborAllToAll(
            Object sendbuf,
            long sendcount,
            Datatype sendtype,
            Object recvbuf,
            long recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "iNeighborAllToAll",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALL)
                        .send(sendbuf, 0, sendcount, sendtype)
                        .receive(recvbuf, 0, recvcount, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.6.2 and
     * 19.2.
     */
    public final void neighborAllToAllv(
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
        run(
                "neighborAllToAllv",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.7.2 and
     * 19.2.
     */
    public final Request iNeighborAllToAllv(
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
        return start(
                "iNeighborAllToAllv",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLV)
                        .send(sendbuf, 0, sendcount, sdispls, sendtype)
                        .receive(recvbuf, 0, recvcount, rdispls, recvtype));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.6.3 and
     * 19.2.
     */
    public final void neighborAllToAllw(
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
        run(
                "neighborAllToAllw",
                blocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /**
     * As the form with ints, with {@code long} counts and displacements. MPI-4.1 sections 8.7.3 and
     * 19.2.
     */
    public final Request iNeighborAllToAllw(
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
        return start(
                "iNeighborAllToAllw",
                nonBlocking(CollectiveKind.NEIGHBOR_ALLTOALLW)
                        .send(sendBuf, sendCount, sDispls, sendTypes)
                        .receive(recvBuf, recvCount, rDispls, recvTypes));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.9.7 and 19.2. */
    public static void reduceLocal(Object inBuf, Object inOutBuf, long count, Datatype type, Op op)
            throws MPIException {
        MPI.checkRunning();
        try {
            musubi.type.MpiType coreType = Datatype.core(type);
            boolean bytes = coreType.base() == musubi.type.signature.BaseType.BYTE;
            musubi.op.ReductionOp function = Op.with(Op.core(op, bytes), type);
            LocalReduction.reduce(inBuf, inOutBuf, count, coreType, function);
        } catch (MpiFailure e) {
            throw MPI.failure(
                    e,
                    "Comm.reduceLocal",
                    ErrorReport.arguments(
                            "inBuf",
                            inBuf,
                            "inOutBuf",
                            inOutBuf,
                            "count",
                            count,
                            "type",
                            type,
                            "op",
                            op));
        }
    }

    abstract CollectiveArguments blocking(CollectiveKind kind);

    abstract void run(String call, CollectiveArguments arguments);

    abstract Request start(String call, CollectiveArguments arguments);
}
