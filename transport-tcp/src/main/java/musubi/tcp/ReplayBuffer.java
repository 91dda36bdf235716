package musubi.tcp;

import musubi.adi.Region;
import musubi.memory.Accounted;
import musubi.memory.Component;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * The part of this rank's stream to a peer that the peer has not said to have received: sent and
 * perhaps lost, or not sent yet. It lies in a ring, except for lent payloads, which stay where they
 * are. All of it can be sent again, over another connection.
 *
 * <pre>
 *   ... received by the peer | sent, perhaps lost | not sent yet | free ...
 *                          acked                sent           tail
 * </pre>
 *
 * <p>Positions in the ring count the bytes put into it; positions in the stream also count lent
 * payloads. The ring begins with 64 KiB and grows up to its limit. When it is empty it begins at
 * its start again, so that an exchange of short messages stays in the same cache lines.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
@Accounted(Component.BUFFERS)
final class ReplayBuffer {
    /** So many payloads can be lent at the same time. */
    static final int LOANS = 64;

    private static final int FIRST_BYTES = 64 << 10;

    private final int limitBytes;
    private final Loan[] loans = new Loan[LOANS];
    private MemorySegment ring = MemorySegment.NULL;
    private int mask = -1;

    /** The position that lies at the start of the ring. */
    private long base;

    private long acked;
    private long sent;
    private long tail;

    /** How many loans there have been, and their bytes, up to the positions of the same names. */
    private long loansAcked;

    private long loansSent;
    private long loansTail;
    private long loanBytesAcked;
    private long loanBytesSent;
    private long loanBytesTail;

    /** Bytes of the loan at {@code loansSent} that have been sent. */
    private int loanPart;

    /** A lent payload, which comes at a position of the ring. */
    private static final class Loan {
        private MemorySegment memory;
        private long offset;
        private int bytes;
        private long at;
    }

    /** An empty buffer of a stream that begins. */
    ReplayBuffer(int limitBytes) {
        this(limitBytes, 0);
    }

    /**
     * An empty buffer.
     *
     * @param limitBytes what the ring may grow to; rounded down to a power of two
     * @param start position in the stream of what comes next
     */
    ReplayBuffer(int limitBytes, long start) {
        base = start;
        acked = start;
        sent = start;
        tail = start;
        this.limitBytes = Integer.highestOneBit(limitBytes);
        for (int i = 0; i < LOANS; i++) {
            loans[i] = new Loan();
        }
    }

    /** Bytes that can still be put. */
    long room() {
        return limitBytes - (tail - acked);
    }

    /** Whether another payload can be lent. */
    boolean canBorrow() {
        return loansTail - loansAcked < LOANS;
    }

    /** Bytes that were put or lent and have not been sent, or have to be sent again. */
    long unsentBytes() {
        return tail + loanBytesTail - (sent + loanBytesSent + loanPart);
    }

    /** Whether all has been sent. */
    boolean isSent() {
        return sent == tail && loansSent == loansTail;
    }

    /** Up to where the peer has said to have received the stream. */
    long acknowledged() {
        return acked + loanBytesAcked;
    }

    /** The position of the end of the stream. */
    long end() {
        return tail + loanBytesTail;
    }

    /** How many payloads were lent. */
    long loans() {
        return loansTail;
    }

    /** How many lent payloads the peer has received; their memory is not used any more. */
    long loansReturned() {
        return loansAcked;
    }

    /** The memory of {@link #reserve}. */
    MemorySegment ring() {
        return ring;
    }

    /**
     * Makes bytes that lie in one piece in {@link #ring} part of the stream; the caller writes them
     * before the next call.
     *
     * @return where they lie; -1 when they would not lie in one piece, then nothing was done
     */
    int reserve(int bytes) {
        ensure(bytes);
        int offset = offset(tail);
        if (offset + bytes > ring.byteSize()) {
            return -1;
        }
        tail += bytes;
        return offset;
    }

