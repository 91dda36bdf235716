package musubi.tcp.frame;

import static musubi.tcp.frame.FrameDescriptor.HEADER_BYTES;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Cuts what arrives from one peer into frames and reports them, over one connection after the
 * other. Small frames are reported where they lie in the buffer. A large one that has not all
 * arrived is read straight to where it belongs: the landing zone, or memory of its own when there
 * is none. When a connection ends, what was not reported is forgotten; the peer sends it again.
 */
@Accounted(Component.BUFFERS)
public final class FrameReader {
    /** One read into the buffer takes at most this. */
    private static final int READ_BYTES = (64 << 10) + HEADER_BYTES;

    /** A read that takes a control message of the core, and little of a payload behind it. */
    private static final int SHORT_READ_BYTES = HEADER_BYTES + 24;

    /** So many frames after a payload that was read in place are read sparingly. */
    private static final int SHORT_READ_FRAMES = 8;

    /** An incomplete payload up to this size is waited for in the buffer. */
    private static final int MAX_BUFFERED_BYTES = 16 << 10;

    /** So is one up to this size that has no landing zone. */
    private static final int MAX_BUFFERED_EAGER_BYTES = FrameDescriptor.EAGER_LIMIT_BYTES;

    private static final int BUFFER_BYTES = READ_BYTES + MAX_BUFFERED_EAGER_BYTES + HEADER_BYTES;

    private Inbound inbound;
    private final int peer;
    private final AckState acks;
    private final FrameWriter writer;
    private final StripeOrder.Turn turn;
    private final FrameChecksum checksum;
    private final MemorySegment buffer = Arena.ofAuto().allocate(BUFFER_BYTES, Long.BYTES);
    private TcpStream stream;
    private int head;
    private int tail;
    private long bytesRead;

    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();

    /** Where the rest of a large frame goes, while {@code arriving}. */
    private final PayloadTarget target;

    private boolean inPayload;
    private int payloadKind;
    private int payloadCrc;

    /** So many frames, from the next one on, are read sparingly: large payloads may follow. */
    private int shortReads;

    private final ControlFrames controlFrames = new ControlFrames();
    private boolean ended = true;

    /**
     * A reader without a connection.
     *
     * @param otherDirection hears what the peer has received
     */
    FrameReader(
            Inbound inbound,
            int peer,
            AckState receipt,
            FrameWriter otherDirection,
            TcpOptions options) {
        this(inbound, peer, receipt, otherDirection, options, StripeOrder.Turn.unstriped());
    }

    /**
     * As above.
     *
     * @param turn when it may report
     */
    public FrameReader(
            Inbound inbound,
            int peer,
            AckState receipt,
            FrameWriter otherDirection,
            TcpOptions options,
            StripeOrder.Turn turn) {
        this.inbound = inbound;
        this.peer = peer;
        this.acks = receipt;
        this.writer = otherDirection;
        this.turn = turn;
        checksum = options.checksums() ? new FrameChecksum() : null;
        target = new PayloadTarget(checksum);
    }

    /** Goes on over this connection. */
    public void attach(TcpStream connection) {
        stream = connection;
        ended = false;
    }

    /** The connection has ended; what was not reported is forgotten. */
    public void detach() {
        stream = null;
        ended = true;
        head = 0;
        tail = 0;
        inPayload = false;
        target.clear();
        shortReads = 0;
        controlFrames.onDisconnected();
    }

    /** What the peer has said beside its messages. */
    public ControlFrames controlFrames() {
        return controlFrames;
    }

    /** From now on reports to somebody who has no landing zones: this rank leaves. */
    public void redirectTo(Inbound somebody) {
        inbound = somebody;
        if (inPayload) {
            target.abandon();
        }
    }

    /** Throws away what has arrived, and says whether nothing more comes. */
    public boolean discard() throws IOException {
        int n = 1;
        while (!ended && n > 0) {
            n = stream.read(buffer, 0, READ_BYTES);
            ended = n < 0;
        }
        return ended;
    }

    /** Whether all that comes over this connection has been reported. */
    public boolean hasEnded() {
        return ended;
    }

    /** What has been read over all connections; grows when something arrives. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Whether {@link #poll} could have something to do. */
    public boolean isPending() {
        return !ended
                && !isHeld()
                && (stream.isReadable() || (inPayload ? target.isComplete() : isFrameBuffered()));
    }

    /** Whether what comes next waits for other streams. */
    private boolean isHeld() {
        if (!turn.mustWait()) {
            return false;
        }
        return turn.isFirst()
                || (inPayload ? target.isComplete() : isFrameBuffered() && isMessageNext());
    }

    private boolean isFrameBuffered() {
        return tail - head >= HEADER_BYTES && tail - head >= HEADER_BYTES + length();
    }

    /**
     * Reports at most so many messages and returns how many.
     *
     * @throws IOException when the connection broke, or brought what is no frame
     */
    public int poll(int limit) throws IOException {
        int done = 0;
        while (done < limit) {
            if (reportNext()) {
                done++;
            } else if (isHeld() || !isFrameBuffered() && !fill()) {
                break;
            }
        }
        return done;
    }

    /**
     * Takes what comes before the next message, and reports nothing: a rank that has no room to
     * send may need to hear what the peer has received.
     */
    public void readAcks() throws IOException {
        while (!ended && !inPayload && !isHeld()) {
            if (tail - head < HEADER_BYTES) {
                if (!fill()) {
                    return;
                }
            } else if (isMessageNext()) {
                return;
            } else {
                reportNext();
            }
        }
    }

    private boolean isMessageNext() {
        return buffer.get(ValueLayout.JAVA_BYTE, head + FrameDescriptor.KIND)
                == FrameDescriptor.KIND_MESSAGE;
    }

