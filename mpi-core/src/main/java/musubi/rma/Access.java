package musubi.rma;

import musubi.progress.Backlog;
import musubi.region.Region;
import musubi.rma.memory.Accumulator;
import musubi.rma.memory.Update;
import musubi.type.MpiType;

/**
 * How this rank reaches a window at one target: {@link DirectAccess}, {@link RdmaAccess} or {@link
 * MessageAccess}. The accesses have been checked. Requests may be null where nothing waits for the
 * access alone.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
abstract sealed class Access permits DirectAccess, RdmaAccess, MessageAccess {
    /** Whether an access is complete when its method returns. */
    abstract boolean isDirect();

    /** What waits for the transport; null if {@link #isDirect}. */
    abstract Backlog backlog();

    /** Copies packed data to the target. The request completes when its memory may be reused. */
    abstract void put(Region data, Place place, RmaRequest request);

    /** Copies from the target; the request completes with the data. */
    abstract void get(Region into, Place place, RmaRequest request);

    /**
     * Updates items of the target.
     *
     * @param data operands; null for {@code MPI.NO_OP}
     * @param result becomes the items before; null when they are not wanted
     */
    abstract void update(
            Update update, Region data, Region result, Place place, RmaRequest request);

    /** As {@link Accumulator#compareAndSwap}. */
    abstract void compareAndSwap(
            MpiType type, Region values, Region before, long at, RmaRequest request);

    /** Takes the lock of the target if that needs no wait; false when it does. */
    abstract boolean tryLock(boolean exclusive);

    /** Takes the lock of the target; the request completes when it is held. */
    abstract void lock(boolean exclusive, RmaRequest request);

    /** Gives the lock up; the request completes when all accesses are complete at the target. */
    abstract void unlock(boolean exclusive, RmaRequest request);

    /** Whether there are accesses since the last {@link #flush}. */
    abstract boolean isDirty();

    /** The request completes when all accesses so far are complete at the target. */
    abstract void flush(RmaRequest request);
}
