package mpi;

import musubi.Rank;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.request.GeneralizedRequest;

/**
 * A generalized request: an operation that the program carries out by itself, for example in a
 * thread, and that is waited for as MPI's own are. MPI-4.1 section 13.2.
 */
public final class Grequest extends Request {
    private final GeneralizedRequest state;
    private final QueryFunction query;
    private final FreeFunction free;
    private boolean freed;

    /** Query callback: sets the status. MPI-4.1 section 13.2. */
    @FunctionalInterface
    public interface QueryFunction {
        /**
         * Called by the call that completes the request or reads its status; sets the number of
         * elements and whether it was cancelled. An exception fails that call. MPI-4.1 section
         * 13.2.
         */
        void query(Status status) throws MPIException;
    }

    /** Gives back what the operation held. MPI-4.1 section 13.2. */
    @FunctionalInterface
    public interface FreeFunction {
        /**
         * Called once, after the request is complete and its status is read, or it is freed.
         * MPI-4.1 section 13.2.
         */
        void free() throws MPIException;
    }

    /** Cancel callback. MPI-4.1 section 13.2. */
    @FunctionalInterface
    public interface CancelFunction {
        /**
         * Called by {@link Request#cancel}. MPI-4.1 section 13.2.
         *
         * @param complete whether {@link Grequest#complete} was called before
         */
        void cancel(boolean complete) throws MPIException;
    }

    private Grequest(GeneralizedRequest state, QueryFunction query, FreeFunction free) {
        super(null, "Grequest.start", state, null);
        this.state = state;
        this.query = query;
        this.free = free;
    }

    /**
     * Starts a generalized request. The callbacks run inside MPI calls and must not wait for
     * messages. MPI-4.1 section 13.2.
     *
     * @param query sets the status
     * @param free releases the resources of the operation
     * @param cancel cancels the operation
     */
    public static Grequest start(QueryFunction query, FreeFunction free, CancelFunction cancel)
            throws MPIException {
        return MpiCall.run(
                "",
                "Grequest.start",
                (rank, _) -> start(rank, query, free, cancel),
                (arguments, e, call) -> MPI.failure(e, call, arguments));
    }

    private static Grequest start(
            Rank rank, QueryFunction query, FreeFunction free, CancelFunction cancel) {
        if (query == null || free == null || cancel == null) {
            throw new MpiFailure(ErrorClass.ARG, "a function is null")
                    .with("query", query)
                    .with("free", free)
                    .with("cancel", cancel)
                    .advice("pass one that does nothing");
        }
        GeneralizedRequest state = new GeneralizedRequest(cancel::cancel);
        rank.pt2pt().progress().work().add(state);
        MPI.keep(state);
        return new Grequest(state, query, free);
    }

    /** Marks the operation as complete; any thread, at any thread level. MPI-4.1 section 13.2. */
    public void complete() throws MPIException {
        MPI.checkRunning();
        boolean isFreed;
        synchronized (this) {
            if (state.isDone()) {
                throw MPI.failure(
                        new MpiFailure(
                                ErrorClass.REQUEST, "the generalized request is complete already"),
                        "Grequest.complete",
                        "");
            }
            state.done();
            isFreed = freed;
        }
        if (isFreed) {
            free.free();
        }
    }

    @Override
    Status outcome() {
        Status status = new Status();
        if (core == null) {
            return status;
        }
        try {
            query.query(status);
        } catch (MPIException e) {
            throw failureOf(e);
        }
        return status;
    }

    private static MpiFailure failureOf(MPIException e) {
        return new MpiFailure(
                ErrorReport.errorClass(e.getErrorClass()),
                "a function of the generalized request failed: " + e.getMessage(),
                e);
    }

    @Override
    Status finish() {
        if (core == null) {
            return new Status();
        }
        try {
            return outcome();
        } finally {
            core = null;
            callFree();
        }
    }

    @Override
    void finishWithoutStatus() {
        finish();
    }

    private void callFree() {
        try {
            free.free();
        } catch (MPIException e) {
            throw failureOf(e);
        }
    }

    @Override
    void release() {
        if (core == null) {
            return;
        }
        core = null;
        boolean isDone;
        synchronized (this) {
            freed = true;
            isDone = state.isDone();
        }
        if (isDone) {
            callFree();
        }
    }
}
