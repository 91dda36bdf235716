package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The part of this rank's stream to a peer that the peer has not acknowledged: sent, or not yet
 * sent. It lies in a ring, except for zero-copy payloads, which stay in the user's buffers. All of
 * it can be sent again over another connection.
 *
 * <pre>
 *   ... acknowledged | sent, perhaps lost | not yet sent | free ...
 *                  acked                sent           tail
 * </pre>
 *
 * <p>Ring positions count the bytes put into the ring; stream positions also count zero-copy
 * payloads. The ring starts with 64 KiB and grows up to its limit. An empty ring continues at its
 * start, so that an exchange of short messages stays in the same cache lines.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
public final class ReplayBuffer {
    /** Most zero-copy payloads in flight. */
    public static final int MAX_ZERO_COPY = 64;

    private static final int INITIAL_BYTES = 64 << 10;

    /** Largest power of two of an int. */
    private static final int MAX_BYTES = 1 << 30;

    /** How many times its size the limit may become on a long path. */
    private static final int LARGEST_FACTOR = 4;

    private final int mostBytes;
    private int limitBytes;
    private final ZeroCopyPayload[] zeroCopy = new ZeroCopyPayload[MAX_ZERO_COPY];
    private MemorySegment ring = MemorySegment.NULL;
    private int mask = -1;

    /** Ring position of the start of the memory. */
    private long base;

    private long acked;
    private long sent;
    private long tail;

    /** Numbers and bytes of the zero-copy payloads before the positions of the same names. */
    private long zeroCopyAcked;

    private long zeroCopySent;
    private long zeroCopyTail;
    private long zeroCopyBytesAcked;
    private long zeroCopyBytesSent;
    private long zeroCopyBytesTail;

    /** Bytes sent of the payload at {@code zeroCopySent}. */
    private int zeroCopyPartSent;

    /** A zero-copy payload, and the ring position at which it is sent. */
    private static final class ZeroCopyPayload {
        private MemorySegment memory;
        private long offset;
        private int bytes;
        private long at;
    }

    /**
     * An empty buffer.
     *
     * @param limitBytes largest size of the ring; rounded down to a power of two
     * @param start stream position of the next byte
     */
    ReplayBuffer(int limitBytes, long start) {
        base = start;
        acked = start;
        sent = start;
        tail = start;
        this.limitBytes = Integer.highestOneBit(limitBytes);
        mostBytes = (int) Math.min((long) LARGEST_FACTOR * this.limitBytes, MAX_BYTES);
        for (int i = 0; i < MAX_ZERO_COPY; i++) {
            zeroCopy[i] = new ZeroCopyPayload();
        }
    }

    /**
     * Raises the limit to a number of bytes, at most to {@value #LARGEST_FACTOR} times the first.
     */
    void raiseLimit(long bytes) {
        if (bytes > limitBytes) {
            limitBytes = Integer.highestOneBit((int) Math.min(bytes, mostBytes));
        }
    }

    /** Bytes that still fit. */
    long room() {
        return limitBytes - (tail - acked);
    }

    /** Whether another zero-copy payload may be put. */
    boolean hasZeroCopySlot() {
        return zeroCopyTail - zeroCopyAcked < MAX_ZERO_COPY;
    }

    /** Bytes that have to be sent, or sent again. */
    long unsentBytes() {
        return tail + zeroCopyBytesTail - (sent + zeroCopyBytesSent + zeroCopyPartSent);
    }

    /** Whether everything was sent. */
    boolean isSent() {
        return sent == tail && zeroCopySent == zeroCopyTail;
    }

    /** Stream position up to which the peer has acknowledged. */
    long acknowledged() {
        return acked + zeroCopyBytesAcked;
    }

    /** Stream position of the next byte to be put. */
    long end() {
        return tail + zeroCopyBytesTail;
    }

    /** Number of zero-copy payloads put so far. */
    long zeroCopySends() {
        return zeroCopyTail;
    }

    /** Number of zero-copy payloads acknowledged; their memory is no longer used. */
    long zeroCopyCompletions() {
        return zeroCopyAcked;
    }

    /** The memory of {@link #reserve}. */
    MemorySegment ring() {
        return ring;
    }

    /**
     * Appends contiguous bytes of {@link #ring}, which the caller fills before the next call.
     *
     * @return their offset; -1, without effect, when they would not be contiguous
     */
    int reserve(int bytes) {
        ensureRoom(bytes);
        int offset = offset(tail);
        if (offset + bytes > ring.byteSize()) {
            return -1;
        }
        tail += bytes;
        return offset;
    }

    /** Appends bytes; there is room for them. */
    void put(MemorySegment memory, long from, int bytes) {
        ensureRoom(bytes);
        write(memory, from, bytes, tail);
        tail += bytes;
    }

    private void write(MemorySegment memory, long from, int bytes, long position) {
        int offset = offset(position);
        int first = (int) Math.min(bytes, ring.byteSize() - offset);
        MemorySegment.copy(memory, from, ring, offset, first);
        MemorySegment.copy(memory, from + first, ring, 0, bytes - first);
    }

    /**
     * Overwrites bytes put before.
     *
     * @param followedBy number of bytes put after them
     */
    void replace(MemorySegment memory, int bytes, int followedBy) {
        write(memory, 0, bytes, tail - followedBy - bytes);
    }

