package musubi.tcp.frame;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.region.Region;
import musubi.tcp.memory.PagePool;
import musubi.tcp.memory.PageRun;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

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
 * payloads. An empty ring continues at its start, so that an exchange of short messages stays in
 * the same cache lines. {@link RingSize} chooses its size.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
public final class ReplayBuffer {
    /** Most zero-copy payloads in flight. */
    public static final int MAX_ZERO_COPY = 64;

    /** Largest power of two of an int. */
    private static final int MAX_BYTES = 1 << 30;

    /** How many times its size the limit may become on a long path. */
    private static final int LARGEST_FACTOR = 4;

    private final PagePool pool;
    private final int mostBytes;
    private int limitBytes;
    private final ZeroCopyPayload[] zeroCopy = new ZeroCopyPayload[MAX_ZERO_COPY];
    private final PageRun memory = new PageRun();
    private final PageRun larger = new PageRun();

    /** That of the run, with its offset and length. */
    private MemorySegment ring = MemorySegment.NULL;

    private long ringBase;
    private int capacity;

    /** Ring position of the start of the memory; the oldest byte is less than its length ahead. */
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

    /**
     * An empty buffer.
     *
     * @param pool from which it has its memory
     * @param limitBytes largest size of the ring; rounded down to a power of two
     * @param start stream position of the next byte
     */
    ReplayBuffer(PagePool pool, int limitBytes, long start) {
        this.pool = pool;
        base = start;
        acked = start;
        sent = start;
        tail = start;
        this.limitBytes = Integer.highestOneBit(limitBytes);
        mostBytes = (int) Math.min((long) LARGEST_FACTOR * this.limitBytes, MAX_BYTES);
    }

    /**
     * Raises the limit to a number of bytes, at most to {@value #LARGEST_FACTOR} times the first.
     */
    void raiseLimit(long bytes) {
        if (bytes > limitBytes) {
            limitBytes = Integer.highestOneBit((int) Math.min(bytes, mostBytes));
        }
    }

    /** Bytes that still fit, if there is memory for them. */
    long room() {
        return limitBytes - (tail - acked);
    }

    /**
     * Makes memory for further bytes, for which there is {@link #room}.
     *
     * @param idle whether all that is in the buffer, if anything, are frames that the peer need not
     *     acknowledge before it sends again
     * @return false when the memory is in use by other connections
     */
    boolean hold(int bytes, boolean idle) {
        long wanted = tail - acked + bytes;
        long size = RingSize.of(pool, capacity, wanted, idle);
        return size == capacity
                || size > 0 && replace(size, false)
                || size > wanted && replace(wanted, false)
                || idle && wanted <= capacity;
    }

    /** Frees the memory except for what is in it: frames that the peer need not acknowledge. */
    void release() {
        if (acked != tail && capacity > PagePool.PAGE_BYTES) {
            replace(tail - acked, true);
        } else {
            releaseIfEmpty();
        }
    }

    private void releaseIfEmpty() {
        if (acked == tail && capacity > 0) {
            discard();
        }
    }

