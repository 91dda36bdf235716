package mpi;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendMode;

/**
 * A persistent request: its arguments are given once, then it is started as often as wanted.
 * MPI-4.1 section 3.9.
 */
public class Prequest extends Request {
    private final SendMode mode;
    private final Object buffer;
    private final long offset;
    private final int count;
    private final int peer;
    private final int tag;
    private final musubi.type.Datatype coreType;
    private boolean freed;

    /** A persistent send of a mode, or a receive when that is null; its arguments are checked. */
    Prequest(
            Comm comm,
            String origin,
            SendMode mode,
            Object buffer,
            long offset,
            int count,
            Datatype type,
            int peer,
            int tag) {
        super(comm, origin, null, type);
        completeAtOnce = false;
        this.mode = mode;
        this.buffer = buffer;
        this.offset = offset;
        this.count = count;
        this.peer = peer;
        this.tag = tag;
        this.coreType = type.coreOrNull();
    }

    /**
     * Starts the operation; fails with {@code ERR_REQUEST} when it is under way or was freed.
     * MPI-4.1 section 3.9.
     */
    public void start() throws MPIException {
        start("start");
    }

    /** As {@link #start}. MPI-4.1 section 3.9. */
    public void Start() throws MPIException {
        start("Start");
    }

    private void start(String call) {
        Rank rank = MPI.enter();
        try {
            checkStartable();
            Communicator c = Comm.core(comm, rank);
            Checking.borrow(rank, buffer, offset, count, coreType, mode == null);
            if (mode == null) {
                startReceive(rank.pt2pt(), c);
            } else {
                startSend(rank, c);
            }
            lend(rank, buffer, offset, count, coreType, mode == null);
        } catch (MpiFailure e) {
            throw MPI.failure(comm, e, "Prequest." + call, "request of " + origin);
        } finally {
            rank.gate().exit();
        }
    }

    private void checkStartable() {
        if (freed || isActive()) {
            throw new MpiFailure(
                    ErrorClass.REQUEST,
                    freed
                            ? "the request was freed"
                            : "the operation is under way; wait for it before starting it again");
        }
    }

    private void startReceive(PointToPoint pt2pt, Communicator c) {
        RecvRequest request = pt2pt.recvRequest();
        try {
            request.bind(buffer, offset, count, coreType);
            pt2pt.start(request, c, peer, tag);
        } catch (MpiFailure e) {
            pt2pt.release(request);
            throw e;
        }
        core = request;
    }

    private void startSend(Rank rank, Communicator c) {
        core = Comm.startSend(rank, c, mode, buffer, offset, count, coreType, peer, tag);
        completeAtOnce = core == null;
    }

    /** Starts all, in order. MPI-4.1 section 3.9. */
    public static void startAll(Prequest[] requests) throws MPIException {
        startAll(requests, "startAll");
    }

    /** As {@link #startAll}. MPI-4.1 section 3.9. */
    public static void Startall(Prequest[] array_of_request) throws MPIException {
        startAll(array_of_request, "Startall");
    }

    private static void startAll(Prequest[] requests, String call) {
        MPI.checkRunning();
        for (int i = 0; requests == null || i < requests.length; i++) {
            if (requests == null || requests[i] == null) {
                throw MPI.failure(
                        new MpiFailure(ErrorClass.REQUEST, "the request is null: index=" + i),
                        "Prequest." + call,
                        "");
            }
            requests[i].start(call);
        }
    }

    @Override
    boolean isOnce() {
        return false;
    }

    @Override
    void forget() {
        freed = true;
    }

    /** Whether it was freed. MPI-4.1 section 3.9. */
    @Override
    public boolean isNull() {
        return freed;
    }
}
