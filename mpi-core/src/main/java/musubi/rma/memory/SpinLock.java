package musubi.rma.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * A lock in one word of memory for a few hundred nanoseconds of work, or microseconds of a check;
 * it is never held while a rank waits. Thread rule: any thread of any process that has mapped the
 * memory.
 */
public final class SpinLock {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** Then the holder is probably not running. */
    private static final int SPINS = 200;

    private SpinLock() {}

    public static void acquire(MemorySegment memory, long at) {
        int spins = 0;
        while (!WORD.compareAndSet(memory, at, 0L, 1L)) {
            while ((long) WORD.getOpaque(memory, at) != 0) {
                if (++spins < SPINS) {
                    Thread.onSpinWait();
                } else {
                    Thread.yield();
                }
            }
        }
    }

    public static void release(MemorySegment memory, long at) {
        // Release: pairs with the compareAndSet of the next holder.
        WORD.setRelease(memory, at, 0L);
    }
}