    /** Frees the memory; what is in it will not be sent again. */
    void discard() {
        pool.release(memory);
        useMemory();
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
    long reserve(int bytes) {
        ensureRoom(bytes);
        int offset = offset(tail);
        if (offset + bytes > capacity) {
            return -1;
        }
        tail += bytes;
        return ringBase + offset;
    }

    /** Appends bytes; there is room for them. */
    void put(MemorySegment source, long from, int bytes) {
        ensureRoom(bytes);
        write(source, from, bytes, tail);
        tail += bytes;
    }

    private void write(MemorySegment source, long from, int bytes, long position) {
        int offset = offset(position);
        int first = Math.min(bytes, capacity - offset);
        MemorySegment.copy(source, from, ring, ringBase + offset, first);
        MemorySegment.copy(source, from + first, ring, ringBase, bytes - first);
    }

    /**
     * Overwrites bytes put before.
     *
     * @param followedBy number of bytes put after them
     */
    void replace(MemorySegment source, int bytes, int followedBy) {
        write(source, 0, bytes, tail - followedBy - bytes);
    }

    /** Adds the bytes put last to a checksum. */
    void addToChecksum(int bytes, FrameChecksum checksum) {
        int offset = offset(tail - bytes);
        int first = Math.min(bytes, capacity - offset);
        checksum.add(ring, ringBase + offset, first).add(ring, ringBase, bytes - first);
    }

    /** Appends bytes; there is room for them. */
    void put(Region payload, long from, int bytes) {
        ensureRoom(bytes);
        int offset = offset(tail);
        int first = Math.min(bytes, capacity - offset);
        payload.copyTo(from, ring, ringBase + offset, first);
        if (first < bytes) {
            payload.copyTo(from + first, ring, ringBase, bytes - first);
        }
        tail += bytes;
    }

    /** Appends bytes that stay where they are until they are acknowledged. */
    void putZeroCopy(MemorySegment source, long offset, int bytes) {
        int index = (int) zeroCopyTail++ & MAX_ZERO_COPY - 1;
        ZeroCopyPayload payload = zeroCopy[index];
        if (payload == null) {
            payload = new ZeroCopyPayload();
            zeroCopy[index] = payload;
        }
        payload.set(source, offset, bytes, tail);
        zeroCopyBytesTail += bytes;
    }

    private ZeroCopyPayload zeroCopyPayload(long number) {
        return zeroCopy[(int) number & MAX_ZERO_COPY - 1];
    }

    private int offset(long position) {
        int distance = (int) (position - base);
        return distance < capacity ? distance : distance - capacity;
    }

    /** Control frames find room beyond the limit of the pool. */
    private void ensureRoom(int bytes) {
        if (acked == tail) {
            base = tail;
        }
        long wanted = tail - acked + bytes;
        if (wanted > capacity) {
            if (wanted > limitBytes) {
                throw new IllegalStateException(
                        "no room: bytes=" + wanted + " limit=" + limitBytes);
            }
            replace(wanted, true);
        }
    }

    /** Continues in other memory; false when there is none. */
    private boolean replace(long newCapacity, boolean beyondLimit) {
        if (beyondLimit) {
            pool.takeAnyway(larger, (int) newCapacity);
        } else if (!pool.take(larger, (int) newCapacity, this)) {
            return false;
        }
        int bytes = (int) (tail - acked);
        if (bytes > 0) {
            int offset = offset(acked);
            int first = Math.min(bytes, capacity - offset);
            MemorySegment.copy(ring, ringBase + offset, larger.memory(), larger.base(), first);
            MemorySegment.copy(
                    ring, ringBase, larger.memory(), larger.base() + first, bytes - first);
        }
        pool.release(memory);
        memory.moveFrom(larger);
        useMemory();
        base = acked;
        return true;
    }

    private void useMemory() {
        ring = memory.memory();
        ringBase = memory.base();
        capacity = memory.bytes();
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
            zeroCopyBytesAcked += payload.bytes();
            payload.clear();
        }
        long position = received - zeroCopyBytesAcked;
        boolean within =
                zeroCopyAcked < zeroCopyTail && position > zeroCopyPayload(zeroCopyAcked).at();
        if (within || position > sent) {
            return false;
        }
        acked = position;
        if (acked - base >= capacity) {
            base += capacity;
        }
        if (!pool.isAmple()) {
            releaseIfEmpty();
        }
        return true;
    }

    private boolean isReceived(ZeroCopyPayload payload, long received) {
        return payload.at() + zeroCopyBytesAcked + payload.bytes() <= received;
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
        long end = payload == null ? tail : payload.at();
        int bytes = (int) Math.min(end - sent, capacity - offset);
        if (payload != null && sent + bytes == end) {
            return gather(stream, payload, offset, bytes);
        }
        int written = stream.write(ring, ringBase + offset, bytes);
        sent += written;
        return written == bytes;
    }

    private boolean gather(TcpStream stream, ZeroCopyPayload payload, int offset, int bytes)
            throws IOException {
        payload.checkAlive();
        int rest = payload.bytes() - zeroCopyPartSent;
        long start = payload.offset() + zeroCopyPartSent;
        int written =
                bytes == 0
                        ? stream.write(payload.memory(), start, rest)
                        : stream.write(
                                ring, ringBase + offset, bytes, payload.memory(), start, rest);
        int ofRing = Math.min(written, bytes);
        sent += ofRing;
        zeroCopyPartSent += written - ofRing;
        if (zeroCopyPartSent == payload.bytes()) {
            zeroCopySent++;
            zeroCopyBytesSent += payload.bytes();
            zeroCopyPartSent = 0;
        }
        return written == bytes + rest;
    }
}
