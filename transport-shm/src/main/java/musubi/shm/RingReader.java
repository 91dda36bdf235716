package musubi.shm;

import static musubi.shm.PartitionDescriptor.COMMIT;
import static musubi.shm.PartitionDescriptor.HEAD;
import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.RING;
import static musubi.shm.PartitionDescriptor.RING_BYTES;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The receiver's end of its many-to-one ring. Any line may be the first of a record in the next
 * lap, so the first word of every line taken is cleared before the room is given back. That is put
 * off until the ring is empty or a quarter of it has been taken: a reply sent meanwhile does not
 * have to wait until this core owns the lines again.
 */
final class RingReader {
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final VarHandle POSITION = position();
    private static final int MASK = RING_BYTES - 1;
    private static final int GIVE_BACK_BYTES = RING_BYTES / 4;

    private final MemorySegment map;
    private final long headAt;
    private final long ringAt;

    /** Where the next record starts. Written with release; a sleeping thread reads it. */
    private long position;

    private long givenBack;

    /**
     * @param partition where this rank's partition starts
     */
    RingReader(MemorySegment map, long partition) {
        this.map = map;
        this.headAt = partition + HEAD;
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
        return (long) LONG.getAcquire(map, record() + COMMIT);
    }

    /** Where the next record lies in the node file. */
    long record() {
        return ringAt + (position & MASK);
    }

    /** Takes the next record; its bytes stay valid until {@link #giveBack}. */
    void advance(int bytes) {
        // Release: pairs with getAcquire in isEmpty, before the record's commit word is cleared.
        POSITION.setRelease(this, position + bytes);
        if (position - givenBack >= GIVE_BACK_BYTES) {
            giveBack();
        }
    }

    /** Gives the room of all records taken back to the senders. */
    void giveBack() {
        long end = position;
        if (givenBack == end) {
            return;
        }
        for (long line = givenBack; line != end; line += LINE_BYTES) {
            // Release: pairs with getAcquire in isEmpty; a cleared word implies a new position.
            LONG.setRelease(map, ringAt + (line & MASK) + COMMIT, 0L);
        }
        givenBack = end;
        // Release: pairs with getAcquire in RingWriter.isFull; the clearing is before it.
        LONG.setRelease(map, headAt, end);
    }

    /** Whether there is nothing to take. The one method that any thread may call. */
    boolean isEmpty() {
        // Acquire: pairs with setRelease in advance.
        long before = (long) POSITION.getAcquire(this);
        while (true) {
            // Acquire: pairs with setRelease in RingWriter.commit and in giveBack.
            long word = (long) LONG.getAcquire(map, ringAt + (before & MASK) + COMMIT);
            long after = (long) POSITION.getAcquire(this);
            if (word != 0 || after == before) {
                return word == 0;
            }
            before = after;
        }
    }
}
