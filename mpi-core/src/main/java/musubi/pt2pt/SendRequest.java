package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.event.WaitTarget;
import musubi.group.ContextId;
import musubi.progress.WaitDependencies;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.PeerActivity;
import musubi.pt2pt.request.SendMode;
import musubi.pt2pt.unbuffered.UnbufferedExecution;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.TypeCode;
import musubi.type.buffer.TypedBuffer;
import musubi.type.object.EncodedObjects;

/** A send in flight. Its steps are {@link SendProtocol}'s; this is its state. */
public final class SendRequest extends CommRequest {
    /** How far a send is. */
    enum Stage {
        /** Waits behind other messages to the same peer, or for room. */
        QUEUED,
        /** Announced; waits for the receiver to answer. */
        ANNOUNCED,
        /** A posted receive is claimed; JOIN comes next. */
        JOINING,
        /** A posted receive is claimed; data flows, then CLAIMED comes. */
        CLAIMED,
        /** The receiver is ready; data flows. */
        STREAMING,
        /** All data has been handed over, but the transport still reads the buffer. */
        AWAITING_RELEASE,
        /** Both ranks copy; see {@link SharedCopies}. */
        SHARED,
        DONE
    }

    final Region region = new Region();
    SendMode mode;
    Stage stage;
    Peer peer;

    /** The next send in the queue of the peer. */
    SendRequest next;

    int contextId;
    int localRank;
    int sendTag;
    int objectsSent;

    /** Of all its messages. */
    int flags;

    /** The type of its items, when types are checked. */
    MpiType type;

    /** Distinguishes the buffers of the program, when types are checked. */
    int bufferId;

    /** The array of packed data, when types are checked; else null. */
    byte[] packedData;

    /** For {@link SendOrigins}, when the transport had no room for it; else null. */
    SendOrigins.Origin unannounced;

    /** Where the packed data starts in the array. */
    long packedAt;

    /** Whether the program may use its buffer again although the message has not left. */
    boolean buffered;

    /** Its number in the {@link UnbufferedExecution}; 0 for none. */
    int unbufferedNumber;

    long agreedBytes;
    long sentBytes;

    /** Sent before the answer to the announcement; see {@link AheadFragments}. */
    long aheadBytes;

    /** The zero-copy send that has to be complete before the buffer is free. */
    long zeroCopyMark;

    long remoteCookie;
    long remoteKey;
    private final SendProtocol protocol;
    private SharedCopy shared;

    /** What is sent when the items have gaps, else null. */
    private byte[] packed;

    SendRequest(SendProtocol protocol) {
        this.protocol = protocol;
    }

    /**
     * Sets the send buffer, which belongs to the request until it is complete.
     *
     * @param offset where to start, in elements of the buffer
     * @param count number of items of the type
     */
    public SendRequest bind(Object buffer, long offset, long count, MpiType type) {
        int code = protocol.checksTypes ? TypeCode.of(type, count) : type.messageCode();
        int objects = type.isObject() ? MessageKind.OBJECTS : 0;
        flags = code << MessageKind.TYPE_SHIFT | objects | flagOf(mode);
        objectsSent = 0;
        this.type = protocol.checksTypes ? type : null;
        bufferId = protocol.checksTypes ? System.identityHashCode(buffer) : 0;
        boolean isPacked = this.type == MpiType.PACKED && buffer instanceof byte[];
        packedData = isPacked ? (byte[]) buffer : null;
        packedAt = offset;
        if (type.isPlain()) {
            protocol.binder.bind(region, buffer, offset, count, type);
            return this;
        }
        TypedBuffer items = protocol.items.set(buffer, offset, count, type);
        try {
            bindPacked(items);
        } finally {
            items.clear();
        }
        return this;
    }

    /** The flag of messages in this mode; 0 for none. */
    static int flagOf(SendMode mode) {
        return mode == SendMode.READY ? MessageKind.READY : 0;
    }

    /** Binds bytes, for an envelope with these flags. */
    SendRequest bind(Region payload, int envelopeFlags) {
        flags = envelopeFlags;
        type = null;
        packedData = null;
        objectsSent = 0;
        region.wrap(payload);
        return this;
    }

    private void bindPacked(TypedBuffer items) {
        if (hasObjects()) {
            EncodedObjects message = protocol.codec.encode(items, protocol.packer);
            objectsSent = (int) items.packedBytes();
            region.wrapArray(message.bytes(), 0, message.length());
        } else {
            packed = protocol.packer.pack(items);
            region.wrapArray(packed, 0, items.packedBytes());
        }
    }

