package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.check.CheckedCollective;
import musubi.check.LeakTracker;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.pt2pt.RecvRequest;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * State of the checks of a request: its origin, the buffers of its operation, and the thread that
 * waits for it. Thread rule: the thread that holds the rank.
 */
final class RequestCheck {
    private final LeakTracker.TrackedObject tracked;
    private BufferUse use;

    /** The thread in a call that completes the request; null for none. */
    private Thread waiter;

    /** Whether a persistent operation has been started once. */
    private boolean wasStarted;

    private boolean wasFreed;

    private RequestCheck(LeakTracker.TrackedObject tracked) {
        this.tracked = tracked;
    }

    /** For a new request; null without checks. */
    static RequestCheck of(String kind) {
        LeakTracker.TrackedObject tracked = ProgramChecks.created(kind);
        return tracked == null ? null : new RequestCheck(tracked);
    }

    /** Begins the use of a buffer; {@link ProgramChecks#checkUse} has found it free. */
    void beginUse(
            Rank rank,
            musubi.pt2pt.request.CommRequest operation,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            boolean writes) {
        use = rank.checks().buffers().beginUse(buf, offset, count, type, writes).by(operation);
    }

    /** Takes over the use of buffers. */
    void beginUse(BufferUse buffers) {
        use = buffers;
    }

    /**
     * Ends the use of buffers; returns a failure if the program has changed a send buffer, else
     * null.
     */
    MpiFailure complete() {
        MpiFailure changed = use == null ? null : use.endUse();
        use = null;
        return changed;
    }

    /** The request is null. */
    void freed() {
        tracked.freed();
    }

    /** A persistent operation is started. */
    void started(Rank rank) {
        wasStarted = true;
        rank.checks().idleWaits().remove(tracked);
    }

    /**
     * The request is to be freed. The program cannot find out when a freed receive is complete,
     * unless it has cancelled it. MPI-4.1 sections 3.7.3 and 6.12.
     *
     * @throws MpiFailure of class REQUEST if it is an active collective one
     */
    void checkFree(Rank rank, Request request) {
        checkNoCollective(request, "freed");
        noteFree(rank, request);
        if (request.core instanceof RecvRequest && !request.core.isCancelled()) {
            String line =
                    "note: %s frees an active receive, whose buffer stays in use: request of %s";
            rank.checks().note(line.formatted(CallSite.find(), site()));
        }
    }

    private void noteFree(Rank rank, Request request) {
        if (wasFreed) {
            rank.checks().callNotes().add("frees a request again", ": request of " + site());
        }
        wasFreed |= !request.isNull();
    }

    /** Fails with class REQUEST if the request is an active collective one. */
    static void checkNoCollective(Request request, String what) {
        boolean collective =
                request instanceof CollectivePrequest || request.core instanceof CheckedCollective;
        if (collective && request.isActive()) {
            throw new MpiFailure(
                            ErrorClass.REQUEST, "an active collective operation may not be " + what)
                    .with("request", request.check().site())
                    .advice("wait for it");
        }
    }

    /** Where the request was made. */
    CallSite site() {
        return tracked.site();
    }

    /**
     * The calling thread begins a call that completes requests.
     *
     * @throws MpiFailure of class REQUEST if another thread is in such a call, or an active request
     *     is in two places of the array
     */
    static void beginWait(Rank rank, Request[] requests) {
        Map<Request, Integer> places = new IdentityHashMap<>();
        for (int i = 0; i < requests.length; i++) {
            Request request = requests[i];
            if (request == null) {
                rank.checks()
                        .callNotes()
                        .add(
                                "has null in its array of requests",
                                "; pass MPI.REQUEST_NULL: other libraries fail here");
            }
            if (request == null || request.check() == null || !request.isActive()) {
                continue;
            }
            Integer before = places.put(request, i);
            if (before != null) {
                throw new MpiFailure(ErrorClass.REQUEST, "a request is in the array twice")
                        .with("indices", before + " and " + i)
                        .with("request", request.check().site())
                        .advice("a request completes once; pass each of them once");
            }
            request.check().checkWaiter();
        }
        Thread thread = Thread.currentThread();
        places.keySet().forEach(request -> request.check().waiter = thread);
        if (places.isEmpty()) {
            noteIdle(rank, requests);
        }
    }

    private void checkWaiter() {
        if (waiter != null && waiter != Thread.currentThread()) {
            throw new MpiFailure(ErrorClass.REQUEST, "two threads wait for one request")
                    .with("thread", '"' + Thread.currentThread().getName() + '"')
                    .with("other", CallSite.describe(waiter))
                    .with("request", site())
                    .advice("let one thread wait, and pass the result to the others")
                    .advice("getStatus does not complete a request");
        }
    }

    /**
     * Notes a wait for nothing but persistent requests that were never started. It is legal, and
     * useful before a loop that waits before each start, so it is reported when no start follows.
     */
    private static void noteIdle(Rank rank, Request[] requests) {
        for (Request request : requests) {
            if (request != null && !(request instanceof Prequest && !request.wasStarted())) {
                return;
            }
        }
        CallSite wait = null;
        for (Request request : requests) {
            if (request != null) {
                wait = wait == null ? CallSite.find() : wait;
                rank.checks().idleWaits().add(request.check().tracked, wait);
            }
        }
    }

    boolean wasStarted() {
        return wasStarted;
    }

    /** Ends the call of {@link #beginWait}. */
    static void endWait(Request[] requests) {
        Thread thread = Thread.currentThread();
        for (Request request : requests) {
            if (request != null && request.check() != null && request.check().waiter == thread) {
                request.check().waiter = null;
            }
        }
    }
}
