package musubi.rma.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The lock of a window at one target: one word of memory that the ranks which can reach it change
 * by atomic instructions, and the target itself for all others. Many hold it in shared mode or one
 * in exclusive mode; while one waits for exclusive mode, no other gets shared mode. MPI-4.1 section
 * 12.5.3.
 *
 * <pre>
 *   63           62                32             0
 *   | exclusive | waiting exclusive | shared holders |
 * </pre>
 *
 * <p>Thread rule: any thread of any process that has mapped the memory.
 */
public final class LockWord {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long EXCLUSIVE = 1L << 63;

    /** What {@link #announce} adds. */
    public static final long ONE_WAITING = 1L << 32;

    private static final long SHARED = ONE_WAITING - 1;

    private LockWord() {}

    /** Takes the lock in shared mode; false when it is held exclusively or such a rank waits. */
    public static boolean tryShared(MemorySegment memory, long at) {
        long word = (long) WORD.getVolatile(memory, at);
        while (isFree(word, false)) {
            long taken = taken(word, false, false);
            long found = (long) WORD.compareAndExchange(memory, at, word, taken);
            if (found == word) {
                return true;
            }
            word = found;
        }
        return false;
    }

    /**
     * Takes the lock in exclusive mode; false when it is held.
     *
     * @param announced whether {@link #announce} was called before
     */
    public static boolean tryExclusive(MemorySegment memory, long at, boolean announced) {
        long word = (long) WORD.getVolatile(memory, at);
        while (isFree(word, true)) {
            long taken = taken(word, true, announced);
            long found = (long) WORD.compareAndExchange(memory, at, word, taken);
            if (found == word) {
                return true;
            }
            word = found;
        }
        return false;
    }

    /** A rank begins to wait for exclusive mode. */
    public static void announce(MemorySegment memory, long at) {
        WORD.getAndAdd(memory, at, ONE_WAITING);
    }

    /** Gives shared mode up; what was done under the lock is before that for all ranks. */
    public static void releaseShared(MemorySegment memory, long at) {
        WORD.getAndAdd(memory, at, -1L);
    }

    /** Gives exclusive mode up; what was done under the lock is before that for all ranks. */
    public static void releaseExclusive(MemorySegment memory, long at) {
        WORD.getAndBitwiseAnd(memory, at, ~EXCLUSIVE);
    }

    /** Whether a mode may be taken while the lock has this value. */
    public static boolean isFree(long word, boolean exclusive) {
        return exclusive ? (word & (EXCLUSIVE | SHARED)) == 0 : word >>> 32 == 0;
    }

    /** The value that a free lock is likely to have, after another one. */
    public static long whenFree(long word, boolean exclusive) {
        if (isFree(word, exclusive)) {
            return word;
        }
        return exclusive ? word & ~(EXCLUSIVE | SHARED) : 0;
    }

    /** The value of a free lock once it is taken. */
    public static long taken(long word, boolean exclusive, boolean announced) {
        if (!exclusive) {
            return word + 1;
        }
        return (announced ? word - ONE_WAITING : word) | EXCLUSIVE;
    }

    /** What is added to a held lock to release it. */
    public static long released(boolean exclusive) {
        return exclusive ? EXCLUSIVE : -1;
    }
}
