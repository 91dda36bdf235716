package musubi.rma.memory;

import musubi.rma.check.AccessTable;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * What a window has at each target beside its memory, in memory of the same kind. The words are on
 * different cache lines. With checks the {@link AccessTable} follows.
 *
 * <pre>
 *   0                    8                 64                128                 192
 *   | lock of the window | updates locked? | lock of updates | lock of the table | table
 * </pre>
 */
public final class ControlBlock {
    /** The {@link LockWord}. */
    public static final long LOCK = 0;

    /** The {@link SpinLock} of updates that are no atomic instructions. */
    public static final long UPDATES = 64;

    public static final long BYTES = 128;

    /** The {@link SpinLock} of the table. */
    private static final long CHECKS = 128;

    private static final long TABLE = 192;

    /** Not 0 if all updates are under the {@link SpinLock}; written once. */
    private static final long LOCKS_UPDATES = 8;

    private ControlBlock() {}

    /** Bytes of a block, with or without a table. */
    public static long bytes(boolean checks) {
        return checks ? TABLE + AccessTable.BYTES : BYTES;
    }

    /** Puts all updates under the lock, before another rank reaches the block. */
    public static void lockUpdates(MemorySegment control) {
        control.set(ValueLayout.JAVA_LONG, LOCKS_UPDATES, 1);
    }

    /** Whether all updates are under the lock. */
    static boolean locksUpdates(MemorySegment control) {
        return control.get(ValueLayout.JAVA_LONG, LOCKS_UPDATES) != 0;
    }

    /** The table of a block that has one. */
    public static AccessTable table(MemorySegment control) {
        return new AccessTable(
                control.asSlice(TABLE, AccessTable.BYTES),
                () -> SpinLock.acquire(control, CHECKS),
                () -> SpinLock.release(control, CHECKS));
    }
}
