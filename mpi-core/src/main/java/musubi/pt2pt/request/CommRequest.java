package musubi.pt2pt.request;

import musubi.adi.Endpoint;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.progress.Completion;
import musubi.progress.WaitDependencies;
import musubi.pt2pt.Peer;
import musubi.pt2pt.PointToPoint;
import musubi.region.Region;

/**
 * An operation in flight and, once complete, its outcome. Requests are pooled: whoever got one from
 * {@link PointToPoint} gives it back with {@link PointToPoint#release} after reading the outcome.
 */
public abstract class CommRequest extends Completion {
    private static final long NOT_EXPOSED = -1;

    /** Place in the request table while a peer may name this request, else -1. */
    public long cookie = RequestTable.NONE;

    /** Links requests in the queue that they wait in. */
    public CommRequest next;

    /** Whose context is not quiet as long as the request has a cookie; null for nobody's. */
    Peer partner;

    /** The key under which peers reach this request's buffer, or -1. */
    private long exposedKey = NOT_EXPOSED;

    private Endpoint exposedTo;
    private ErrorClass error;
    private String errorText;
    private int source;
    private int tag;
    private long bytes;
    private int objectCount;
    private boolean cancelled;

    protected CommRequest() {}

    /** The sender's rank in the communicator of a receive, or {@code MPI.ANY_SOURCE}. */
    public final int source() {
        return source;
    }

    /** The tag of the message received. */
    public final int tag() {
        return tag;
    }

    /** Bytes received. */
    public final long bytes() {
        return bytes;
    }

    /** Objects received, for {@code MPI.OBJECT}. */
    public final int objectCount() {
        return objectCount;
    }

    /** Whether cancel succeeded. MPI-4.1 section 3.8.4. */
    public final boolean isCancelled() {
        return cancelled;
    }

    /** Whether it failed. */
    public final boolean hasFailed() {
        return error != null;
    }

    /** The failure as an exception to throw; null when there is none. */
    public final MpiFailure failure() {
        return error == null ? null : new MpiFailure(error, errorText);
    }

    /** Asks that the operation be undone; it still completes, cancelled or not. */
    public abstract void cancel();

    /** What it is, with its arguments, for messages about hangs and leaks. */
    public abstract String describe();

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe());
    }

    /** The peer that it exchanges a message with; null when it has not met one. */
    public Peer peer() {
        return null;
    }

    /** Forgets the outcome and makes it ready to be used again. */
    public final void restartRequest() {
        restart();
        error = null;
        errorText = null;
        cancelled = false;
        source = PointToPoint.ANY_SOURCE;
        tag = PointToPoint.ANY_TAG;
        bytes = 0;
        objectCount = 0;
    }

    /** The peer's key to this request's buffer, or -1; it is valid until {@link #hide}. */
    public final long expose(Peer peer, Region region) {
        if (exposedKey == NOT_EXPOSED) {
            exposedTo = peer.endpoint();
            exposedKey = exposedTo.remoteKey(region);
        }
        return exposedKey;
    }

    /** No peer uses the key any more. */
    public final void hide() {
        if (exposedKey != NOT_EXPOSED) {
            exposedTo.forget(exposedKey);
            exposedKey = NOT_EXPOSED;
            exposedTo = null;
        }
    }

    public final void outcome(int source, int tag, long bytes, int objectCount) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.objectCount = objectCount;
    }

    public final void outcomeCount(int objectCount) {
        this.objectCount = objectCount;
    }

    public final void note(ErrorClass errorClass, String text) {
        error = errorClass;
        errorText = text;
    }

    /** Completes it. */
    public final void finish() {
        complete();
    }

    /** Completes it with an error. */
    protected final void fail(ErrorClass errorClass, String text) {
        note(errorClass, text);
        complete();
    }

    public final void finishCancelled() {
        cancelled = true;
        complete();
    }
}
