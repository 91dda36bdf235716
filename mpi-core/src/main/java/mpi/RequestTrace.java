package mpi;

import musubi.Rank;
import musubi.check.Leaks;
import musubi.check.Lent;
import musubi.error.MpiFailure;

/** What the checks know of a request: where it was made, and the buffer that belongs to it. */
final class RequestTrace {
    private final Leaks.Made made;
    private Lent lent;

    private RequestTrace(Leaks.Made made) {
        this.made = made;
    }

    /** For a request that the program makes; null when the checks are off. */
    static RequestTrace of(String kind) {
        Leaks.Made made = Checking.made(kind);
        return made == null ? null : new RequestTrace(made);
    }

    /** Lends a buffer to the request; {@link Checking#borrow} has found it free. */
    void lend(
            Rank rank,
            Object buf,
            long offset,
            int count,
            musubi.type.Datatype type,
            boolean writes) {
        lent = rank.checks().buffers().lend(buf, offset, count, type, writes);
    }

    /** Lends buffers to the request. */
    void lend(Lent buffers) {
        lent = buffers;
    }

    /** The operation is complete; what to tell when the program has changed what was sent. */
    MpiFailure complete() {
        MpiFailure changed = lent == null ? null : lent.giveBack();
        lent = null;
        return changed;
    }

    /** The program has no request any more. */
    void freed() {
        made.freed();
    }
}
