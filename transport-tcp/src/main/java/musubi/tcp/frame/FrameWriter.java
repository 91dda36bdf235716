package musubi.tcp.frame;

import static musubi.tcp.frame.FrameDescriptor.HEADER_BYTES;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.memory.PagePool;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sends frames to one peer over successive connections. A payload is copied once, behind its header
 * in the {@link ReplayBuffer}, and stays there until the peer has acknowledged it. The payload of a
 * zero-copy send stays in the user's buffer.
 *
 * <p>Frames are accepted as long as the socket has room, and some more, so that small ones go out
 * together. A failure of the connection is recorded, not thrown: accepted frames are sent over the
 * next connection.
 */
@Accounted(Component.BUFFERS)
public final class FrameWriter {
    /** Payloads are copied and sent in pieces that stay in the cache in between. */
    private static final int PIECE_BYTES = 64 << 10;

    /** Most unsent bytes with which another frame is accepted while the socket is full. */
    private static final int MAX_BACKLOG_BYTES = 320 << 10;

    /**
     * Round trips that unacknowledged data covers: the peer acknowledges some time after arrival.
     */
    private static final int ROUND_TRIPS = 2;

    /** Room reserved for acknowledgements, so that two full buffers can drain. */
    private static final int RESERVE_BYTES = 8 << 10;

    /** Smallest buffer: a frame, and the data that a peer leaves unacknowledged. */
    public static final int MIN_BUFFER_BYTES = 2 * FrameDescriptor.FRAGMENT_BYTES;

    private static final Envelope NO_ENVELOPE = new Envelope();

    private final AckState acks;
    private final FrameChecksum checksum;
    private final ReplayBuffer buffer;
    private long resentBytes;
    private final MemorySegment scratch = Arena.ofAuto().allocate(HEADER_BYTES, Long.BYTES);
    private TcpStream stream;
    private IOException failure;
    private Burst burst = new Burst(new PollCount());

    /** Stream position of the end of the last message. */
    private long messagesEnd;

    /** Stream position of the end of the goodbye; 0 before it. */
    private long goodbyeEnd;

    /**
     * A writer without a connection.
     *
     * @param acks state of the other direction, sent with each frame
     * @param memory for frames that are not acknowledged
     * @param start stream position up to which the peer has received
     */
    public FrameWriter(AckState acks, TcpOptions options, PagePool memory, long start) {
        this.acks = acks;
        checksum = options.checksums() ? new FrameChecksum() : null;
        int limitBytes = Math.max(MIN_BUFFER_BYTES, options.replayBytes());
        buffer = new ReplayBuffer(memory, limitBytes, start);
        messagesEnd = start;
    }

    /** Distinguishes the bursts of sends by the polls of the rank. */
    public void observe(PollCount polls) {
        burst = new Burst(polls);
    }

    /**
     * Continues on a new connection, resending unacknowledged data.
     *
     * @param received stream position up to which the peer has received
     * @return false when that position is impossible
     */
    public boolean attach(TcpStream connection, long received) {
        if (!acknowledge(received)) {
            return false;
        }
        long freshBytes = buffer.unsentBytes();
        buffer.rewind();
        resentBytes = buffer.unsentBytes() - freshBytes;
        stream = connection;
        return true;
    }

    /** Keeps more unacknowledged data, as a path with this bandwidth x round trip needs. */
    public void coverPath(long pathBytes) {
        buffer.raiseLimit(ROUND_TRIPS * pathBytes);
    }

    /** Bytes that are resent over this connection. */
    public long resentBytes() {
        return resentBytes;
    }

    /** The connection has ended. */
    public void detach() {
        stream = null;
        failure = null;
    }

    AckState acks() {
        return acks;
    }

    /** Frees the memory of an idle connection. */
    public void releaseMemory() {
        buffer.release();
    }

    /** Frees all memory: nothing will be sent again. */
    public void discard() {
        buffer.discard();
    }

    /** The failure of this connection; null while data can be sent. */
    public IOException failure() {
        return failure;
    }

