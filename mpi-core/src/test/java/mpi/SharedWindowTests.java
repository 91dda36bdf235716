package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/** Windows of memory that all ranks load and store. MPI-4.1 section 12.2.3. */
interface SharedWindowTests extends InJob {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    default void shouldLoadAndStoreWhenTheWindowIsShared(int ranks) {
        job(ranks).run(() -> storeAround(ranks));
    }

    private static void storeAround(int ranks) {
        int me = MPI.COMM_WORLD.getRank();
        Win win = Win.allocateShared(8L * (me + 1), 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        int next = (me + 1) % ranks;
        win.lockAll(0);
        ByteBuffer theirs = win.sharedQuery(next);
        assertEquals(8 * (next + 1), theirs.capacity());
        theirs.putLong(8 * next, 40 + me);
        win.sync();
        meet();
        win.sync();
        LongBuffer mine = ((ByteBuffer) win.getBase()).asLongBuffer();
        assertEquals(40 + (me + ranks - 1) % ranks, mine.get(me));
        meet();
        LongBuffer found = MPI.newLongBuffer(1);
        win.fetchAndOp(MPI.newLongBuffer(1).put(0, 2), found, MPI.LONG, next, next, MPI.SUM);
        win.flush(next);
        assertEquals(40 + me, found.get(0));
        meet();
        assertEquals(42 + (me + ranks - 1) % ranks, win.sharedQuery(me).getLong(8 * me));
        assertEquals(8, win.sharedQuery(MPI.PROC_NULL).capacity());
        win.unlockAll();
        win.free();
    }

    @Test
    default void shouldBeContiguousWhenTheWindowIsShared() {
        job(3).run(
                        () -> {
                            int me = MPI.COMM_WORLD.getRank();
                            Win win =
                                    Win.allocateShared(
                                            me == 1 ? 0 : 16, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
                            long start = Win.address(win.sharedQuery(0));
                            assertEquals(start + 16, Win.address(win.sharedQuery(2)));
                            assertEquals(0, win.sharedQuery(1).capacity());
                            win.setErrhandler(MPI.ERRORS_RETURN);
                            assertFails(MPI.ERR_RANK, () -> win.sharedQuery(3));
                            win.free();
                        });
    }
}
