package musubi.rma;

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
final class LockWord {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();
    private static final long EXCLUSIVE = 1L << 63;
    private static final long ONE_WAITING = 1L << 32;
    private static final long SHARED = ONE_WAITING - 1;

    private LockWord() {}

    /** Takes the lock in shared mode; false when it is held exclusively or such a rank waits. */
    static boolean tryShared(MemorySegment memory, long at) {
        long word = (long) WORD.getVolatile(memory, at);
        while (word >>> 32 == 0) {
            long found = (long) WORD.compareAndExchange(memory, at, word, word + 1);
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
    static boolean tryExclusive(MemorySegment memory, long at, boolean announced) {
        long word = (long) WORD.getVolatile(memory, at);
        while ((word & (EXCLUSIVE | SHARED)) == 0) {
            long taken = (announced ? word - ONE_WAITING : word) | EXCLUSIVE;
            long found = (long) WORD.compareAndExchange(memory, at, word, taken);
            if (found == word) {
                return true;
            }
            word = found;
        }
        return false;
    }

    /** A rank begins to wait for exclusive mode. */
    static void announce(MemorySegment memory, long at) {
        WORD.getAndAdd(memory, at, ONE_WAITING);
    }

    /** Gives shared mode up; what was done under the lock is before that for all ranks. */
    static void releaseShared(MemorySegment memory, long at) {
        WORD.getAndAdd(memory, at, -1L);
    }

    /** Gives exclusive mode up; what was done under the lock is before that for all ranks. */
    static void releaseExclusive(MemorySegment memory, long at) {
        WORD.getAndBitwiseAnd(memory, at, ~EXCLUSIVE);
    }
}
