package musubi.adi;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;

/**
 * Memory in which the ranks of a node show each other things without messages: a line for each rank
 * and communicator, written by that rank and read by all. What is shown has a number, one more each
 * time; it can be read until its rank shows the number that is {@link #DEPTH} higher. There is room
 * for {@link #DATA_BYTES} bytes, and behind them for {@link #STAGING_BYTES} in a staging area of
 * the number, once the rank has {@linkplain #reserveStaging reserved} those of the line; it can be
 * read until the number that is {@link #STAGING_DEPTH} higher. Ranks in one JVM can also pass each
 * other references.
 *
 * <p>Ranks are named by their place on the node. Thread rule as for {@link Transport}.
 */
public abstract class NodeFlags {
    /** Bytes that can be shown at once. */
    public static final int DATA_BYTES = 56;

    /**
     * How many numbers of a rank can be read at a time. One that others need not answer, such as
     * the root of broadcasts, goes on for so long, and with more ranks than cores keeps its turn.
     */
    public static final int DEPTH = 32;

    /** Of how many numbers staging areas can be read at a time. */
    public static final int STAGING_DEPTH = 4;

    /** Bytes of the staging area of one number. */
    public static final int STAGING_BYTES = 128 << 10;

    protected NodeFlags() {}

    /** How many lines each rank has, from number 0. */
    public abstract int lines();

    /** The place of a rank of the job on this node; negative when it is on another one. */
    public abstract int placeOf(int worldRank);

    /** The memory that all lines lie in. */
    public abstract MemorySegment memory();

    /** Where the data of a number start in the memory, in bytes; a multiple of 8. */
    public abstract long dataOf(int place, int line, long number);

    /** Whether a rank has shown that number; its data can be read now. */
    public abstract boolean isPublished(int place, int line, long number);

    /**
     * Shows the data of this rank's own line under that number. When several ranks do so and then
     * look at each other's lines, the last one finds those of all.
     */
    public abstract void publish(int line, long number);

    /** As {@link #publish}, for numbers after which nobody is to be woken. */
    public abstract void publishWithoutWake(int line, long number);

    /** Wakes a rank if it sleeps; to be called after {@link #publish} for who waits for that. */
    public abstract void wake(int place);

    /**
     * Keeps this rank from falling asleep once something is true that only a look at lines can
     * tell.
     *
     * @param arrived looked at by the thread that is about to sleep; null for nothing
     */
    public abstract void watch(BooleanSupplier arrived);

    /** The whole memory, with the fastest way to copy many bytes from and to it. */
    public abstract Region mapping();

    /** Where the staging area of a number starts in the memory, in bytes; on a page. */
    public abstract long stagingOf(int place, int line, long number);

    /**
     * Says that this rank has read a part of a staging area that no other rank reads, and will not
     * read it again. It may be overwritten, if that lets its owner fill it sooner the next time.
     *
     * @param start where in the memory
     */
    public abstract void discard(long start, long bytes);

    /**
     * Gives this rank's staging areas of a line memory; once.
     *
     * @return false when there is none, and then they must not be used
     */
    public abstract boolean reserveStaging(int line);

    /** Whether a rank lives in this JVM, so that references reach it. */
    public abstract boolean sharesHeap(int place);

    /**
     * Lets the ranks of this JVM read a region until {@link #forget}.
     *
     * @return its key; -1 when only the thread that made the memory may touch it
     */
    public abstract long expose(Region region);

    /** Takes a key back. */
    public abstract void forget(long key);

    /**
     * Looks up what a rank of this JVM has exposed.
     *
     * @param found becomes that region
     * @throws IllegalStateException when the key was taken back
     */
    public abstract void find(int place, long key, Region found);
}
