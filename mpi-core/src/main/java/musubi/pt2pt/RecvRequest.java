package musubi.pt2pt;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.event.WaitTarget;
import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.progress.WaitDependencies;
import musubi.pt2pt.matching.MatchControl;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.matching.PendingReceive;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.PeerActivity;
import musubi.pt2pt.request.ReceiveWatch;
import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.PackedContents;
import musubi.type.TypeCode;
import musubi.type.buffer.BufferMemory;
import musubi.type.buffer.ObjectCodec;
import musubi.type.buffer.TypedBuffer;

import java.lang.foreign.MemorySegment;

/** A receive in flight. Its steps are {@link RecvProtocol}'s; this is its state. */
public final class RecvRequest extends PendingReceive {
    /** The answer that the sender still has to get. */
    enum Answer {
        NONE,
        /** That a synchronous send was matched. */
        MATCHED,
        /** That data may flow, or get it. */
        RENDEZVOUS,
        /** That it was got. */
        GET_DONE
    }

    /** How a message gets into the buffer of the program. */
    private enum Landing {
        /** It lands there. */
        DIRECT,
        /** By unpacking, because the items have gaps. */
        PACKED,
        /** As serialised objects. */
        OBJECTS
    }

    private static final int ANY = MessageAddress.ANY_SOURCE;

    final Region region = new Region();

    /** The peer that may claim the receive, or null; see {@link PublishedReceives}. */
    Peer publishedTo;

    /** Its place among the published receives. */
    int publishedSlot;

    Answer answer = Answer.NONE;
    Peer peer;
    long announcedBytes;
    long expectedBytes;
    long receivedBytes;
    long remoteCookie;
    long remoteKey;
    private final RecvProtocol protocol;
    private SharedCopy shared;
    private Landing landing = Landing.DIRECT;

    /** What is wanted, for checks of the message's type. */
    MpiType wantedType = MpiType.BYTE;

    long wantedItems;

    /** The array that gets packed data, when types are checked; else null. */
    private byte[] packedInto;

    private long packedAt;

    /** Of the matched message; null if it is not known. */
    private SendOrigins.Origin origin;

    /** The sends before it in the execution without buffers. */
    int sendsBefore;

    private byte[] objectBytes;

    /** Where the message goes when it does not land there by itself (gaps, objects), else empty. */
    private final TypedBuffer items = new TypedBuffer();

    /** Where the bytes land before they are unpacked, else null. */
    private byte[] packed;

    /** Whether the program changes the buffer; null when no receive was watched so far. */
    private ReceiveWatch watch;

    RecvRequest(RecvProtocol protocol) {
        this.protocol = protocol;
    }

    /**
     * Sets the receive buffer, which belongs to the request until it is complete.
     *
     * @param offset where to start, in elements of the buffer
     * @param count number of items of the type, at most
     */
    public RecvRequest bind(Object buffer, long offset, long count, MpiType type) {
        wantedType = type;
        wantedItems = count;
        if (protocol.sender.checksTypes) {
            boolean isPacked = type == MpiType.PACKED && buffer instanceof byte[];
            packedInto = isPacked ? (byte[]) buffer : null;
            packedAt = offset;
            sendsBefore = protocol.sender.sendsBefore();
        }
        if (type.isPlain()) {
            protocol.sender.binder.bindWritable(region, buffer, offset, count, type);
        } else {
            landing = type.isObject() ? Landing.OBJECTS : Landing.PACKED;
            bindPacked(items.set(buffer, offset, count, type));
        }
        return this;
    }

    /**
     * Watches the bound buffer for changes by the program. Unless the message is short, it lands
     * beside the buffer, and is copied when it is complete.
     */
    void watch(Object buffer, long offset, long count, MpiType type) {
        if (!ReceiveWatch.isPossible(buffer, count, type)) {
            return;
        }
        if (watch == null) {
            watch = new ReceiveWatch(protocol.sender.packer, items, region);
        }
        if (landing == Landing.DIRECT && ReceiveWatch.mayLandInBuffer(region.length())) {
            watch.begin();
            return;
        }
        if (landing == Landing.DIRECT) {
            landing = Landing.PACKED;
            bindPacked(items.set(buffer, offset, count, type));
        }
        watch.beginBeside();
    }

