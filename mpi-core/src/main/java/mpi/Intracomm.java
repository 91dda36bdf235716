package mpi;

import musubi.coll.CollectiveKind;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import nicam.Nicam;

import java.nio.Buffer;

/** An intracommunicator: a communicator of one group. MPI-4.1 chapters 6 and 7. */
public class Intracomm extends Comm {
    Intracomm(String name) {
        super(name);
    }

    Intracomm(Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Intracomm clone() {
        return dup();
    }

    @Override
    public Intracomm dup() throws MPIException {
        return adopt(new Intracomm(duplicate("dup"), this));
    }

    @Override
    public Intracomm iDup() throws MPIException {
        return startDup(adopt(new Intracomm(pendingDuplicate(), this)));
    }

    @Override
    public Intracomm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new Intracomm(duplicate("dupWithInfo"), this)), info);
    }

    /** As {@link Comm#compare}. MPI-4.1 section 7.4.1. */
    public static int Compare(Comm comm1, Comm comm2) throws MPIException {
        return compare("Intracomm.Compare", comm1, comm2);
    }

    /**
     * Splits into communicators of equal colour, ordered by key, then by rank; collective. MPI-4.1
     * section 7.4.2.
     *
     * @param colour not negative, or {@code MPI.UNDEFINED} for a null communicator
     */
    public final Intracomm split(int colour, int key) throws MPIException {
        return new Intracomm(splitCore("split", colour, key), this);
    }

    /** As {@link #split}; null for {@code MPI.UNDEFINED}. MPI-4.1 section 7.4.2. */
    public Intracomm Split(int color, int key) throws MPIException {
        Communicator core = splitCore("Split", color, key);
        return core == null ? null : new Intracomm(core, this);
    }

    private Communicator splitCore(String call, int colour, int key) {
        return call(
                call,
                "colour=" + colour + ", key=" + key,
                (rank, parent) -> {
                    Intercomm.checkColour(colour);
                    ProgramChecks.checkAgreement(rank, this, parent, "SPLIT", call, "");
                    return parent.split(colour, key);
                });
    }

    /**
     * Splits into communicators of the processes on one node, ordered by key, then by rank;
     * collective. MPI-4.1 section 7.4.2.
     *
     * @param splitType {@code Comm.TYPE_SHARED}, or {@code MPI.UNDEFINED} for a null communicator
     * @param info with the hint {@code musubi_shared} = {@code jvm}, equal in all processes, the
     *     processes of one JVM instead; may be null
     */
    public final Intracomm splitType(int splitType, int key, Info info) throws MPIException {
        return call(
                "splitType",
                "splitType=" + splitType + ", key=" + key,
                (rank, parent) -> {
                    long colour = SharedSplit.colour(rank, splitType, info);
                    ProgramChecks.checkAgreement(rank, this, parent, "SPLIT_TYPE", "splitType", "");
                    return new Intracomm(parent.split(colour, key), this);
                });
    }

    /**
     * A communicator of a subgroup; collective over this communicator. Null for processes outside
     * the subgroup. MPI-4.1 section 7.4.2.
     */
    public final Intracomm create(Group group) throws MPIException {
        return new Intracomm(createCore("create", group, false, 0), this);
    }

    /** As {@link #create}; null for those outside. MPI-4.1 section 7.4.2. */
    public Intracomm Create(Group group) throws MPIException {
        Communicator core = createCore("Create", group, false, 0);
        return core == null ? null : new Intracomm(core, this);
    }

    /** As {@link #Create}, as mpiJava spells it. MPI-4.1 section 7.4.2. */
    public Intracomm Creat(Group group) throws MPIException {
        return Create(group);
    }

    /** As {@link #create}, but collective over the group only. MPI-4.1 section 7.4.2. */
    public final Intracomm createGroup(Group group, int tag) throws MPIException {
        return new Intracomm(createCore("createGroup", group, true, tag), this);
    }

    private Communicator createCore(String call, Group group, boolean groupOnly, int tag) {
        return call(
                call,
                groupOnly ? "tag=" + tag : "",
                (rank, parent) -> {
                    musubi.group.RankGroup members = Group.core(group);
                    if (!groupOnly) {
                        ProgramChecks.checkGroupsAgree(rank, this, parent, call, members);
                        return parent.create(members);
                    }
                    if (tag < 0) {
                        throw new MpiFailure(ErrorClass.TAG, "the tag must not be negative")
                                .with("tag", tag);
                    }
                    return parent.createGroup(members, tag);
                });
    }

    /**
     * A communicator with a Cartesian topology of the first processes of this one; collective. Null
     * for processes outside the grid. Fails with {@code ERR_ARG} when the grid is larger than the
     * group, with {@code ERR_DIMS} when a dimension is not positive. MPI-4.1 section 8.5.1.
     *
     * @param dims processes in each dimension; of length 0 for a grid of one process
     * @param periods whether each dimension wraps around
     * @param reorder whether ranks may change; those of a node then follow each other, and on a
     *     single node nothing changes
     */
    public final CartComm createCart(int[] dims, boolean[] periods, boolean reorder)
            throws MPIException {
        return new CartComm(Topologies.cart(this, "createCart", dims, periods, reorder), this);
    }

    /** As {@link #createCart}; null for those that find no place. MPI-4.1 section 8.5.1. */
    public Cartcomm Create_cart(int[] dims, boolean[] periods, boolean reorder)
            throws MPIException {
        Communicator core = Topologies.cart(this, "Create_cart", dims, periods, reorder);
        return core == null ? null : new Cartcomm(core, this);
    }

    /**
     * A communicator with a graph topology of the first processes of this one; collective. Null for
     * processes outside the graph. MPI-4.1 section 8.5.3.
     *
     * @param index end of each node's edges in {@code edges}
     * @param edges destinations of the edges, node by node; multiple edges and loops are allowed
     * @param reorder whether ranks may be reordered; they are not
     */
    public final GraphComm createGraph(int[] index, int[] edges, boolean reorder)
            throws MPIException {
        return new GraphComm(Topologies.graph(this, "createGraph", index, edges, reorder), this);
    }

    /** As {@link #createGraph}; null for those that find no node. MPI-4.1 section 8.5.3. */
    public Graphcomm Create_graph(int[] index, int[] edges, boolean reorder) throws MPIException {
        Communicator core = Topologies.graph(this, "Create_graph", index, edges, reorder);
        return core == null ? null : new Graphcomm(core, this);
    }

    /**
     * A communicator with a distributed graph topology, of which each process specifies any edges;
     * collective. MPI-4.1 section 8.5.4.
     *
     * @param sources ranks where edges start; {@code degrees[i]} edges start at {@code sources[i]}
     * @param degrees number of edges of each source
     * @param destinations of the edges, source by source
     * @param weights of the edges, not negative; all processes give weights or none does
     * @param info hints; none is known
     * @param reorder whether ranks may be reordered; they are not
     */
    public final GraphComm createDistGraph(
            int[] sources,
            int[] degrees,
            int[] destinations,
            int[] weights,
            Info info,
            boolean reorder)
            throws MPIException {
        int[] given = Topologies.given(weights);
        return withInfo(
                new GraphComm(
                        Topologies.distGraph(this, sources, degrees, destinations, given), this),
                info);
    }

    /** As the form with weights, without them. MPI-4.1 section 8.5.4. */
    public final GraphComm createDistGraph(
            int[] sources, int[] degrees, int[] destinations, Info info, boolean reorder)
            throws MPIException {
        return withInfo(
                new GraphComm(
                        Topologies.distGraph(this, sources, degrees, destinations, null), this),
                info);
    }

    /**
     * A communicator with a distributed graph topology, of which each process specifies its
     * incoming and outgoing edges; collective. Both ends specify an edge. MPI-4.1 section 8.5.4.
     *
     * @param sources ranks with an edge to this one
     * @param sourceWeights of these edges, not negative
     * @param destinations ranks with an edge from this one
     * @param destWeights of these edges, not negative
     * @param info hints; none is known
     * @param reorder whether ranks may be reordered; they are not
     */
    public final GraphComm createDistGraphAdjacent(
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destWeights,
            Info info,
            boolean reorder)
            throws MPIException {
        int[] in = Topologies.given(sourceWeights);
        int[] out = Topologies.given(destWeights);
        return withInfo(
                new GraphComm(
                        Topologies.distGraphAdjacent(this, true, sources, in, destinations, out),
                        this),
                info);
    }

    /** As the form with weights, without them. MPI-4.1 section 8.5.4. */
    public final GraphComm createDistGraphAdjacent(
            int[] sources, int[] destinations, Info info, boolean reorder) throws MPIException {
        return withInfo(
                new GraphComm(
                        Topologies.distGraphAdjacent(
                                this, false, sources, null, destinations, null),
                        this),
                info);
    }

    /** Inclusive scan: reduces the buffers of ranks 0 to this one. MPI-4.1 section 6.11.1. */
    public final void scan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        run(
                "scan",
                blocking(CollectiveKind.SCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.11.1 and 19.2. */
    public final void scan(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        run(
                "scan",
                blocking(CollectiveKind.SCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Starts {@link #scan}. MPI-4.1 section 6.12. */
    public final Request iScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iScan",
                nonBlocking(CollectiveKind.SCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Starts {@link #scan}. MPI-4.1 section 6.12. */
    public final Request iScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iScan",
                nonBlocking(CollectiveKind.SCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScan(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iScan",
                nonBlocking(CollectiveKind.SCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** In place: the operand lies in the receive buffer. MPI-4.1 section 6.11.1. */
    public final void scan(Object recvbuf, int count, Datatype type, Op op) throws MPIException {
        run(
                "scan",
                blocking(CollectiveKind.SCAN).receive(recvbuf, 0, count, type).op(op).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.11.1 and 19.2. */
    public final void scan(Object recvbuf, long count, Datatype type, Op op) throws MPIException {
        run(
                "scan",
                blocking(CollectiveKind.SCAN).receive(recvbuf, 0, count, type).op(op).inPlace());
    }

    /** Starts {@link #scan}. MPI-4.1 section 6.12. */
    public final Request iScan(Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iScan",
                nonBlocking(CollectiveKind.SCAN).receive(recvbuf, 0, count, type).op(op).inPlace());
    }

    /** Starts {@link #scan}. MPI-4.1 section 6.12. */
    public final Request iScan(Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iScan",
                nonBlocking(CollectiveKind.SCAN).receive(recvbuf, 0, count, type).op(op).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iScan(Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iScan",
                nonBlocking(CollectiveKind.SCAN).receive(recvbuf, 0, count, type).op(op).inPlace());
    }

    /**
     * Exclusive scan: reduces the buffers of the ranks before this one; the result at rank 0 is
     * undefined. MPI-4.1 section 6.11.2.
     */
    public final void exScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        run(
                "exScan",
                blocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.11.2 and 19.2. */
    public final void exScan(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        run(
                "exScan",
                blocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Starts {@link #exScan}. MPI-4.1 section 6.12. */
    public final Request iExScan(Buffer sendbuf, Buffer recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iExScan",
                nonBlocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** Starts {@link #exScan}. MPI-4.1 section 6.12. */
    public final Request iExScan(Object sendbuf, Object recvbuf, int count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iExScan",
                nonBlocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iExScan(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        return start(
                "iExScan",
                nonBlocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /** In place: the operand lies in the receive buffer. MPI-4.1 section 6.11.2. */
    public final void exScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        run(
                "exScan",
                blocking(CollectiveKind.EXSCAN).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.11.2 and 19.2. */
    public final void exScan(Object buf, long count, Datatype type, Op op) throws MPIException {
        run(
                "exScan",
                blocking(CollectiveKind.EXSCAN).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** Starts {@link #exScan}. MPI-4.1 section 6.12. */
    public final Request iExScan(Buffer buf, int count, Datatype type, Op op) throws MPIException {
        return start(
                "iExScan",
                nonBlocking(CollectiveKind.EXSCAN).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** Starts {@link #exScan}. MPI-4.1 section 6.12. */
    public final Request iExScan(Object buf, int count, Datatype type, Op op) throws MPIException {
        return start(
                "iExScan",
                nonBlocking(CollectiveKind.EXSCAN).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** As the form with ints, with a {@code long} count. MPI-4.1 sections 6.12 and 19.2. */
    public final Request iExScan(Object buf, long count, Datatype type, Op op) throws MPIException {
        return start(
                "iExScan",
                nonBlocking(CollectiveKind.EXSCAN).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** Prepares {@link Intracomm#scan} as a persistent operation. MPI-4.1 section 6.13.11. */
    public final Prequest scanInit(Object sendbuf, Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "scanInit",
                nonBlocking(CollectiveKind.SCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /**
     * Prepares {@link Intracomm#scan} in place as a persistent operation. MPI-4.1 section 6.13.11.
     */
    public final Prequest scanInit(Object recvbuf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "scanInit",
                nonBlocking(CollectiveKind.SCAN).receive(recvbuf, 0, count, type).op(op).inPlace());
    }

    /** Prepares {@link Intracomm#exScan} as a persistent operation. MPI-4.1 section 6.13.12. */
    public final Prequest exScanInit(
            Object sendbuf, Object recvbuf, long count, Datatype type, Op op) throws MPIException {
        return prepare(
                "exScanInit",
                nonBlocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, 0, count, type)
                        .receive(recvbuf, 0, count, type)
                        .op(op));
    }

    /**
     * Prepares {@link Intracomm#exScan} in place as a persistent operation. MPI-4.1 section
     * 6.13.12.
     */
    public final Prequest exScanInit(Object buf, long count, Datatype type, Op op)
            throws MPIException {
        return prepare(
                "exScanInit",
                nonBlocking(CollectiveKind.EXSCAN).receive(buf, 0, count, type).op(op).inPlace());
    }

    /** As {@link #barrier}. MPI-4.1 section 6.3. */
    public void Barrier() throws MPIException {
        barrier();
    }

    /** Starts {@link #Barrier}. MPI-4.1 section 6.12. */
    public Request Ibarrier() throws MPIException {
        return start("Ibarrier", nonBlocking(CollectiveKind.BARRIER));
    }

    /** As {@link #bcast}, from and to elements of the buffers on. MPI-4.1 section 6.4. */
    public void Bcast(Object buf, int offset, int count, Datatype type, int root)
            throws MPIException {
        run("Bcast", blocking(CollectiveKind.BCAST).receive(buf, offset, count, type).root(root));
    }

    /** Starts {@link #Bcast}. MPI-4.1 section 6.12. */
    public Request Ibcast(Object buf, int offset, int count, Datatype type, int root)
            throws MPIException {
        return start(
                "Ibcast",
                nonBlocking(CollectiveKind.BCAST).receive(buf, offset, count, type).root(root));
    }

    /** As {@link #gather}, from and to elements of the buffers on. MPI-4.1 section 6.5. */
    public void Gather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "Gather",
                blocking(CollectiveKind.GATHER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #Gather}. MPI-4.1 section 6.12. */
    public Request Igather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "Igather",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** As {@link #gatherv}, from and to elements of the buffers on. MPI-4.1 section 6.5. */
    public void Gatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "Gatherv",
                blocking(CollectiveKind.GATHERV)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, displs, recvtype)
                        .root(root));
    }

    /** Starts {@link #Gatherv}. MPI-4.1 section 6.12. */
    public Request Igatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "Igatherv",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, displs, recvtype)
                        .root(root));
    }

    /** As {@link #scatter}, from and to elements of the buffers on. MPI-4.1 section 6.6. */
    public void Scatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "Scatter",
                blocking(CollectiveKind.SCATTER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #Scatter}. MPI-4.1 section 6.12. */
    public Request Iscatter(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "Iscatter",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** As {@link #scatterv}, from and to elements of the buffers on. MPI-4.1 section 6.6. */
    public void Scatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        run(
                "Scatterv",
                blocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, sendoffset, sendcount, displs, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** Starts {@link #Scatterv}. MPI-4.1 section 6.12. */
    public Request Iscatterv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return start(
                "Iscatterv",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, sendoffset, sendcount, displs, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** As {@link #allGather}, from and to elements of the buffers on. MPI-4.1 section 6.7. */
    public void Allgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "Allgather",
                blocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype));
    }

    /** Starts {@link #Allgather}. MPI-4.1 section 6.12. */
    public Request Iallgather(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "Iallgather",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype));
    }

    /** As {@link #allGatherv}, from and to elements of the buffers on. MPI-4.1 section 6.7. */
    public void Allgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        run(
                "Allgatherv",
                blocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, displs, recvtype));
    }

    /** Starts {@link #Allgatherv}. MPI-4.1 section 6.12. */
    public Request Iallgatherv(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return start(
                "Iallgatherv",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, displs, recvtype));
    }

    /** As {@link #allToAll}, from and to elements of the buffers on. MPI-4.1 section 6.8. */
    public void Alltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        run(
                "Alltoall",
                blocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype));
    }

    /** Starts {@link #Alltoall}. MPI-4.1 section 6.12. */
    public Request Ialltoall(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return start(
                "Ialltoall",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype));
    }

    /** As {@link #allToAllv}, from and to elements of the buffers on. MPI-4.1 section 6.8. */
    public void Alltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        run(
                "Alltoallv",
                blocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, sendoffset, sendcount, sdispls, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, rdispls, recvtype));
    }

    /** Starts {@link #Alltoallv}. MPI-4.1 section 6.12. */
    public Request Ialltoallv(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return start(
                "Ialltoallv",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, sendoffset, sendcount, sdispls, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, rdispls, recvtype));
    }

    /** As {@link #reduce}, from and to elements of the buffers on. MPI-4.1 section 6.9.1. */
    public void Reduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        run(
                "Reduce",
                blocking(CollectiveKind.REDUCE)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op)
                        .root(root));
    }

    /** Starts {@link #Reduce}. MPI-4.1 section 6.12. */
    public Request Ireduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        return start(
                "Ireduce",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op)
                        .root(root));
    }

    /** As {@link #allReduce}, from and to elements of the buffers on. MPI-4.1 section 6.9.6. */
    public void Allreduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        run(
                "Allreduce",
                blocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Starts {@link #Allreduce}. MPI-4.1 section 6.12. */
    public Request Iallreduce(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        return start(
                "Iallreduce",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** As {@link #reduceScatter}, from and to elements of the buffers on. MPI-4.1 section 6.10. */
    public void Reduce_scatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPIException {
        run(
                "Reduce_scatter",
                blocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, sendoffset, total(recvcounts), datatype)
                        .receive(recvbuf, recvoffset, recvcounts, null, datatype)
                        .op(op));
    }

    /** Starts {@link #Reduce_scatter}. MPI-4.1 section 6.12. */
    public Request Ireduce_scatter(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPIException {
        return start(
                "Ireduce_scatter",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, sendoffset, total(recvcounts), datatype)
                        .receive(recvbuf, recvoffset, recvcounts, null, datatype)
                        .op(op));
    }

    /** As {@link #scan}, from and to elements of the buffers on. MPI-4.1 section 6.11.1. */
    public void Scan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        run(
                "Scan",
                blocking(CollectiveKind.SCAN)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Starts {@link #Scan}. MPI-4.1 section 6.12. */
    public Request Iscan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        return start(
                "Iscan",
                nonBlocking(CollectiveKind.SCAN)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** As {@link #exScan}, from and to elements of the buffers on. MPI-4.1 section 6.11.2. */
    public void Exscan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        run(
                "Exscan",
                blocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Starts {@link #Exscan}. MPI-4.1 section 6.12. */
    public Request Iexscan(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        return start(
                "Iexscan",
                nonBlocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Prepares {@link #Barrier} as a persistent operation. MPI-4.1 section 6.13.1. */
    public Prequest Barrier_init() throws MPIException {
        return barrierInit();
    }

    /** Prepares {@link #Bcast} as a persistent operation. MPI-4.1 section 6.13.2. */
    public Prequest Bcast_init(Object buf, int offset, int count, Datatype type, int root)
            throws MPIException {
        return prepare(
                "Bcast_init",
                nonBlocking(CollectiveKind.BCAST).receive(buf, offset, count, type).root(root));
    }

    /** Prepares {@link #Gather} as a persistent operation. MPI-4.1 section 6.13.3. */
    public Prequest Gather_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "Gather_init",
                nonBlocking(CollectiveKind.GATHER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link #Gatherv} as a persistent operation. MPI-4.1 section 6.13.3. */
    public Prequest Gatherv_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "Gatherv_init",
                nonBlocking(CollectiveKind.GATHERV)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, displs, recvtype)
                        .root(root));
    }

    /** Prepares {@link #Scatter} as a persistent operation. MPI-4.1 section 6.13.4. */
    public Prequest Scatter_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "Scatter_init",
                nonBlocking(CollectiveKind.SCATTER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link #Scatterv} as a persistent operation. MPI-4.1 section 6.13.4. */
    public Prequest Scatterv_init(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] displs,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root)
            throws MPIException {
        return prepare(
                "Scatterv_init",
                nonBlocking(CollectiveKind.SCATTERV)
                        .send(sendbuf, sendoffset, sendcount, displs, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype)
                        .root(root));
    }

    /** Prepares {@link #Allgather} as a persistent operation. MPI-4.1 section 6.13.5. */
    public Prequest Allgather_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "Allgather_init",
                nonBlocking(CollectiveKind.ALLGATHER)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype));
    }

    /** Prepares {@link #Allgatherv} as a persistent operation. MPI-4.1 section 6.13.5. */
    public Prequest Allgatherv_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "Allgatherv_init",
                nonBlocking(CollectiveKind.ALLGATHERV)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, displs, recvtype));
    }

    /** Prepares {@link #Alltoall} as a persistent operation. MPI-4.1 section 6.13.6. */
    public Prequest Alltoall_init(
            Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "Alltoall_init",
                nonBlocking(CollectiveKind.ALLTOALL)
                        .send(sendbuf, sendoffset, sendcount, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, recvtype));
    }

    /** Prepares {@link #Alltoallv} as a persistent operation. MPI-4.1 section 6.13.6. */
    public Prequest Alltoallv_init(
            Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype)
            throws MPIException {
        return prepare(
                "Alltoallv_init",
                nonBlocking(CollectiveKind.ALLTOALLV)
                        .send(sendbuf, sendoffset, sendcount, sdispls, sendtype)
                        .receive(recvbuf, recvoffset, recvcount, rdispls, recvtype));
    }

    /** Prepares {@link #Reduce} as a persistent operation. MPI-4.1 section 6.13.7. */
    public Prequest Reduce_init(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op,
            int root)
            throws MPIException {
        return prepare(
                "Reduce_init",
                nonBlocking(CollectiveKind.REDUCE)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op)
                        .root(root));
    }

    /** Prepares {@link #Allreduce} as a persistent operation. MPI-4.1 section 6.13.8. */
    public Prequest Allreduce_init(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        return prepare(
                "Allreduce_init",
                nonBlocking(CollectiveKind.ALLREDUCE)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Prepares {@link #Reduce_scatter} as a persistent operation. MPI-4.1 section 6.13.10. */
    public Prequest Reduce_scatter_init(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype datatype,
            Op op)
            throws MPIException {
        return prepare(
                "Reduce_scatter_init",
                nonBlocking(CollectiveKind.REDUCE_SCATTER)
                        .send(sendbuf, sendoffset, total(recvcounts), datatype)
                        .receive(recvbuf, recvoffset, recvcounts, null, datatype)
                        .op(op));
    }

    /** Prepares {@link #Scan} as a persistent operation. MPI-4.1 section 6.13.11. */
    public Prequest Scan_init(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        return prepare(
                "Scan_init",
                nonBlocking(CollectiveKind.SCAN)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Prepares {@link #Exscan} as a persistent operation. MPI-4.1 section 6.13.12. */
    public Prequest Exscan_init(
            Object sendbuf,
            int sendoffset,
            Object recvbuf,
            int recvoffset,
            int count,
            Datatype datatype,
            Op op)
            throws MPIException {
        return prepare(
                "Exscan_init",
                nonBlocking(CollectiveKind.EXSCAN)
                        .send(sendbuf, sendoffset, count, datatype)
                        .receive(recvbuf, recvoffset, count, datatype)
                        .op(op));
    }

    /** Not yet supported. MPI-4.1 section 11.9.2. */
    public static String openPort() throws MPIException {
        throw MPI.unsupported("Intracomm.openPort");
    }

    /** Not yet supported. MPI-4.1 section 11.9.2. */
    public static String openPort(Info info) throws MPIException {
        throw MPI.unsupported("Intracomm.openPort");
    }

    /** Not yet supported. MPI-4.1 section 11.9.2. */
    public static void closePort(String name) throws MPIException {
        throw MPI.unsupported("Intracomm.closePort");
    }

    /** Not yet supported. MPI-4.1 section 11.9.2. */
    public final Intercomm accept(String port, int root) throws MPIException {
        throw MPI.unsupported("Intracomm.accept");
    }

    /** Not yet supported. MPI-4.1 section 11.9.2. */
    public final Intercomm accept(String port, Info info, int root) throws MPIException {
        throw MPI.unsupported("Intracomm.accept");
    }

    /** Not yet supported. MPI-4.1 section 11.9.3. */
    public final Intercomm connect(String port, int root) throws MPIException {
        throw MPI.unsupported("Intracomm.connect");
    }

    /** Not yet supported. MPI-4.1 section 11.9.3. */
    public final Intercomm connect(String port, Info info, int root) throws MPIException {
        throw MPI.unsupported("Intracomm.connect");
    }

    /** Not yet supported. MPI-4.1 section 11.9.4. */
    public static void publishName(String service, String port) throws MPIException {
        throw MPI.unsupported("Intracomm.publishName");
    }

    /** Not yet supported. MPI-4.1 section 11.9.4. */
    public static void publishName(String service, Info info, String port) throws MPIException {
        throw MPI.unsupported("Intracomm.publishName");
    }

    /** Not yet supported. MPI-4.1 section 11.9.4. */
    public static void unpublishName(String service, String port) throws MPIException {
        throw MPI.unsupported("Intracomm.unpublishName");
    }

    /** Not yet supported. MPI-4.1 section 11.9.4. */
    public static void unpublishName(String service, Info info, String port) throws MPIException {
        throw MPI.unsupported("Intracomm.unpublishName");
    }

    /** Not yet supported. MPI-4.1 section 11.9.4. */
    public static String lookupName(String service) throws MPIException {
        throw MPI.unsupported("Intracomm.lookupName");
    }

    /** Not yet supported. MPI-4.1 section 11.9.4. */
    public static String lookupName(String service, Info info) throws MPIException {
        throw MPI.unsupported("Intracomm.lookupName");
    }

    /** Not yet supported. MPI-4.1 section 11.8.2. */
    public final Intercomm spawn(
            String command, String[] argv, int maxprocs, Info info, int root, int[] errcodes)
            throws MPIException {
        throw MPI.unsupported("Intracomm.spawn");
    }

    /** Not yet supported. MPI-4.1 section 11.8.3. */
    public final Intercomm spawnMultiple(
            String[] commands,
            String[][] argv,
            int[] maxprocs,
            Info[] info,
            int root,
            int[] errcodes)
            throws MPIException {
        throw MPI.unsupported("Intracomm.spawnMultiple");
    }

    /**
     * This process as a node of the network interfaces of the communicator, as {@code nicam_init};
     * collective. The node is closed before Finalize. Not in the standard, whose windows are in
     * MPI-4.1 chapter 12.
     */
    public final Nicam nicam() throws MPIException {
        return call("nicam", "", (rank, core) -> new NicamCalls(rank.nicam().open(core)));
    }
}
