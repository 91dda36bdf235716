package musubi.nicam;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Flags and counters of a node: words of memory, each on a line of its own. Flags are only raised,
 * and counters only incremented, so that none that waits for a value can miss it.
 *
 * <p>Thread rule: any thread of any process that has mapped the memory.
 */
final class FlagTable {
    /** Flags of a node. */
    static final int FLAGS = 1024;

    /** Counters of a node. */
    static final int COUNTERS = 256;

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();
    private static final int STRIDE = 64;

    static final long BYTES = (long) (FLAGS + COUNTERS) * STRIDE;

    private FlagTable() {}

    private static long ofFlag(int flag) {
        return (long) flag * STRIDE;
    }

    private static long ofCounter(int counter) {
        return (long) (FLAGS + counter) * STRIDE;
    }

    static long flag(MemorySegment table, int flag) {
        // Acquire: pairs with raise; the data are before the flag.
        return (long) LONG.getAcquire(table, ofFlag(flag));
    }

    /** Raises a flag to a value, unless it is higher. */
    static void raise(MemorySegment table, int flag, long value) {
        long now = (long) LONG.getVolatile(table, ofFlag(flag));
        while (now < value) {
            long found = (long) LONG.compareAndExchange(table, ofFlag(flag), now, value);
            if (found == now) {
                return;
            }
            now = found;
        }
    }

    /** Raises a flag by one. */
    static void raiseByOne(MemorySegment table, int flag) {
        LONG.getAndAdd(table, ofFlag(flag), 1L);
    }

    static long counter(MemorySegment table, int counter) {
        return (long) LONG.getAcquire(table, ofCounter(counter));
    }

    static void countUp(MemorySegment table, int counter) {
        LONG.getAndAdd(table, ofCounter(counter), 1L);
    }

    /** Carries a notice out. */
    static void notify(MemorySegment table, CopyCommand.Notice notice) {
        if (notice.kind() == CopyCommand.Notice.FLAG) {
            raise(table, notice.index(), notice.value());
        } else if (notice.kind() == CopyCommand.Notice.COUNTER) {
            countUp(table, notice.index());
        }
    }
}
