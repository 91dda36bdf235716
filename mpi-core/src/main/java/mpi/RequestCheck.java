package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.check.LeakTracker;
import musubi.error.MpiFailure;

/** State of the checks of a request: its origin and the buffers of its operation. */
final class RequestCheck {
    private final LeakTracker.TrackedObject tracked;
    private BufferUse use;

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
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            boolean writes) {
        use = rank.checks().buffers().beginUse(buf, offset, count, type, writes);
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
}
