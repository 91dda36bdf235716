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
 * <p>A commit word holds the lap, so a record of one line needs no clearing: what an earlier lap
 * left there does not count. The further lines of a longer record hold payload where a header of
 * the next lap may come to lie; the first word of each line is wiped before the room is given back.
 *
 * <p>Room is given back when the ring is empty or a quarter of it has been taken, so a reply that
 * is sent after the upcall does not wait for these stores.
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

    /** From here on records of several lines have been taken that are not wiped yet. */
    private long wipeFrom = Long.MAX_VALUE;

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

    /** Where the next record lies in the node file. */
    long record() {
        return ringAt + (position & MASK);
    }

    /** Takes the next record; its bytes stay valid until {@link #releaseSpace}. */
    void advance(int bytes) {
        long next = position + bytes;
        if (bytes > LINE_BYTES && position < wipeFrom) {
            wipeFrom = position;
        }
        // Release: pairs with getAcquire in isQuiet.
        POSITION.setRelease(this, next);
        if (next - releasedPosition >= RELEASE_BYTES) {
            releaseSpaceSlowPath(next);
        }
    }

    /** Gives the room of all records taken back to the senders. */
    void releaseSpace() {
        if (releasedPosition != position) {
            releaseSpaceSlowPath(position);
        }
    }

    private void releaseSpaceSlowPath(long end) {
        for (long line = wipeFrom; line < end; line += LINE_BYTES) {
            map.set(ValueLayout.JAVA_LONG, ringAt + (line & MASK) + COMMIT, 0L);
        }
        wipeFrom = Long.MAX_VALUE;
        releasedPosition = end;
        // Release: pairs with getAcquire in RingWriter.isFull; the wiping is before it.
        LONG.setRelease(map, headAt, end);
    }

    /**
     * Whether there is nothing to take and nobody is about to commit anything. The one method that
     * any thread may call; while another thread polls, it may take a record for news that has just
     * been taken.
     */
    boolean isQuiet() {
        // Acquire: pairs with setRelease in advance.
        long next = (long) POSITION.getAcquire(this);
        // Volatile: pairs with the compare-and-set in RingWriter.claim; see Doorbell.
        return (long) LONG.getVolatile(map, tailAt) == next;
    }
}
