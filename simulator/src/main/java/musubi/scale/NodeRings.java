package musubi.scale;

import musubi.memory.Accounted;
import musubi.memory.Component;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The buffers of a node's transport, in the sizes of the paper (spec/memory.md, 4.3 and 4.5): rings
 * of 16 entries of 4 KiB for peers with a context, and entries shared by all that have no ring.
 *
 * <p>Thread rule: any thread.
 */
@Accounted(Component.BUFFERS)
final class NodeRings {
    static final int ENTRY_BYTES = 4096;
    static final int ENTRIES = 16;
    static final int RINGS = 1024;
    static final int NONE = -1;
    private static final int SHARED_ENTRIES = 2 * 2048;

    private final MemorySegment rings =
            Arena.ofAuto().allocate((long) RINGS * ENTRIES * ENTRY_BYTES, ENTRY_BYTES);
    private final MemorySegment shared =
            Arena.ofAuto().allocate((long) SHARED_ENTRIES * ENTRY_BYTES, ENTRY_BYTES);
    private final int[] free = new int[RINGS];
    private int freeCount = RINGS;
    private int fewestFree = RINGS;
    private int nextShared;

    NodeRings() {
        for (int i = 0; i < RINGS; i++) {
            free[i] = i;
        }
    }

    /** Takes a ring; {@link #NONE} when all are taken. */
    synchronized int take() {
        if (freeCount == 0) {
            return NONE;
        }
        fewestFree = Math.min(fewestFree, freeCount - 1);
        return free[--freeCount];
    }

    synchronized void giveBack(int ring) {
        if (ring != NONE) {
            free[freeCount++] = ring;
        }
    }

    /** How many rings were taken at once, at the most. */
    synchronized int mostTaken() {
        return RINGS - fewestFree;
    }

    MemorySegment entry(int ring, int place) {
        long at = ((long) ring * ENTRIES + place % ENTRIES) * ENTRY_BYTES;
        return rings.asSlice(at, ENTRY_BYTES);
    }

    /** The next entry of those that have no ring. */
    synchronized MemorySegment sharedEntry() {
        nextShared = (nextShared + 1) % SHARED_ENTRIES;
        return shared.asSlice((long) nextShared * ENTRY_BYTES, ENTRY_BYTES);
    }
}
