package mpi;

import musubi.Rank;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * A persistent request: its arguments are set once, then it can be started any number of times.
 * MPI-4.1 sections 3.9, 6.13 and 8.8.
 */
public abstract class Prequest extends Request {
    private boolean freed;

    /** An inactive request. */
    Prequest(Comm comm, String origin, Datatype type) {
        super(comm, origin, null, type);
        completeAtOnce = false;
    }

    /** Starts the operation; sets {@link #core}, or {@link #completeAtOnce}. */
    abstract void begin(Rank rank, Communicator c);

    /**
     * Starts the operation; fails with {@code ERR_REQUEST} when it is active or was freed. MPI-4.1
     * section 3.9.
     */
    public void start() throws MPIException {
        start("start");
    }

    /** As {@link #start}. MPI-4.1 section 3.9. */
    public void Start() throws MPIException {
        start("Start");
    }

    private void start(String call) {
        MpiCall.run(this, call, Prequest::start, Prequest::raiseOfStart);
    }

    private static Void start(Rank rank, Prequest request) {
        request.checkStartable();
        request.begin(rank, Comm.core(request.comm, rank));
        if (request.check() != null) {
            request.check().started(rank);
        }
        return null;
    }

    private MPIException raiseOfStart(MpiFailure failure, String call) {
        return MPI.failure(comm, failure, "Prequest." + call, "request of " + origin);
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
                        new MpiFailure(ErrorClass.REQUEST, "the request is null").with("index", i),
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
