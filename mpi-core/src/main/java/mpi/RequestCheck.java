package mpi;

import musubi.Rank;
import musubi.check.BufferUse;
import musubi.check.LeakTracker;
import musubi.error.MpiFailure;

/** What the checks know of a request: where it was made, and the buffer that belongs to it. */
final class RequestCheck {
    private final LeakTracker.TrackedObject made;
    private BufferUse lent;

    private RequestCheck(LeakTracker.TrackedObject made) {
        this.made = made;
    }

    /** For a request that the program makes; null when the checks are off. */
    static RequestCheck of(String kind) {
        LeakTracker.TrackedObject made = ProgramChecks.created(kind);
        return made == null ? null : new RequestCheck(made);
    }

    /** Lends a buffer to the request; {@link ProgramChecks#checkUse} has found it free. */
    void beginUse(
            Rank rank,
            Object buf,
            long offset,
            long count,
            musubi.type.MpiType type,
            boolean writes) {
        lent = rank.checks().buffers().beginUse(buf, offset, count, type, writes);
    }

    /** Lends buffers to the request. */
    void beginUse(BufferUse buffers) {
        lent = buffers;
    }

    /** The operation is complete; what to tell when the program has changed what was sent. */
    MpiFailure complete() {
        MpiFailure changed = lent == null ? null : lent.endUse();
        lent = null;
        return changed;
    }

    /** The program has no request any more. */
    void freed() {
        made.freed();
    }
}
