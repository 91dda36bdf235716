package musubi.adi;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Memory in which the ranks of a node show each other small things without messages: a line for
 * each rank and communicator, written by that rank and read by all. A line begins with a sequence
 * number, which is written last, and has room for {@link #DATA_BYTES} bytes behind it.
 *
 * <p>Ranks are named by their place on the node. Thread rule as for {@link Transport}.
 */
public abstract class NodeBoard {
    /** Bytes that fit on a line behind its sequence number. */
    public static final int DATA_BYTES = 56;

    protected NodeBoard() {}

    /** How many lines each rank has, from number 0. */
    public abstract int lines();

    /** The place of a rank of the job on this node; negative when it is on another one. */
    public abstract int placeOf(int worldRank);

    /** The memory that all lines lie in. */
    public abstract MemorySegment memory();

    /** Where the data of a line starts in the memory, in bytes; a multiple of 8. */
    public abstract long dataOf(int place, int line);

    /** The sequence number of a line; the data that were written before it can be read now. */
    public abstract long sequence(int place, int line);

    /** Writes the sequence number of this rank's own line, after its data. */
    public abstract void publish(int line, long sequence);

    /** Wakes a rank if it sleeps; to be called after {@link #publish} for who waits for that. */
    public abstract void wake(int place);

    /**
     * Keeps this rank from falling asleep once something is true that only a look at lines can
     * tell.
     *
     * @param arrived looked at by the thread that is about to sleep; null for nothing
     */
    public abstract void watch(BooleanSupplier arrived);
}
