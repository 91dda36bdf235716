package musubi.pt2pt;

import musubi.adi.Region;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.progress.Needs;
import musubi.type.Datatype;
import musubi.type.TypeSignature;

/** A send in flight. Its steps are {@link SendProtocol}'s; this is its state. */
public final class SendRequest extends Request {
    /** How far a send is. */
    enum Stage {
        /** Waits behind other messages to the same peer, or for room. */
        QUEUED,
        /** Announced; waits for the receiver to answer. */
        ANNOUNCED,
        /** The receiver is ready; data flows. */
        STREAMING,
        /** Both ranks copy; see {@link SharedCopies}. */
        SHARED,
        DONE
    }

    final Region region = new Region();
    SendMode mode;
    Stage stage;
    Peer peer;
    int contextId;
    int localRank;
    int sendTag;
    boolean objects;
    int objectsSent;

    /** Of all its messages. */
    int flags;

    /** Whether a posted receive was claimed for it. */
    boolean claimed;

    /** Whether JOIN is to be sent next. */
    boolean joins;

    long agreedBytes;
    long sentBytes;
    long remoteCookie;
    long remoteKey;
    private final SendProtocol protocol;
    private SharedCopy shared;

    SendRequest(SendProtocol protocol) {
        this.protocol = protocol;
    }

    /**
     * Says what to send. The buffer belongs to the request until it is complete.
     *
     * @param offset where to start, in elements of the buffer
     * @param count number of items of the type
     */
    public SendRequest bind(Object buffer, long offset, long count, Datatype type) {
        objects = type.isObject();
        flags = objects ? MessageKind.OBJECTS : 0;
        if (protocol.checksTypes()) {
            flags |= TypeSignature.codeOf(type) << MessageKind.TYPE_SHIFT;
        }
        if (objects) {
            byte[] bytes = protocol.codec().encode(buffer, offset, count);
            objectsSent = (int) count;
            region.wrapArray(bytes, 0, bytes.length);
        } else {
            protocol.binder().bind(region, buffer, offset, count, type);
        }
        return this;
    }

    /** Copies what is to be sent, so that the user's buffer is free at once (buffered mode). */
    void detachFromBuffer() {
        int bytes = (int) region.length();
        byte[] copy = new byte[bytes];
        Region target = new Region().wrapArray(copy, 0, bytes);
        region.copyTo(0, target, 0, bytes);
        region.wrap(target);
    }

    /** Bytes of the message. */
    public long length() {
        return region.length();
    }

    @Override
    public boolean advance() {
        return protocol.stream(this);
    }

    @Override
    public void cancel() {
        protocol.cancel(this);
    }

    @Override
    public String describe() {
        boolean collective = Communicator.isOfCollectives(contextId);
        return "send mode="
                + mode
                + " dest(world)="
                + (peer == null ? "none" : peer.worldRank())
                + (collective ? "" : " tag=" + sendTag)
                + " bytes="
                + region.length()
                + " stage="
                + stage
                + (collective ? " for a collective operation in " : " in ")
                + Communicator.nameOf(contextId);
    }

    @Override
    public void tell(Needs needs) {
        needs.add(describe());
        if (peer != null) {
            needs.from(peer.worldRank());
        }
    }

    void forget() {
        region.clear();
        peer = null;
    }

    /** This rank's part when both copy. */
    SharedCopy shared() {
        if (shared == null) {
            shared = new SharedCopy(protocol.shared(), this, region, true);
        }
        return shared;
    }

    void failLost(String reason) {
        stage = Stage.DONE;
        if (shared != null) {
            shared.abandon();
        }
        fail(ErrorClass.PROC_ABORTED, reason);
    }
}