    /** Adds the bytes put last to a checksum. */
    void addToChecksum(int bytes, FrameChecksum checksum) {
        int offset = offset(tail - bytes);
        int first = (int) Math.min(bytes, ring.byteSize() - offset);
        checksum.add(ring, offset, first).add(ring, 0, bytes - first);
    }

    /** Appends bytes; there is room for them. */
    void put(Region payload, long from, int bytes) {
        ensureRoom(bytes);
        int first = (int) Math.min(bytes, ring.byteSize() - offset(tail));
        payload.copyTo(from, ring, offset(tail), first);
        if (first < bytes) {
            payload.copyTo(from + first, ring, 0, bytes - first);
        }
        tail += bytes;
    }

    /** Appends bytes that stay where they are until they are acknowledged. */
    void putZeroCopy(MemorySegment memory, long offset, int bytes) {
        Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
        ZeroCopyPayload payload = zeroCopyPayload(zeroCopyTail++);
        payload.memory = memory;
        payload.offset = offset;
        payload.bytes = bytes;
        payload.at = tail;
        zeroCopyBytesTail += bytes;
    }

    private ZeroCopyPayload zeroCopyPayload(long number) {
        return zeroCopy[(int) number & MAX_ZERO_COPY - 1];
    }

    private int offset(long position) {
        return (int) (position - base) & mask;
    }

    private void ensureRoom(int bytes) {
        if (acked == tail) {
            base = tail;
        }
        long wanted = tail - acked + bytes;
        if (wanted > ring.byteSize()) {
            grow(wanted);
        }
    }

    private void grow(long wanted) {
        long capacity = Math.max(INITIAL_BYTES, Long.highestOneBit(wanted - 1) << 1);
        if (capacity > limitBytes) {
            throw new IllegalStateException("no room: bytes=" + wanted + " limit=" + limitBytes);
        }
        MemorySegment larger = Arena.ofAuto().allocate(capacity, Long.BYTES);
        int bytes = (int) (tail - acked);
        if (bytes > 0) {
            int first = (int) Math.min(bytes, ring.byteSize() - offset(acked));
            MemorySegment.copy(ring, offset(acked), larger, 0, first);
            MemorySegment.copy(ring, 0, larger, first, bytes - first);
        }
        ring = larger;
        mask = (int) capacity - 1;
        base = acked;
    }

    /**
     * The peer has received up to a stream position, the end of a frame. Positions below the last
     * one have no effect.
     *
     * @return whether the position is possible
     */
    boolean acknowledge(long received) {
        if (received <= acknowledged()) {
            return true;
        }
        if (received > sent + zeroCopyBytesSent + zeroCopyPartSent) {
            return false;
        }
        while (zeroCopyAcked < zeroCopySent
                && isReceived(zeroCopyPayload(zeroCopyAcked), received)) {
            ZeroCopyPayload payload = zeroCopyPayload(zeroCopyAcked++);
            zeroCopyBytesAcked += payload.bytes;
            payload.memory = null;
        }
        long position = received - zeroCopyBytesAcked;
        boolean within =
                zeroCopyAcked < zeroCopyTail && position > zeroCopyPayload(zeroCopyAcked).at;
        if (within || position > sent) {
            return false;
        }
        acked = position;
        return true;
    }

    private boolean isReceived(ZeroCopyPayload payload, long received) {
        return payload.at + zeroCopyBytesAcked + payload.bytes <= received;
    }

    /** Schedules everything that is not acknowledged to be sent again. */
    void rewind() {
        sent = acked;
        zeroCopySent = zeroCopyAcked;
        zeroCopyBytesSent = zeroCopyBytesAcked;
        zeroCopyPartSent = 0;
    }

    /**
     * Sends as much as there is room for.
     *
     * @return whether everything was sent
     */
    boolean flush(TcpStream stream) throws IOException {
        while (!isSent()) {
            if (!step(stream)) {
                return false;
            }
        }
        return true;
    }

    /** Sends one piece; false when only a part was sent. */
    private boolean step(TcpStream stream) throws IOException {
        ZeroCopyPayload payload =
                zeroCopySent < zeroCopyTail ? zeroCopyPayload(zeroCopySent) : null;
        int offset = offset(sent);
        long end = payload == null ? tail : payload.at;
        int bytes = (int) Math.min(end - sent, ring.byteSize() - offset);
        if (payload != null && sent + bytes == end) {
            return gather(stream, payload, offset, bytes);
        }
        int written = stream.write(ring, offset, bytes);
        sent += written;
        return written == bytes;
    }

    private boolean gather(TcpStream stream, ZeroCopyPayload payload, int offset, int bytes)
            throws IOException {
        if (!payload.memory.scope().isAlive()) {
            throw new UnrecoverableException("the buffer of a send was freed before it was sent");
        }
        int rest = payload.bytes - zeroCopyPartSent;
        long start = payload.offset + zeroCopyPartSent;
        int written =
                bytes == 0
                        ? stream.write(payload.memory, start, rest)
                        : stream.write(ring, offset, bytes, payload.memory, start, rest);
        int ofRing = Math.min(written, bytes);
        sent += ofRing;
        zeroCopyPartSent += written - ofRing;
        if (zeroCopyPartSent == payload.bytes) {
            zeroCopySent++;
            zeroCopyBytesSent += payload.bytes;
            zeroCopyPartSent = 0;
        }
        return written == bytes + rest;
    }
}
