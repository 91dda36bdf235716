package musubi.rma;

import musubi.rma.check.AccessTable;

import java.lang.foreign.MemorySegment;

/**
 * What a window has at each target beside its memory, in memory of the same kind. The words are on
 * different cache lines. With checks the table of accesses follows.
 *
 * <pre>
 *   0                   64                   128                  192
 *   | lock of the window | lock of updates    | lock of the table  | {@link AccessTable}
 * </pre>
 */
final class ControlBlock {
    /** The {@link LockWord}. */
    static final long LOCK = 0;

    /** The {@link SpinLock} of updates that are no atomic instructions. */
    static final long UPDATES = 64;

    static final long BYTES = 128;

    /** The {@link SpinLock} of the table. */
    private static final long CHECKS = 128;

    private static final long TABLE = 192;

    private ControlBlock() {}

    /** Bytes of a block, with or without a table. */
    static long bytes(boolean checks) {
        return checks ? TABLE + AccessTable.BYTES : BYTES;
    }

    /** The table of a block that has one. */
    static AccessTable table(MemorySegment control) {
        return new AccessTable(
                control.asSlice(TABLE, AccessTable.BYTES),
                () -> SpinLock.acquire(control, CHECKS),
                () -> SpinLock.release(control, CHECKS));
    }
}
