package musubi.tcp.frame;

import static musubi.tcp.frame.FrameDescriptor.HEADER_BYTES;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.memory.PagePool;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Decodes the frames of one peer over successive connections and reports them. Small frames are
 * reported from the buffer. The rest of a large incomplete payload is read straight into its
 * landing zone, or into memory of the reader. When a connection ends, frames not yet reported are
 * discarded; the peer sends them again.
 */
@Accounted(Component.BUFFERS)
public final class FrameReader {
    /** Enough for a control message of the core, with little of a payload behind it. */
    private static final int SHORT_READ_BYTES = HEADER_BYTES + 24;

    /** Frames that are read with short reads after a payload that was read in place. */
    private static final int SHORT_READ_FRAMES = 8;

    /** Incomplete payloads up to this size are completed in the buffer. */
    private static final int MAX_BUFFERED_BYTES = 16 << 10;

    /** The same for payloads without a landing zone. */
    private static final int MAX_BUFFERED_EAGER_BYTES = FrameDescriptor.EAGER_LIMIT_BYTES;

    private Inbound inbound;
    private final int peer;
    private final AckState acks;
    private final FrameWriter writer;
    private final StripeOrder.Turn turn;
    private final FrameChecksum checksum;
    private final ReadBuffer buffer;
    private TcpStream stream;
    private long bytesRead;

    private final Envelope envelope = new Envelope();
    private final Region payload = new Region();

    /** Destination of the payload while {@code inPayload}. */
    private final PayloadTarget target;

    private boolean inPayload;
    private int payloadKind;
    private int payloadCrc;

    /** Frames left to read with short reads, because large payloads may follow. */
    private int shortReads;

    private final ControlFrames controlFrames = new ControlFrames();
    private boolean ended = true;

    /**
     * A reader without a connection.
     *
     * @param writer of the other direction; gets the peer's acknowledgements
     * @param memory for frames that have arrived in part
     * @param turn order among the streams of the peer
     */
    public FrameReader(
            Inbound inbound,
            int peer,
            FrameWriter writer,
            TcpOptions options,
            PagePool memory,
            StripeOrder.Turn turn) {
        this.inbound = inbound;
        this.peer = peer;
        this.writer = writer;
        acks = writer.acks();
        this.turn = turn;
        checksum = options.checksums() ? new FrameChecksum() : null;
        buffer = new ReadBuffer(memory);
        target = new PayloadTarget(checksum, memory);
    }

    /** Continues on a new connection. */
    public void attach(TcpStream connection) {
        stream = connection;
        ended = false;
    }

    /** The connection has ended; frames not yet reported are discarded. */
    public void detach() {
        stream = null;
        ended = true;
        buffer.clear();
        inPayload = false;
        target.clear();
        shortReads = 0;
        controlFrames.onDisconnected();
    }

    /** Control frames received from the peer. */
    public ControlFrames controlFrames() {
        return controlFrames;
    }

    /** Reports to another sink, which has no landing zones, as this rank shuts down. */
    public void redirectTo(Inbound sink) {
        inbound = sink;
        if (inPayload) {
            target.abandon();
        }
    }

    /** Discards received data; returns whether the end of the stream was reached. */
    public boolean discard() throws IOException {
        int n = 1;
        while (!ended && n > 0) {
            n = buffer.discard(stream);
            ended = n < 0;
        }
        return ended;
    }

    /** Whether the end of the stream was reached. */
    public boolean hasEnded() {
        return ended;
    }

    /** Bytes read over all connections. */
    public long bytesRead() {
        return bytesRead;
    }

    /** Whether {@link #poll} may have something to do. */
    public boolean isPending() {
        return !ended
                && !isHeld()
                && (stream.isReadable() || (inPayload ? target.isComplete() : isFrameBuffered()));
    }

    /** Whether the next frame waits for another stream. */
    private boolean isHeld() {
        if (!turn.mustWait()) {
            return false;
        }
        return turn.isFirst()
                || (inPayload ? target.isComplete() : isFrameBuffered() && isMessageNext());
    }

    private boolean isFrameBuffered() {
        int available = buffer.available();
        return available >= HEADER_BYTES && available >= HEADER_BYTES + length();
    }

    /**
     * Reports up to a number of messages; returns their number.
     *
     * @throws IOException when the connection broke, or a frame is invalid
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
        buffer.settle(frameBytes());
        return done;
    }

    /** Frees the memory of an idle connection. */
    public void releaseMemory() {
        if (!inPayload) {
            buffer.releaseIfEmpty();
        }
    }

    /** Length of the frame that the buffer has to hold, or of its header. */
    private int frameBytes() {
        return inPayload || buffer.available() < HEADER_BYTES
                ? HEADER_BYTES
                : HEADER_BYTES + length();
    }

    /**
     * Processes the frames before the next message without reporting: a sender without room may
     * depend on the acknowledgements in them.
     */
    public void readAcks() throws IOException {
        while (!ended && !inPayload && !isHeld() && readAck()) {
            // Until a message is next, or nothing has arrived.
            continue;
        }
        buffer.settle(frameBytes());
    }