    /** Copies what is to be sent, so that the user's buffer is free at once (buffered mode). */
    void copyPayload() {
        if (packed != null || hasObjects()) {
            return;
        }
        int bytes = (int) region.length();
        byte[] copy = new byte[bytes];
        Region target = new Region().wrapArray(copy, 0, bytes);
        region.copyTo(0, target, 0, bytes);
        region.wrap(target);
    }

    /**
     * Copies the data, so that the buffer is free, unless it is being sent; see {@link
     * BufferedStandardSends}.
     *
     * @param limitBytes longest message that is copied
     */
    void completeFromCopy(long limitBytes) {
        if (limitBytes > 0
                && !buffered
                && stage == Stage.QUEUED
                && mode == SendMode.STANDARD
                && region.length() <= limitBytes
                && !ContextId.isCollective(contextId)) {
            copyPayload();
            buffered = true;
        }
    }

    /** Whether the message is serialised objects. */
    boolean hasObjects() {
        return (flags & MessageKind.OBJECTS) != 0;
    }

    /** Starts over. */
    void begin() {
        stage = Stage.QUEUED;
        aheadBytes = 0;
        buffered = false;
    }

    /**
     * The receiver takes {@code bytes} of the message, into the buffer of its key if it has one.
     */
    void agree(Stage next, long bytes, long recvCookie, long recvKey) {
        stage = next;
        agreedBytes = bytes;
        sentBytes = Math.min(aheadBytes, bytes);
        remoteCookie = recvCookie;
        remoteKey = recvKey;
    }

    /** Whether a blocking send passes it to {@link BufferedStandardSends} instead of waiting. */
    public boolean isBuffered() {
        return buffered;
    }

    /** Bytes of the message. */
    public long length() {
        return region.length();
    }

    @Override
    protected PeerActivity peerActivity() {
        return peer;
    }

    @Override
    public boolean advance() {
        return protocol.stream(this);
    }

    /** Until the transport releases the buffer, an arrival wakes the rank. */
    @Override
    public boolean isAnnounced() {
        return stage == Stage.AWAITING_RELEASE;
    }

    @Override
    public void cancel() {
        protocol.cancellation.cancel(this);
    }

    @Override
    public String describe() {
        String internal = ContextId.internalUse(contextId, sendTag);
        return "send mode=%s dest(world)=%s%s bytes=%d stage=%s%s in %s"
                .formatted(
                        mode,
                        peer == null ? "none" : peer.worldRank(),
                        internal == null ? " tag=" + sendTag : "",
                        region.length(),
                        stage,
                        internal == null ? "" : " for " + internal,
                        ContextId.nameOf(contextId));
    }

    @Override
    public void fillTarget(WaitTarget target) {
        int to = peer == null ? WaitTarget.NONE : peer.worldRank();
        target.set(WaitTarget.What.SEND, to, sendTag, contextId, region.length());
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe());
        if (peer != null) {
            needs.addRank(peer.worldRank());
        }
        if (stage != Stage.ANNOUNCED) {
            needs.mayEndOtherwise();
        } else if (ContextId.isCollective(contextId)) {
            needs.isCollective();
        }
    }

    /** Makes it the envelope of a message of this send. */
    void fill(Envelope envelope, int kind, long length, long cookie) {
        envelope.set(kind, contextId, localRank, sendTag, length, cookie);
        envelope.flags = flags;
    }

    void forget() {
        region.clear();
        peer = null;
        packedData = null;
        buffered = false;
        unbufferedNumber = 0;
        if (packed != null) {
            forgetPacked();
        }
    }

    /** After a failure a peer may still read the bytes, so they are not reused. */
    private void forgetPacked() {
        if (!hasFailed()) {
            protocol.packer.buffers().release(packed);
        }
        packed = null;
    }

    /** This rank's part when both copy. */
    SharedCopy shared() {
        if (shared == null) {
            shared = new Put();
        }
        return shared;
    }

    void failLost(String reason) {
        stage = Stage.DONE;
        if (shared != null) {
            shared.abandon();
        }
        protocol.stranded.keep(this, region);
        fail(ErrorClass.ofLoss(reason), reason);
    }

    /** The sender's part: puts into the buffer of the receiver. */
    private final class Put extends SharedCopy {
        Put() {
            super(protocol.shared, SendRequest.this, SendRequest.this.region);
        }

        @Override
        void onJoin(Peer receiver, Envelope join) {
            stage = Stage.SHARED;
        }

        @Override
        SendOutcome copy(long at, long bytes) {
            return peer.remoteMemory().tryPut(remoteKey, at, region, at, bytes);
        }

        @Override
        void completeRequest() {
            protocol.done(SendRequest.this);
        }

        @Override
        void failRequest() {
            protocol.lost(SendRequest.this);
        }
    }
}