    private int length() {
        return buffer.get(ValueLayout.JAVA_INT_UNALIGNED, head + FrameDescriptor.LENGTH);
    }

    /** Takes the next frame if it is there, and says whether that was a message. */
    private boolean reportNext() throws IOException {
        if (isHeld()) {
            return false;
        }
        if (inPayload) {
            return reportPayload();
        }
        int there = tail - head;
        if (there < HEADER_BYTES) {
            return false;
        }
        int bytes = length();
        int kind = buffer.get(ValueLayout.JAVA_INT_UNALIGNED, head + FrameDescriptor.KIND);
        checkHeader(bytes, kind);
        if (there < HEADER_BYTES + bytes && bytes <= MAX_BUFFERED_BYTES) {
            return false;
        }
        takeAck();
        if (bytes == 0 && kind != FrameDescriptor.KIND_MESSAGE) {
            return takeControlFrame(kind);
        }
        if (there >= HEADER_BYTES + bytes) {
            reportBuffered(bytes, kind);
            return true;
        }
        return beginPayload(bytes, kind) && reportPayload();
    }

    private void checkHeader(int bytes, int kind) throws IOException {
        if (!FrameDescriptor.isValid(bytes, kind)) {
            throw new IOException("not a frame: bytes=" + bytes + " kind=" + kind);
        }
        if (checksum != null) {
            checksum.reset().add(buffer, head, FrameDescriptor.HEADER_CRC);
            check(crcAt(FrameDescriptor.HEADER_CRC));
        }
    }

    private int crcAt(int field) {
        return buffer.get(ValueLayout.JAVA_INT_UNALIGNED, head + field);
    }

    private void check(int expected) throws IOException {
        if (checksum.value() != expected) {
            throw new IOException("a frame was damaged on its way: peer=" + peer);
        }
    }

    private void takeAck() throws IOException {
        long received = buffer.get(ValueLayout.JAVA_LONG_UNALIGNED, head + FrameDescriptor.ACK);
        if (!writer.acknowledge(received)) {
            throw new IOException("a receipt for what was not sent: received=" + received);
        }
    }

    private boolean takeControlFrame(int kind) throws IOException {
        if (FrameDescriptor.isStripeMark(kind)) {
            if (!turn.isFirst()) {
                throw new IOException("a mark that is not in the first stream: kind=" + kind);
            }
            turn.await(FrameDescriptor.stream(kind));
        }
        controlFrames.onFrame(kind);
        head += HEADER_BYTES;
        shortReads = Math.max(0, shortReads - 1);
        acks.onFrame(HEADER_BYTES, kind);
        return false;
    }

    private void reportBuffered(int bytes, int kind) throws IOException {
        if (checksum != null) {
            checksum.reset().add(buffer, head + HEADER_BYTES, bytes);
            check(crcAt(FrameDescriptor.PAYLOAD_CRC));
        }
        envelope.decode(buffer, head + FrameDescriptor.ENVELOPE);
        payload.wrap(buffer, head + HEADER_BYTES, bytes);
        head += HEADER_BYTES + bytes;
        shortReads = Math.max(0, shortReads - 1);
        acks.onFrame(HEADER_BYTES + bytes, kind);
        turn.onReported();
        inbound.onMessage(peer, envelope, payload);
    }

    /** Lets the payload go where it belongs; false when it is to be waited for in the buffer. */
    private boolean beginPayload(int bytes, int kind) {
        envelope.decode(buffer, head + FrameDescriptor.ENVELOPE);
        Region theirs = inbound.landingZone(peer, envelope, bytes);
        if (theirs == null && bytes <= MAX_BUFFERED_EAGER_BYTES) {
            return false;
        }
        payloadKind = kind;
        payloadCrc = crcAt(FrameDescriptor.PAYLOAD_CRC);
        head += HEADER_BYTES;
        target.begin(theirs, bytes, stream);
        inPayload = true;
        head += target.copyFrom(buffer, head, tail - head);
        return true;
    }

    private boolean reportPayload() throws IOException {
        if (!target.isComplete()) {
            return false;
        }
        if (checksum != null) {
            check(payloadCrc);
        }
        inPayload = false;
        shortReads = target.isInPlace() ? SHORT_READ_FRAMES : 0;
        Region landed = target.payload();
        int bytes = (int) landed.length();
        acks.onFrame(HEADER_BYTES + bytes, payloadKind);
        turn.onReported();
        if (target.isLandingZone()) {
            target.clear();
            inbound.onLanded(peer, envelope, bytes);
        } else {
            inbound.onMessage(peer, envelope, landed);
        }
        return true;
    }

    /** Reads once; false when nothing came. */
    private boolean fill() throws IOException {
        if (ended || !stream.isReadable()) {
            return false;
        }
        int n = inPayload && target.isInPlace() ? target.read(stream) : fillBuffer();
        ended = n < 0;
        bytesRead += Math.max(0, n);
        return n > 0;
    }

    private int fillBuffer() throws IOException {
        if (head > 0) {
            MemorySegment.copy(buffer, head, buffer, 0, tail - head);
            tail -= head;
            head = 0;
        }
        int n = stream.read(buffer, tail, readBytes());
        tail += Math.max(0, n);
        if (inPayload) {
            head += target.copyFrom(buffer, head, tail - head);
        }
        return n;
    }

    private int readBytes() {
        if (shortReads == SHORT_READ_FRAMES && tail < HEADER_BYTES) {
            return HEADER_BYTES - tail;
        }
        return shortReads > 0 && tail < SHORT_READ_BYTES
                ? SHORT_READ_BYTES - tail
                : Math.min(BUFFER_BYTES - tail, READ_BYTES);
    }
}
