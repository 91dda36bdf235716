package musubi.adi;

import com.sun.management.ThreadMXBean;

import java.lang.management.ManagementFactory;
import java.util.function.IntConsumer;

/**
 * What an operation costs in Java objects. The smallest of many short rounds counts: an operation
 * that allocates does so in each of them, a contended lock or a changed path is in some only.
 */
public final class LeastAllocation {
    private static final int ROUNDS = 60;

    private LeastAllocation() {}

    /**
     * Bytes that the current thread allocates for an operation; ends with the first round below the
     * limit.
     *
     * @param operations of a round; enough that an operation that allocates now and then does so
     * @param run performs as many operations as it is given
     */
    public static double perOperation(int operations, double limit, IntConsumer run) {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double least = Double.MAX_VALUE;
        for (int round = 0; round < ROUNDS && least >= limit; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            run.accept(operations);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            least = Math.min(least, (double) bytes / operations);
        }
        return least;
    }
}