    /** Appends bytes; there is room for them. */
    void put(MemorySegment memory, long from, int bytes) {
        ensure(bytes);
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
     * Writes over bytes that were put.
     *
     * @param followedBy how many bytes were put after them
     */
    void replace(MemorySegment memory, int bytes, int followedBy) {
        write(memory, 0, bytes, tail - followedBy - bytes);
    }

    /** Adds the last bytes that were put. */
    void addLast(int bytes, FrameChecksum checksum) {
        int offset = offset(tail - bytes);
        int first = (int) Math.min(bytes, ring.byteSize() - offset);
        checksum.add(ring, offset, first).add(ring, 0, bytes - first);
    }

    /** Appends bytes; there is room for them. */
    void put(Region payload, long from, int bytes) {
        ensure(bytes);
        int first = (int) Math.min(bytes, ring.byteSize() - offset(tail));
        payload.copyTo(from, ring, offset(tail), first);
        if (first < bytes) {
            payload.copyTo(from + first, ring, 0, bytes - first);
        }
        tail += bytes;
    }

    /** Appends bytes that stay where they are until {@link #loansReturned} says otherwise. */
    void lend(MemorySegment memory, long offset, int bytes) {
        Objects.checkFromIndexSize(offset, bytes, memory.byteSize());
        Loan loan = loan(loansTail++);
        loan.memory = memory;
        loan.offset = offset;
        loan.bytes = bytes;
        loan.at = tail;
        loanBytesTail += bytes;
    }

    private Loan loan(long number) {
        return loans[(int) number & LOANS - 1];
    }

    private int offset(long position) {
        return (int) (position - base) & mask;
    }

    private void ensure(int bytes) {
        if (acked == tail) {
            base = tail;
        }
        long wanted = tail - acked + bytes;
        if (wanted > ring.byteSize()) {
            grow(wanted);
        }
    }

    private void grow(long wanted) {
        long capacity = Math.max(FIRST_BYTES, Long.highestOneBit(wanted - 1) << 1);
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
     * The peer has received the stream up to this position, which is the end of a frame. Positions
     * below the last one are old news.
     *
     * @return whether that can be
     */
    boolean acknowledge(long received) {
        if (received <= acknowledged()) {
            return true;
        }
        if (received > sent + loanBytesSent + loanPart) {
            return false;
        }
        while (loansAcked < loansSent && isReceived(loan(loansAcked), received)) {
            Loan loan = loan(loansAcked++);
            loanBytesAcked += loan.bytes;
            loan.memory = null;
        }
        long position = received - loanBytesAcked;
        boolean within = loansAcked < loansTail && position > loan(loansAcked).at;
        if (within || position > sent) {
            return false;
        }
        acked = position;
        return true;
    }

    private boolean isReceived(Loan loan, long received) {
        return loan.at + loanBytesAcked + loan.bytes <= received;
    }

    /** All that is not acknowledged is to be sent again. */
    void rewind() {
        sent = acked;
        loansSent = loansAcked;
        loanBytesSent = loanBytesAcked;
        loanPart = 0;
    }

    /**
     * Sends what there is room for.
     *
     * @return true when all has been sent
     */
    boolean flush(TcpStream stream) throws IOException {
        while (!isSent()) {
            if (!step(stream)) {
                return false;
            }
        }
        return true;
    }

    /** Sends one piece; false when only a part of it. */
    private boolean step(TcpStream stream) throws IOException {
        Loan loan = loansSent < loansTail ? loan(loansSent) : null;
        int offset = offset(sent);
        long end = loan == null ? tail : loan.at;
        int bytes = (int) Math.min(end - sent, ring.byteSize() - offset);
        if (loan != null && sent + bytes == end) {
            return gather(stream, loan, offset, bytes);
        }
        int written = stream.write(ring, offset, bytes);
        sent += written;
        return written == bytes;
    }

    private boolean gather(TcpStream stream, Loan loan, int offset, int bytes) throws IOException {
        if (!loan.memory.scope().isAlive()) {
            throw new BeyondRepairException("the buffer of a send was freed before it was sent");
        }
        int rest = loan.bytes - loanPart;
        long start = loan.offset + loanPart;
        int written =
                bytes == 0
                        ? stream.write(loan.memory, start, rest)
                        : stream.write(ring, offset, bytes, loan.memory, start, rest);
        int ofRing = Math.min(written, bytes);
        sent += ofRing;
        loanPart += written - ofRing;
        if (loanPart == loan.bytes) {
            loansSent++;
            loanBytesSent += loan.bytes;
            loanPart = 0;
        }
        return written == bytes + rest;
    }
}
