package musubi.shm;

import static musubi.shm.PartitionDescriptor.COMMIT;
import static musubi.shm.PartitionDescriptor.HEAD;
import static musubi.shm.PartitionDescriptor.KIND_PADDING;
import static musubi.shm.PartitionDescriptor.RING;
import static musubi.shm.PartitionDescriptor.RING_BYTES;
import static musubi.shm.PartitionDescriptor.TAIL;
import static musubi.shm.PartitionDescriptor.commitWord;
import static musubi.shm.PartitionDescriptor.contents;
import static musubi.shm.PartitionDescriptor.lap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * One sender's end of a receiver's many-to-one ring. Senders claim space by advancing the tail,
 * fill it in any order, and commit each record by writing its commit word; the receiver removes
 * records in the order of claims. Positions only grow; the place in the ring is the position modulo
 * its size.
 *
 * <p>The head is read only when the cached one leaves no space: about once per lap.
 */
final class RingWriter {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int MASK = RING_BYTES - 1;

    private final MemorySegment map;
    private final long tailAt;
    private final long headAt;
    private final long ringAt;
    private final int sender;
    private long cachedHead;

    /**
     * @param partition where the receiver's partition starts
     * @param sender this rank's local index
     */
    RingWriter(MemorySegment map, long partition, int sender) {
        this.map = map;
        this.tailAt = partition + TAIL;
        this.headAt = partition + HEAD;
        this.ringAt = partition + RING;
        this.sender = sender;
        // Acquire: pairs with setRelease in RingReader.releaseSpace.
        this.cachedHead = (long) LONG.getAcquire(map, headAt);
    }

    /**
     * Claims a record, which has to be committed.
     *
     * @param bytes a multiple of the line size
     * @return its position; negative when there is no space
     */
    long claim(int bytes) {
        long tail = (long) LONG.getOpaque(map, tailAt);
        while (true) {
            int place = (int) tail & MASK;
            int skip = place + bytes > RING_BYTES ? RING_BYTES - place : 0;
            long end = tail + skip + bytes;
            if (end - cachedHead > RING_BYTES && isFull(end)) {
                return -1;
            }
            // Volatile: orders the senders' claims; the check for sleepers comes after it.
            long seen = (long) LONG.compareAndExchange(map, tailAt, tail, end);
            if (seen == tail) {
                return skip == 0 ? tail : claimAfterPadding(tail, skip);
            }
            tail = seen;
        }
    }

    private boolean isFull(long end) {
        // Acquire: pairs with setRelease in RingReader.releaseSpace; the space behind it is
        // cleared.
        cachedHead = (long) LONG.getAcquire(map, headAt);
        return end - cachedHead > RING_BYTES;
    }

    private long claimAfterPadding(long position, int skip) {
        commit(position, KIND_PADDING, skip);
        return position + skip;
    }

    /** Offset of the record at a position in the node file. */
    long record(long position) {
        return ringAt + (position & MASK);
    }

    /** Publishes a claimed and filled record to the receiver. */
    void commit(long position, int kind, int length) {
        long word = commitWord(lap(position), contents(kind, sender, length));
        // Release: pairs with getAcquire in RingReader.peek; the record's content is before it.
        LONG.setRelease(map, record(position) + COMMIT, word);
    }

    /** Whether a claim of this size is likely to succeed; avoids a useless copy. */
    boolean hasSpace(int bytes) {
        long end = (long) LONG.getOpaque(map, tailAt) + bytes;
        return end - cachedHead <= RING_BYTES || !isFull(end);
    }
}