    /** The peer has received up to a stream position; false when that is impossible. */
    boolean acknowledge(long received) {
        return buffer.acknowledge(received);
    }

    /** As {@link musubi.adi.Endpoint#trySend}. */
    public SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        if (!accepts(HEADER_BYTES + bytes)) {
            return SendOutcome.BACK_PRESSURED;
        }
        if (checksum != null) {
            putWithChecksum(envelope, payload, from, bytes);
            return afterMessage(bytes);
        }
        putHeader(FrameDescriptor.KIND_MESSAGE, envelope, bytes, 0);
        for (int done = 0; done < bytes; ) {
            int n = Math.min(PIECE_BYTES, bytes - done);
            buffer.put(payload, from + done, n);
            done += n;
            if (done < bytes) {
                flush();
            }
        }
        return afterMessage(bytes);
    }

    /** A message was put into the buffer. */
    private SendOutcome afterMessage(int bytes) {
        messagesEnd = buffer.end();
        if (stream == null || !stream.isWritable() || !burst.holds(bytes)) {
            flush();
        }
        return SendOutcome.ACCEPTED;
    }

    /** Puts the payload first, to compute its checksum in the buffer. */
    private void putWithChecksum(Envelope envelope, Region payload, long from, int bytes) {
        buffer.put(scratch, 0, HEADER_BYTES);
        buffer.put(payload, from, bytes);
        buffer.addToChecksum(bytes, checksum.reset());
        int crc = checksum.value();
        encode(scratch, 0, FrameDescriptor.KIND_MESSAGE, envelope, bytes);
        seal(scratch, 0, crc);
        buffer.replace(scratch, HEADER_BYTES, bytes);
    }

    /**
     * As {@link #trySend}, without a copy where the payload's memory allows it.
     *
     * @param flags further flags of the frame
     */
    public SendOutcome trySendZeroCopy(
            Envelope envelope, Region payload, long from, int bytes, int flags) {
        MemorySegment memory = zeroCopySource(payload, from, bytes);
        if (memory == null) {
            return trySend(envelope, payload, from, bytes);
        }
        if (!buffer.hasZeroCopySlot() || !accepts(HEADER_BYTES)) {
            return SendOutcome.BACK_PRESSURED;
        }
        if (!memory.scope().isAlive()) {
            throw new IllegalStateException("the buffer of a send has been freed");
        }
        long start = memory == payload.segment() ? payload.base() + from : 0;
        int crc = checksum == null ? 0 : checksum.reset().add(memory, start, bytes).value();
        int kind = FrameDescriptor.KIND_MESSAGE | FrameDescriptor.FLAG_ZERO_COPY | flags;
        putHeader(kind, envelope, bytes, crc);
        buffer.putZeroCopy(memory, start, bytes);
        return afterMessage(bytes);
    }

    /** The payload's native memory, or this part of its array; null when it has to be copied. */
    private MemorySegment zeroCopySource(Region payload, long from, int bytes) {
        MemorySegment memory = payload.segment();
        if (memory != null) {
            return memory.isNative() ? memory : null;
        }
        return checksum == null ? stream.heapSource(payload, from, bytes) : null;
    }

    /** Whether the buffer has room for a stripe mark, regardless of the socket. */
    public boolean hasRoomForStripeMark() {
        return buffer.room() - RESERVE_BYTES >= HEADER_BYTES;
    }

    /** Marks the place of a message that another stream carries; there is room for the mark. */
    public void writeStripeMark(int otherStream) {
        putHeader(FrameDescriptor.stripeMark(otherStream), NO_ENVELOPE, 0, 0);
        messagesEnd = buffer.end();
        flush();
    }

    private boolean accepts(int bytes) {
        if (buffer.room() - RESERVE_BYTES < bytes || !buffer.hold(bytes, isAcknowledged())) {
            return false;
        }
        if (burst.isHolding() || flush()) {
            return stream.isWritable();
        }
        // The socket is full: the frame may extend a backlog, but not start one.
        return buffer.unsentBytes() + bytes <= MAX_BACKLOG_BYTES;
    }

    private void putHeader(int kindAndFlags, Envelope envelope, int bytes, int payloadCrc) {
        long at = buffer.reserve(HEADER_BYTES);
        if (at < 0) {
            encode(scratch, 0, kindAndFlags, envelope, bytes);
            seal(scratch, 0, payloadCrc);
            buffer.put(scratch, 0, HEADER_BYTES);
        } else {
            encode(buffer.ring(), at, kindAndFlags, envelope, bytes);
            seal(buffer.ring(), at, payloadCrc);
        }
    }

    private void encode(
            MemorySegment memory, long at, int kindAndFlags, Envelope envelope, int bytes) {
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + FrameDescriptor.LENGTH, bytes);
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + FrameDescriptor.KIND, kindAndFlags);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, at + FrameDescriptor.ACK, acks.acknowledge());
        envelope.encode(memory, at + FrameDescriptor.ENVELOPE);
    }

    private void seal(MemorySegment memory, long at, int payloadCrc) {
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + FrameDescriptor.PAYLOAD_CRC, payloadCrc);
        int crc =
                checksum == null
                        ? 0
                        : checksum.reset().add(memory, at, FrameDescriptor.HEADER_CRC).value();
        memory.set(ValueLayout.JAVA_INT_UNALIGNED, at + FrameDescriptor.HEADER_CRC, crc);
    }

    /** Sends as much unsent data as there is room for; true when none is left. */
    public boolean flush() {
        burst.release();
        if (buffer.isSent()) {
            return stream != null && failure == null;
        }
        if (stream == null || failure != null || !stream.isWritable()) {
            return false;
        }
        try {
            return buffer.flush(stream);
        } catch (IOException e) {
            failure = e;
            return false;
        }
    }

    /** Whether the last frames wait for more of a burst. */
    public boolean isHolding() {
        return burst.isHolding();
    }

    /** Whether the kernel has all accepted data, and the connection still exists. */
    public boolean isDrained() {
        return buffer.isSent() && (stream != null || isAcknowledged());
    }

    /** Whether the peer has acknowledged all messages. */
    public boolean isAcknowledged() {
        return buffer.acknowledged() >= messagesEnd;
    }

    /** Whether the peer has acknowledged the goodbye and everything before it. */
    public boolean isGoodbyeAcknowledged() {
        return goodbyeEnd > 0 && buffer.acknowledged() >= goodbyeEnd;
    }

    /** Stream position up to which the peer has acknowledged. */
    public long acknowledged() {
        return buffer.acknowledged();
    }

    /** End of the stream: the position of the next frame. */
    public long end() {
        return buffer.end();
    }

    /** Number of zero-copy sends. */
    public long zeroCopySends() {
        return buffer.zeroCopySends();
    }

    /** Number of zero-copy sends whose memory is no longer used. */
    public long zeroCopyCompletions() {
        return buffer.zeroCopyCompletions();
    }

    /** Sends an acknowledgement, if there is room. */
    public void sendAck() {
        sendControlFrame(FrameDescriptor.KIND_ACK);
    }

    /** Sends the last frame of this rank, once, behind all accepted messages. */
    public void sendGoodbye() {
        if (goodbyeEnd == 0 && putControlFrame(FrameDescriptor.KIND_GOODBYE)) {
            goodbyeEnd = buffer.end();
        }
        flush();
    }

    /** Offers to end an idle connection; false without room. */
    public boolean sendDisconnect() {
        return sendControlFrame(FrameDescriptor.KIND_DISCONNECT);
    }

    /** Declines to end the connection; false without room. */
    public boolean sendKeep() {
        return sendControlFrame(FrameDescriptor.KIND_KEEP);
    }

    private boolean sendControlFrame(int kind) {
        boolean fits = putControlFrame(kind);
        flush();
        return fits;
    }

    private boolean putControlFrame(int kind) {
        boolean fits = buffer.room() >= HEADER_BYTES;
        if (fits) {
            putHeader(kind, NO_ENVELOPE, 0, 0);
        }
        return fits;
    }
}
