package musubi.tcp.frame;

import static musubi.tcp.frame.FrameDescriptor.HEADER_BYTES;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
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
 * Sends frames to one peer, over one connection after the other. Payloads are copied once, behind
 * their header into the {@link ReplayBuffer}, and stay there until the peer has received them; lent
 * ones the kernel takes from where they lie.
 *
 * <p>A frame is taken as long as the kernel has room; when it does not take all, some more, so that
 * small ones go out together. A failure of the connection is noted, not thrown: what was taken is
 * sent over the next one.
 */
@Accounted(Component.BUFFERS)
public final class FrameWriter {
    /** A payload is copied and sent in pieces, so that the pieces stay in the cache between. */
    private static final int PIECE_BYTES = 64 << 10;

    /** The kernel has not taken so much at most when another frame is taken. */
    private static final int MAX_BACKLOG_BYTES = 320 << 10;

    /** Room that only receipts use, so that full buffers on both sides become empty again. */
    private static final int RESERVE_BYTES = 8 << 10;

    /** A buffer smaller than this could not hold what a peer has not told of yet, and a frame. */
    public static final int MIN_BUFFER_BYTES = 2 * FrameDescriptor.FRAGMENT_BYTES;

    private static final Envelope NO_ENVELOPE = new Envelope();

    private final AckState acks;
    private final FrameChecksum checksum;
    private final ReplayBuffer buffer;
    private long resentBytes;
    private final MemorySegment scratch = Arena.ofAuto().allocate(HEADER_BYTES, Long.BYTES);
    private TcpStream stream;
    private IOException failure;

    /** The position of the end of the last message in the stream. */
    private long messagesEnd;

    /** The position of the end of the goodbye in the stream; 0 before. */
    private long goodbyeEnd;

    /** A writer of a stream that begins, without a connection. */
    FrameWriter(AckState receipt, TcpOptions options) {
        this(receipt, options, 0);
    }

    /**
     * A writer without a connection.
     *
     * @param receipt of the other direction, told with each frame
     * @param start position in the stream up to which the peer has received it
     */
    public FrameWriter(AckState receipt, TcpOptions options, long start) {
        this.acks = receipt;
        checksum = options.checksums() ? new FrameChecksum() : null;
        int limitBytes = Math.max(MIN_BUFFER_BYTES, options.replayBytes());
        buffer = new ReplayBuffer(limitBytes, start);
        messagesEnd = start;
    }

    /**
     * Goes on over this connection.
     *
     * @param received position up to which the peer has received the stream
     * @return false when that cannot be
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

    /** What of the stream is sent again over this connection. */
    public long resentBytes() {
        return resentBytes;
    }

    /** The connection has ended. */
    public void detach() {
        stream = null;
        failure = null;
    }

    /** Why nothing can be sent over this connection any more; null when it can. */
    public IOException failure() {
        return failure;
    }

    /** The peer has received the stream up to here; false when that cannot be. */
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
            return sent();
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
        return sent();
    }

    /** A message is in the buffer. */
    private SendOutcome sent() {
        messagesEnd = buffer.end();
        flush();
        return SendOutcome.ACCEPTED;
    }

    /** The payload first, to see what its checksum is. */
    private void putWithChecksum(Envelope envelope, Region payload, long from, int bytes) {
        buffer.put(scratch, 0, HEADER_BYTES);
        buffer.put(payload, from, bytes);
        buffer.addLast(bytes, checksum.reset());
        int crc = checksum.value();
        encode(scratch, 0, FrameDescriptor.KIND_MESSAGE, envelope, bytes);
        seal(scratch, 0, crc);
        buffer.replace(scratch, HEADER_BYTES, bytes);
    }

    /**
     * As {@link musubi.adi.ZeroCopySend#sendZeroCopy}.
     *
     * @param flags of the frame
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
        return sent();
    }

    /**
     * The payload's native memory, or just this part of its array; null when it is to be copied.
     */
    private MemorySegment zeroCopySource(Region payload, long from, int bytes) {
        MemorySegment memory = payload.segment();
        if (memory != null) {
            return memory.isNative() ? memory : null;
        }
        return checksum == null ? stream.heapSource(payload, from, bytes) : null;
    }

    /** Whether there is room for a mark, whatever the socket says. */
    public boolean hasRoomForStripeMark() {
        return buffer.room() - RESERVE_BYTES >= HEADER_BYTES;
    }

    /** Says that another stream carries the message that comes here; there is room for that. */
    public void writeStripeMark(int otherStream) {
        putHeader(FrameDescriptor.stripeMark(otherStream), NO_ENVELOPE, 0, 0);
        sent();
    }

    private boolean accepts(int bytes) {
        if (buffer.room() - RESERVE_BYTES < bytes) {
            return false;
        }
        if (flush()) {
            return stream.isWritable();
        }
        // There is no room in the socket: the frame may join a backlog, but does not begin one.
        return buffer.unsentBytes() + bytes <= MAX_BACKLOG_BYTES;
    }

    private void putHeader(int kindAndFlags, Envelope envelope, int bytes, int payloadCrc) {
        int at = buffer.reserve(HEADER_BYTES);
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

    /** Sends what waits, as much as there is room for; true when nothing is left. */
    public boolean flush() {
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

    /** Whether the kernel has all that was accepted, and no connection broke since. */
    public boolean isDrained() {
        return buffer.isSent() && (stream != null || isAcknowledged());
    }

    /** Whether the peer has told that it has received all messages; it owes nothing for others. */
    public boolean isAcknowledged() {
        return buffer.acknowledged() >= messagesEnd;
    }

    /** Whether the peer has told that it has received the goodbye, and all before. */
    public boolean isGoodbyeAcknowledged() {
        return goodbyeEnd > 0 && buffer.acknowledged() >= goodbyeEnd;
    }

    /** Up to where the peer has told that it has received the stream. */
    public long acknowledged() {
        return buffer.acknowledged();
    }

    /** The position of the end of the stream. */
    public long end() {
        return buffer.end();
    }

    /** How many payloads were lent. */
    public long zeroCopySends() {
        return buffer.zeroCopySends();
    }

    /** How many lent payloads are not needed any more. */
    public long zeroCopyCompletions() {
        return buffer.zeroCopyCompletions();
    }

    /** Tells the peer what was received, if there is room for that. */
    public void sendAck() {
        sendControlFrame(FrameDescriptor.KIND_ACK);
    }

    /** Tells the peer, once, that this rank leaves, after all that was accepted. */
    public void sendGoodbye() {
        if (goodbyeEnd == 0 && putControlFrame(FrameDescriptor.KIND_GOODBYE)) {
            goodbyeEnd = buffer.end();
        }
        flush();
    }

    /** Tells the peer that this rank does not need the connection any more, if there is room. */
    public boolean sendDisconnect() {
        return sendControlFrame(FrameDescriptor.KIND_DISCONNECT);
    }

    /** Tells the peer that this rank still needs it, if there is room. */
    public boolean sendKeep() {
        return sendControlFrame(FrameDescriptor.KIND_KEEP);
    }

    private boolean sendControlFrame(int kind) {
        boolean said = putControlFrame(kind);
        flush();
        return said;
    }

    private boolean putControlFrame(int kind) {
        boolean fits = buffer.room() >= HEADER_BYTES;
        if (fits) {
            putHeader(kind, NO_ENVELOPE, 0, 0);
        }
        return fits;
    }
}
