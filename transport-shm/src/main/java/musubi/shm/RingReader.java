package musubi.shm;

import static musubi.shm.PartitionDescriptor.COMMIT;
import static musubi.shm.PartitionDescriptor.HEAD;
import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.RING;
import static musubi.shm.PartitionDescriptor.RING_BYTES;
import static musubi.shm.PartitionDescriptor.TAIL;
import static musubi.shm.PartitionDescriptor.isWritten;
import static musubi.shm.PartitionDescriptor.lap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The receiver's end of its many-to-one ring.
 *
 * <p>A commit word contains the lap, so a record of one line needs no clearing: words of an earlier
 * lap do not count. The further lines of a longer record contain payload where the next lap may
 * have a header; the first word of each line is cleared before its space is released.
 *
 * <p>Space is released when the ring is empty or a quarter of it has been read, so a reply that is
 * sent after the upcall does not wait for these stores.
 */
final class RingReader {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle POSITION = position();
    private static final int MASK = RING_BYTES - 1;
    private static final int RELEASE_BYTES = RING_BYTES / 4;

    private final MemorySegment map;
    private final long headAt;
    private final long tailAt;
    private final long ringAt;

    /** Where the next record starts. Written with release; a sleeping thread reads it. */
    private long position;

    private long releasedPosition;

    /** Start of the records read that have several lines and are not cleared yet. */
    private long clearFrom = Long.MAX_VALUE;

    /**
     * @param partition where this rank's partition starts
     */
    RingReader(MemorySegment map, long partition) {
        this.map = map;
        this.headAt = partition + HEAD;
        this.tailAt = partition + TAIL;
        this.ringAt = partition + RING;
    }

    private static VarHandle position() {
        try {
            return MethodHandles.lookup().findVarHandle(RingReader.class, "position", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The commit word of the next record, or 0 when there is none yet. */
    long peek() {
        // Acquire: pairs with setRelease in RingWriter.commit.
        long word = (long) LONG.getAcquire(map, record() + COMMIT);
        return isWritten(word, lap(position)) ? word : 0;
    }

    /** Offset of the next record in the node file. */
    long record() {
        return ringAt + (position & MASK);
    }

    /** Removes the next record; its bytes stay valid until {@link #releaseSpace}. */
    void advance(int bytes) {
        long next = position + bytes;
        if (bytes > LINE_BYTES && position < clearFrom) {
            clearFrom = position;
        }
        // Release: pairs with getAcquire in isQuiet.
        POSITION.setRelease(this, next);
        if (next - releasedPosition >= RELEASE_BYTES) {
            releaseSpaceSlowPath(next);
        }
    }

    /** Releases the space of all removed records to the senders. */
    void releaseSpace() {
        if (releasedPosition != position) {
            releaseSpaceSlowPath(position);
        }
    }

    private void releaseSpaceSlowPath(long end) {
        for (long line = clearFrom; line < end; line += LINE_BYTES) {
            map.set(ValueLayout.JAVA_LONG, ringAt + (line & MASK) + COMMIT, 0L);
        }
        clearFrom = Long.MAX_VALUE;
        releasedPosition = end;
        // Release: pairs with getAcquire in RingWriter.isFull; the cleared words are before it.
        LONG.setRelease(map, headAt, end);
    }

    /**
     * Whether the ring is empty and no sender is about to commit a record. The one method for any
     * thread; while another thread polls, it may report a record that has just been removed.
     */
    boolean isQuiet() {
        // Acquire: pairs with setRelease in advance.
        long next = (long) POSITION.getAcquire(this);
        // Volatile: pairs with the compare-and-set in RingWriter.claim; see Doorbell.
        return (long) LONG.getVolatile(map, tailAt) == next;
    }
}
