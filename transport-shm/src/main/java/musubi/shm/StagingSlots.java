package musubi.shm;

import static musubi.shm.PartitionDescriptor.SLOT_COUNT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The staging slots of one sender. They are used in rotation, so that a slot's lines have left the
 * receiver's private caches when the slot is written again.
 *
 * <p>A slot in use has a release number, which travels with the record; the receiver writes it into
 * the slot's release word when it has copied the payload out. The sender only ever reads those
 * words, and only when half of the slots are in use.
 *
 * <p>A destination may hold as many slots as are free: a receiver that does not poll gets at most
 * half of them, a second one a third, and so on. With a single peer fairness does not matter.
 */
final class StagingSlots {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
    private static final long ALL = -1L >>> Long.SIZE - SLOT_COUNT;

    private final MemorySegment map;
    private final long partition;
    private final boolean shared;
    private final int[] held;
    private final int[] holder = new int[SLOT_COUNT];
    private final int[] releaseNumber = new int[SLOT_COUNT];
    private long free = ALL;
    private int cursor;

    /**
     * @param partition start of this rank's partition
     * @param localSize ranks on the node
     */
    StagingSlots(MemorySegment map, long partition, int localSize) {
        this.map = map;
        this.partition = partition;
        this.shared = localSize > 2;
        this.held = new int[localSize];
    }

    /** A free slot for this destination; negative when there is none now. */
    int next(int destination) {
        if (Long.bitCount(free) <= SLOT_COUNT / 2) {
            reclaim();
        }
        if (free == 0 || shared && held[destination] >= Long.bitCount(free)) {
            return -1;
        }
        long rotated = free >>> cursor;
        return rotated != 0
                ? cursor + Long.numberOfTrailingZeros(rotated)
                : Long.numberOfTrailingZeros(free);
    }

    /**
     * Takes the slot of {@link #next}.
     *
     * @return the number for the receiver to write into the release word
     */
    int take(int slot, int destination) {
        free &= ~(1L << slot);
        cursor = (slot + 1) % SLOT_COUNT;
        holder[slot] = destination;
        held[destination]++;
        return ++releaseNumber[slot];
    }

    private void reclaim() {
        for (long used = ALL & ~free; used != 0; used &= used - 1) {
            int slot = Long.numberOfTrailingZeros(used);
            if (isReleased(slot)) {
                free |= 1L << slot;
                held[holder[slot]]--;
            }
        }
    }

    private boolean isReleased(int slot) {
        // Acquire: pairs with setRelease in release; the receiver's copy is before it.
        long at = partition + PartitionDescriptor.release(slot);
        return (int) INT.getAcquire(map, at) == releaseNumber[slot];
    }

    /** The receiver's part: releases a slot of a peer's partition. */
    static void release(MemorySegment map, long partition, int slot, int releaseNumber) {
        // Release: pairs with getAcquire in isReleased.
        INT.setRelease(map, partition + PartitionDescriptor.release(slot), releaseNumber);
    }
}
