package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.nio.LongBuffer;
import java.util.Map;

/** Conflicts of accesses, which checks find. MPI-4.1 section 12.7. */
class WindowConflictTest {
    private static IsolatedJob job(int ranks) {
        return IsolatedJob.of(ranks, Map.of("transport", "self,shm", "check", "true"));
    }

    private static MPIException assertConflict(Executable call) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(MPI.ERR_RMA_CONFLICT, failure.getErrorClass(), failure.getMessage());
        return failure;
    }

    @Test
    void shouldNameBothLinesWhenTwoRanksPutToOnePlace() {
        job(3).run(WindowConflictTest::putToOnePlace);
    }

    private static void putToOnePlace() {
        int me = MPI.COMM_WORLD.getRank();
        Win win = Win.allocate(64, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer data = MPI.newLongBuffer(4);
        win.fence(0);
        if (me == 1) {
            win.put(data, 4, MPI.LONG, 0, 0, 4, MPI.LONG);
        } else if (me == 2) {
            win.put(data, 2, MPI.LONG, 0, 3, 2, MPI.LONG);
        }
        MPIException failure = assertConflict(() -> win.fence(0));
        String text = failure.getMessage();
        assertTrue(text.contains("bytes=24 to 31"), text);
        assertEquals(
                3, text.split("Win.put at misuse.WindowConflictTest.putToOnePlace", -1).length);
        win.accumulate(data, 4, MPI.LONG, 0, 0, 4, MPI.LONG, MPI.SUM);
        win.put(data, 1, MPI.LONG, 0, 4 + me, 1, MPI.LONG);
        win.fence(0);
        win.free();
    }

    @Test
    void shouldFailWhenOwnAccessesConflict() {
        job(2).run(WindowConflictTest::conflictAlone);
    }

    private static void conflictAlone() {
        Win win = Win.allocate(64, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer data = MPI.newLongBuffer(4);
        int other = 1 - MPI.COMM_WORLD.getRank();
        win.lockAll(0);
        win.accumulate(data, 2, MPI.LONG, other, 0, 2, MPI.LONG, MPI.SUM);
        win.accumulate(data, 2, MPI.LONG, other, 1, 2, MPI.LONG, MPI.SUM);
        assertConflict(() -> win.accumulate(data, 1, MPI.LONG, other, 2, 1, MPI.LONG, MPI.MAX));
        assertConflict(() -> win.get(data, 1, MPI.LONG, other, 0, 1, MPI.LONG));
        win.put(data, 1, MPI.LONG, other, 5, 1, MPI.LONG);
        assertConflict(() -> win.put(data, 1, MPI.LONG, other, 5, 1, MPI.LONG));
        win.flush(other);
        win.get(data, 1, MPI.LONG, other, 0, 1, MPI.LONG);
        win.get(data, 1, MPI.LONG, other, 0, 1, MPI.LONG);
        win.unlockAll();
        win.free();
    }
}