    /** The bytes of a message that has come whole are about to be copied to the region. */
    void landing() {
        if (isWatched() && watch.landsInBuffer()) {
            watch.landing(expectedBytes);
        }
    }

    private boolean isWatched() {
        return watch != null && watch.isActive();
    }

    @Override
    public boolean isBufferChanged() {
        return isWatched() && isComplete() && watch.isChanged(bytes(), packed);
    }

    /** As {@link #isBufferChanged}, before the message came. */
    public boolean isBufferChangedBefore() {
        return isWatched() && watch.isChangedBefore();
    }

    private void bindPacked(TypedBuffer to) {
        if (landing == Landing.OBJECTS && to.type.isContiguous()) {
            ObjectCodec.checkedArray(to.buffer, to.offset, to.packedBytes());
            region.clear();
        } else if (landing == Landing.OBJECTS) {
            protocol.sender.packer.check(to, true);
            region.clear();
        } else {
            protocol.sender.packer.check(to, true);
            packed = protocol.sender.packer.allocate(to);
            region.wrapArray(packed, 0, to.packedBytes());
        }
    }

    /**
     * Notes a failure when a matched message is made of something else than is wanted. Messages of
     * collectives are compared call by call, because how an algorithm names its pieces is its own
     * affair.
     */
    void checkType(int from, int flags, int source, int tag) {
        if (hasFailed() || ContextId.isCollective(contextId())) {
            return;
        }
        SendOrigins origins = protocol.sender.origins;
        origin = origins == null ? null : origins.find(from, flags);
        int sent = sentTypeCode(from, flags, bytes());
        if (!TypeCode.fits(sent, bytes(), wantedType, wantedItems)) {
            String name = origin == null ? TypeCode.nameOf(sent) : origin.item().name();
            noteMisuse(
                    Mismatch.ofTypes(name, wantedType, source, tag),
                    "name the same basic types, in the same order, on both sides");
        }
    }

    private int sentTypeCode(int from, int flags, long bytes) {
        SendOrigins origins = protocol.sender.origins;
        int code = flags >>> MessageKind.TYPE_SHIFT;
        return origins == null ? code : origins.typeCode(from, flags, bytes);
    }

    /** Notes a failure when a message in ready mode has come before its receive was posted. */
    void checkReady(UnexpectedMessage message) {
        if ((message.flags() & MessageKind.READY) != 0
                && !hasFailed()
                && protocol.sender.origins != null) {
            noteMisuse(
                    new MpiFailure(ErrorClass.OTHER, "a ready send has met no posted receive")
                            .with("source", message.source())
                            .with("tag", message.tag()),
                    "post the receive before the send starts, or send in standard mode");
        }
    }

    private void noteMisuse(MpiFailure failure, String advice) {
        note((origin == null ? failure : failure.with("sent by", origin.place())).advice(advice));
    }

    @Override
    public boolean takesObjects() {
        return landing == Landing.OBJECTS;
    }

    /**
     * Allocates room for a message of objects, whose size is known only now. Notes a failure when
     * only one side names {@code MPI.OBJECT}.
     */
    void prepareFor(int from, long bytes, int flags, int source, int tag) {
        boolean hasObjects = (flags & MessageKind.OBJECTS) != 0;
        if (hasObjects != takesObjects() && bytes > 0) {
            int sent = sentTypeCode(from, flags, bytes);
            note(Mismatch.ofObjects(contextId(), hasObjects, sent, wantedType, source, tag));
        } else if (landing == Landing.OBJECTS) {
            allocate(bytes, source);
        }
    }

    private void allocate(long bytes, int source) {
        try {
            objectBytes = new byte[Math.toIntExact(bytes)];
            region.wrapArray(objectBytes, 0, bytes);
        } catch (OutOfMemoryError | ArithmeticException e) {
            note(Mismatch.noMemory(bytes, source, e));
        }
    }

