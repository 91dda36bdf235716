package mpi;

import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * Accesses to a target that calls no MPI until it sees their effect in its memory: it is reached
 * directly, or has a progress thread. MPI-4.1 section 12.7.3.
 */
interface PassiveTargetTests extends InJob {
    @Test
    default void shouldCompleteAccessesWhenTheTargetCallsNoMpi() {
        job(2).run(() -> accessWhileComputing(100_000));
    }

    private static void accessWhileComputing(int longs) {
        int me = MPI.COMM_WORLD.getRank();
        Win win = Win.allocate(8L * longs, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        ByteBuffer base = (ByteBuffer) win.getBase();
        if (me == 0) {
            accessAll(win, longs);
        } else {
            while (base.getLong(8 * (longs - 1)) != 3) {
                VarHandle.fullFence();
                Thread.onSpinWait();
            }
            assertEquals(7, base.getLong(0));
        }
        meet();
        win.free();
    }

    private static void accessAll(Win win, int longs) {
        LongBuffer data = MPI.newLongBuffer(longs);
        LongBuffer found = MPI.newLongBuffer(longs);
        for (int i = 0; i < longs - 1; i++) {
            data.put(i, 5 + i);
        }
        win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
        win.put(data, longs - 1, MPI.LONG, 1, 0, longs - 1, MPI.LONG);
        win.flush(1);
        win.get(found, longs, MPI.LONG, 1, 0, longs, MPI.LONG);
        win.flush(1);
        assertEquals(5 + longs - 2, found.get(longs - 2));
        win.accumulate(data.put(0, 2), 1, MPI.LONG, 1, 0, 1, MPI.LONG, MPI.SUM);
        win.fetchAndOp(data.put(1, 1).slice(1, 1), found, MPI.LONG, 1, longs - 1, MPI.SUM);
        win.flush(1);
        assertEquals(0, found.get(0));
        win.unlock(1);
        win.lockAll(0);
        win.compareAndSwap(
                data.put(0, 3).slice(0, 1), data.slice(1, 1), found, MPI.LONG, 1, longs - 1);
        win.flush(1);
        assertEquals(1, found.get(0));
        win.unlockAll();
    }
}