    private boolean readAck() throws IOException {
        if (buffer.available() < HEADER_BYTES) {
            return fill();
        }
        boolean isMessage = isMessageNext();
        if (!isMessage) {
            reportNext();
        }
        return !isMessage;
    }

    private boolean isMessageNext() {
        long at = buffer.head() + FrameDescriptor.KIND;
        return buffer.memory().get(ValueLayout.JAVA_BYTE, at) == FrameDescriptor.KIND_MESSAGE;
    }

    private int length() {
        return field(FrameDescriptor.LENGTH);
    }

    private int field(int offset) {
        return buffer.memory().get(ValueLayout.JAVA_INT_UNALIGNED, buffer.head() + offset);
    }

    /** Processes the next frame if it is complete; returns whether it was a message. */
    private boolean reportNext() throws IOException {
        if (isHeld()) {
            return false;
        }
        if (inPayload) {
            return reportPayload();
        }
        int available = buffer.available();
        if (available < HEADER_BYTES) {
            return false;
        }
        int bytes = length();
        int kind = field(FrameDescriptor.KIND);
        checkHeader(bytes, kind);
        if (available < HEADER_BYTES + bytes && bytes <= MAX_BUFFERED_BYTES) {
            return false;
        }
        takeAck();
        if (bytes == 0 && kind != FrameDescriptor.KIND_MESSAGE) {
            return takeControlFrame(kind);
        }
        if (available >= HEADER_BYTES + bytes) {
            reportBuffered(bytes, kind);
            return true;
        }
        return beginPayload(bytes, kind) && reportPayload();
    }

    private void checkHeader(int bytes, int kind) throws IOException {
        if (!FrameDescriptor.isValid(bytes, kind)) {
            throw new IOException("invalid frame: bytes=" + bytes + " kind=" + kind);
        }
        if (checksum != null) {
            checksum.reset().add(buffer.memory(), buffer.head(), FrameDescriptor.HEADER_CRC);
            check(field(FrameDescriptor.HEADER_CRC));
        }
    }

    private void check(int expected) throws IOException {
        if (checksum.value() != expected) {
            throw new IOException("wrong checksum of a frame: peer=" + peer);
        }
    }

    private void takeAck() throws IOException {
        long at = buffer.head() + FrameDescriptor.ACK;
        long received = buffer.memory().get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (!writer.acknowledge(received)) {
            throw new IOException(
                    "acknowledgement of data that was not sent: received=" + received);
        }
    }

    private boolean takeControlFrame(int kind) throws IOException {
        if (FrameDescriptor.isStripeMark(kind)) {
            if (!turn.isFirst()) {
                throw new IOException("stripe mark outside of the first stream: kind=" + kind);
            }
            turn.await(FrameDescriptor.stream(kind));
        }
        controlFrames.onFrame(kind);
        buffer.skip(HEADER_BYTES);
        shortReads = Math.max(0, shortReads - 1);
        acks.onFrame(HEADER_BYTES, kind);
        return false;
    }

    private void reportBuffered(int bytes, int kind) throws IOException {
        MemorySegment memory = buffer.memory();
        int at = buffer.head();
        if (checksum != null) {
            checksum.reset().add(memory, at + HEADER_BYTES, bytes);
            check(field(FrameDescriptor.PAYLOAD_CRC));
        }
        envelope.decode(memory, at + FrameDescriptor.ENVELOPE);
        payload.wrap(memory, at + HEADER_BYTES, bytes);
        buffer.skip(HEADER_BYTES + bytes);
        shortReads = Math.max(0, shortReads - 1);
        acks.onFrame(HEADER_BYTES + bytes, kind);
        turn.onReported();
        inbound.onMessage(peer, envelope, payload);
    }

    /** Starts to receive a payload in place; false when it is to be completed in the buffer. */
    private boolean beginPayload(int bytes, int kind) {
        envelope.decode(buffer.memory(), buffer.head() + FrameDescriptor.ENVELOPE);
        Region zone = inbound.landingZone(peer, envelope, bytes);
        if (zone == null && bytes <= MAX_BUFFERED_EAGER_BYTES) {
            return false;
        }
        payloadKind = kind;
        payloadCrc = field(FrameDescriptor.PAYLOAD_CRC);
        buffer.skip(HEADER_BYTES);
        target.begin(zone, bytes, stream);
        inPayload = true;
        moveToTarget();
        return true;
    }

    private void moveToTarget() {
        buffer.skip(target.copyFrom(buffer.memory(), buffer.head(), buffer.available()));
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
            target.clear();
        }
        return true;
    }

    /** Reads once; false without data. */
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
        int needed = inPayload ? target.stepBytes() : frameBytes();
        if (!buffer.prepare(needed)) {
            return 0;
        }
        int n = buffer.read(stream, needed, readBytes());
        if (inPayload) {
            moveToTarget();
        }
        return n;
    }

    private int readBytes() {
        int buffered = buffer.available();
        if (shortReads == SHORT_READ_FRAMES && buffered < HEADER_BYTES) {
            return HEADER_BYTES - buffered;
        }
        return shortReads > 0 && buffered < SHORT_READ_BYTES
                ? SHORT_READ_BYTES - buffered
                : ReadBuffer.READ_BYTES;
    }
}