    /** The bytes are all there: unpacks them or turns them into objects if need be, completes. */
    void landed() {
        MatchControl control = protocol.control;
        if (control != null) {
            control.landed(this, region, expectedBytes);
        }
        if (landing != Landing.DIRECT) {
            unpack();
        } else if (isWatched()) {
            watch.landed(expectedBytes);
        }
        if (packedInto != null && protocol.sender.origins != null) {
            notePacked(protocol.sender.origins.packed());
        }
        finish();
    }

    /** What is known of the packed data that has landed. */
    private void notePacked(PackedContents contents) {
        boolean known = origin != null && !hasFailed();
        contents.put(
                packedInto,
                packedAt,
                packedAt + bytes(),
                known ? origin.item() : null,
                known ? origin.place() : null);
    }

    private void unpack() {
        try {
            if (landing == Landing.PACKED) {
                if (isWatched()) {
                    watch.landing(bytes());
                }
                protocol.sender.packer.unpack(items, 0, bytes(), packed, 0);
            } else if (!hasFailed() && region.length() > 0) {
                // Empty: of a rank that could not serialise its objects, or sends no bytes at all.
                int length = (int) region.length();
                outcomeCount(ObjectCodec.countOf(objectBytes, length));
                protocol.sender.codec.decode(objectBytes, length, items, protocol.sender.packer);
            }
        } catch (MpiFailure e) {
            note(e);
        }
    }

    /** Whether it receives into this memory. */
    boolean isUsing(MemorySegment memory) {
        return region.isIn(memory) || BufferMemory.isIn(items.buffer, memory);
    }

    @Override
    protected PeerActivity peerActivity() {
        return peer;
    }

    @Override
    public boolean advance() {
        return protocol.answer(this);
    }

    @Override
    public void cancel() {
        protocol.cancel(this);
    }

    @Override
    public String describe() {
        String comm = ContextId.nameOf(contextId());
        String internal = ContextId.internalUse(contextId(), wantedTag());
        if (internal != null) {
            return "a message of rank " + wantedSource() + " for " + internal + " in " + comm;
        }
        String source = wantedSource() == ANY ? "any" : Integer.toString(wantedSource());
        boolean anyTag = wantedTag() == MessageAddress.ANY_TAG;
        String tag = anyTag ? "any" : Integer.toString(wantedTag());
        long room = region.length();
        return "recv source=" + source + " tag=" + tag + " room=" + room + " bytes in " + comm;
    }

    @Override
    public void fillTarget(WaitTarget target) {
        int from = !isPosted() && peer != null ? peer.worldRank() : peerRank();
        target.set(WaitTarget.What.RECEIVE, from, wantedTag(), contextId(), region.length());
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe(describe());
        if (!isPosted()) {
            needs.mayEndOtherwise();
        } else if (ContextId.isCollective(contextId())) {
            needs.isCollective();
        }
        if (!isPosted() && peer != null) {
            needs.addRank(peer.worldRank());
        } else if (wantedSource() != ANY) {
            needs.addRank(peerRank());
        } else if (candidates() != null) {
            BlockingProbe.addCandidates(candidates(), needs);
        }
    }

    void forget() {
        region.clear();
        packedInto = null;
        origin = null;
        peer = null;
        publishedTo = null;
        setCandidates(null);
        answer = Answer.NONE;
        if (isWatched()) {
            watch.end();
        }
        if (landing != Landing.DIRECT) {
            forgetItems();
        }
    }

    /** After a failure a peer may still write to the bytes, so they are not reused. */
    private void forgetItems() {
        landing = Landing.DIRECT;
        objectBytes = null;
        items.clear();
        if (packed != null && !hasFailed()) {
            protocol.sender.packer.buffers().release(packed);
        }
        packed = null;
    }

    /** This rank's part when both copy. */
    SharedCopy shared() {
        if (shared == null) {
            shared = new ReceiverCopy(protocol, this);
        }
        return shared;
    }

    void failLost(String reason) {
        if (shared != null) {
            shared.abandon();
        }
        protocol.sender.stranded.keep(this, region);
        fail(ErrorClass.ofLoss(reason), reason);
    }
}
