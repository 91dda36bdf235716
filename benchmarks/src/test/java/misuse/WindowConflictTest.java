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

    @Test
    void shouldNameBothLinesWhenEpochsAreInAWrongOrder() {
        job(1).run(WindowConflictTest::mixEpochs);
    }

    private static void mixEpochs() {
        Win win = Win.allocate(64, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer data = MPI.newLongBuffer(1);
        Executable put = () -> win.put(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
        assertLines(put, null, "Win.put");
        win.lock(MPI.LOCK_SHARED, 0, 0);
        assertLines(() -> win.lock(MPI.LOCK_SHARED, 0, 0), "Win.lock", "Win.lock");
        assertLines(() -> win.fence(0), "Win.lock", "Win.fence");
        win.unlock(0);
        assertLines(() -> win.unlock(0), "Win.unlock", "Win.unlock");
        assertLines(put, "Win.unlock", "Win.put");
        win.lockAll(0);
        assertLines(() -> win.lockAll(0), "Win.lockAll", "Win.lockAll");
        win.unlockAll();
        assertLines(() -> win.flush(0), "Win.unlockAll", "Win.flush");
        win.post(win.getGroup(), 0);
        assertLines(() -> win.fence(0), "Win.post", "Win.fence");
        win.start(win.getGroup(), 0);
        assertLines(() -> win.free(), "Win.start", "Win.free");
        win.complete();
        win.waitFor();
        win.fence(0);
        win.put(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
        assertLines(() -> win.lockAll(0), "Win.fence", "Win.lockAll");
        win.fence(MPI.MODE_NOSUCCEED);
        assertLines(put, "Win.fence", "Win.put");
        win.free();
    }

    private static void assertLines(Executable call, String first, String second) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(MPI.ERR_RMA_SYNC, failure.getErrorClass(), failure.getMessage());
        String text = failure.getMessage();
        String place = " at misuse.WindowConflictTest.";
        assertEquals(first != null, text.contains("first="), text);
        assertTrue(first == null || text.contains("first=" + first + place), text);
        assertTrue(text.contains("second=" + second + place), text);
    }
}
