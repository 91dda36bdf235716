package mpi;

import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.nio.LongBuffer;

/** What holds where a target is reached directly. */
interface DirectWindowTests extends InJob {
    @Test
    default void shouldAllocateNothingWhenATargetIsAccessed() {
        job(2).run(DirectWindowTests::accessAndCount);
    }

    private static void accessAndCount() {
        Win win = Win.allocate(64, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        if (MPI.COMM_WORLD.getRank() == 0) {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            LongBuffer data = MPI.newLongBuffer(8);
            LongBuffer found = MPI.newLongBuffer(8);
            win.lockAll(0);
            access(win, data, found, 20_000);
            long before = threads.getCurrentThreadAllocatedBytes();
            access(win, data, found, 2000);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(bytes < 2000, "bytes=" + bytes);
            win.unlockAll();
        }
        meet();
        win.free();
    }

    private static void access(Win win, LongBuffer data, LongBuffer found, int times) {
        for (int i = 0; i < times; i++) {
            win.put(data, 8, MPI.LONG, 1, 0, 8, MPI.LONG);
            win.get(found, 8, MPI.LONG, 1, 0, 8, MPI.LONG);
            win.accumulate(data, 8, MPI.LONG, 1, 0, 8, MPI.LONG, MPI.SUM);
            win.fetchAndOp(data, found, MPI.LONG, 1, 3, MPI.SUM);
            win.flush(1);
        }
    }
}
