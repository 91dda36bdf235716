package musubi.pt2pt.request;

import musubi.adi.RemoteMemory;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.progress.Completion;
import musubi.progress.WaitDependencies;
import musubi.region.Region;

/**
 * An operation in flight and, once complete, its outcome. Requests are pooled: {@code PointToPoint}
 * gives them out, and its {@code release} takes them back after the outcome has been read.
 */
public abstract class CommRequest extends Completion {
    private static final long NOT_EXPOSED = -1;

    /** Place in the request table while a peer may refer to this request, else -1. */
    long cookie = RequestTable.NONE;

    /** The peer whose context is busy as long as the request has a cookie; null for none. */
    PeerActivity busyPeer;

    /** The key under which peers reach this request's buffer, or -1. */
    private long exposedKey = NOT_EXPOSED;

    private RemoteMemory exposedTo;

    /** Whether a peer has had a key since the last start. */
    private boolean wasExposed;

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

    /** Requests cancellation; the operation still completes, cancelled or not. */
    public abstract void cancel();

    /** What it is, with its arguments, for messages about hangs and leaks. */
    public abstract String describe();

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe());
    }

    /** The peer that it exchanges a message with; null before it has matched. */
    protected PeerActivity peerActivity() {
        return null;
    }

    /** Place in the request table while a peer may refer to this request, else -1. */
    public final long cookie() {
        return cookie;
    }

    /** Whether the program has changed its receive buffer; false if that is not watched. */
    public boolean isBufferChanged() {
        return false;
    }

    /** Clears the outcome and makes it ready to be used again. */
    public final void restartRequest() {
        restart();
        error = null;
        errorText = null;
        cancelled = false;
        source = MessageAddress.ANY_SOURCE;
        tag = MessageAddress.ANY_TAG;
        bytes = 0;
        objectCount = 0;
        wasExposed = false;
    }

    /** The peer's key to this request's buffer, or -1; valid until {@link #hide}. */
    public final long expose(PeerActivity peer, Region region) {
        if (exposedKey == NOT_EXPOSED) {
            exposedTo = peer.remoteMemory();
            exposedKey = exposedTo == null ? NOT_EXPOSED : exposedTo.remoteKey(region);
            wasExposed |= exposedKey != NOT_EXPOSED;
        }
        return exposedKey;
    }

    /** Whether a peer has had a key to this request's buffer since the last start. */
    public final boolean wasExposed() {
        return wasExposed;
    }

    /** Withdraws the key from the peer. */
    public final void hide() {
        if (exposedKey != NOT_EXPOSED) {
            exposedTo.forget(exposedKey);
            exposedKey = NOT_EXPOSED;
            exposedTo = null;
        }
    }

    /** Sets what has been received. */
    public final void outcome(int source, int tag, long bytes, int objectCount) {
        this.source = source;
        this.tag = tag;
        this.bytes = bytes;
        this.objectCount = objectCount;
    }

    /** Sets the number of objects received. */
    public final void outcomeCount(int objectCount) {
        this.objectCount = objectCount;
    }

    /** Sets a failure; the request is not yet complete. */
    public final void note(MpiFailure failure) {
        error = failure.errorClass();
        errorText = failure.getMessage();
    }

    /** Completes it. */
    public final void finish() {
        complete();
    }

    /** Completes it with an error. */
    protected final void fail(ErrorClass errorClass, String text) {
        error = errorClass;
        errorText = text;
        complete();
    }

    /** Completes it as cancelled. */
    public final void finishCancelled() {
        cancelled = true;
        complete();
    }
}
