package musubi.rma;

import java.lang.foreign.MemorySegment;

/**
 * What a rank requests of a new window.
 *
 * @param flavor how the window gets its memory; the same on all ranks
 * @param memory of the program for {@link Flavor#CREATE}; else null
 * @param bytes to be allocated for {@link Flavor#ALLOCATE} and {@link Flavor#SHARED}; else 0
 * @param unit displacement unit, in bytes; 1 or more
 * @param locks whether the program locks targets; the same on all ranks
 * @param granularity bytes whose updates are to be locked at once; 0 for each item by itself. The
 *     same on all ranks
 */
public record WindowSpec(
        Flavor flavor,
        MemorySegment memory,
        long bytes,
        long unit,
        boolean locks,
        long granularity) {
    /** A specification without a granularity of updates. */
    public WindowSpec(Flavor flavor, MemorySegment memory, long bytes, long unit, boolean locks) {
        this(flavor, memory, bytes, unit, locks, 0);
    }

    /** How a window gets its memory. MPI-4.1 section 12.2. */
    public enum Flavor {
        CREATE,
        ALLOCATE,
        SHARED,
        DYNAMIC
    }
}
