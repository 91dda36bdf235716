package mpi;

import static mpi.InJob.assertFails;
import static mpi.InJob.meet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/** Wrong calls on windows. MPI-4.1 sections 12.5 and 12.6. */
interface WindowErrorTests extends InJob {
    private static Win window(long bytes) {
        Win win = Win.allocate(bytes, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        return win;
    }

    @Test
    default void shouldFailWhenEpochsAreInAWrongOrder() {
        job(2).run(WindowErrorTests::mixEpochs);
    }

    private static void mixEpochs() {
        int me = MPI.COMM_WORLD.getRank();
        Win win = window(64);
        LongBuffer data = MPI.newLongBuffer(1);
        Group other = win.getGroup().incl(new int[] {1 - me});
        MPIException none =
                assertFails(MPI.ERR_RMA_SYNC, () -> win.put(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        assertTrue(none.getMessage().contains("no epoch"), none.getMessage());
        assertFails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
        assertFails(MPI.ERR_RMA_SYNC, win::unlockAll);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.flush(0));
        assertFails(MPI.ERR_RMA_SYNC, win::flushAll);
        assertFails(MPI.ERR_RMA_SYNC, win::complete);
        assertFails(MPI.ERR_RMA_SYNC, win::waitFor);
        assertFails(MPI.ERR_RMA_SYNC, win::test);
        win.lock(MPI.LOCK_SHARED, 0, 0);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0));
        assertFails(MPI.ERR_RMA_SYNC, () -> win.put(data, 1, MPI.LONG, 1, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_RMA_SYNC, () -> win.lockAll(0));
        assertFails(MPI.ERR_RMA_SYNC, () -> win.start(other, 0));
        assertFails(MPI.ERR_RMA_SYNC, () -> win.fence(0));
        assertFails(MPI.ERR_RMA_SYNC, win::free);
        win.unlock(0);
        win.fence(0);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.rPut(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        win.put(data, 1, MPI.LONG, 0, me, 1, MPI.LONG);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.lockAll(0));
        win.fence(MPI.MODE_NOSUCCEED);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.put(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        win.post(other, 0);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.post(other, 0));
        assertFails(MPI.ERR_RMA_SYNC, () -> win.fence(0));
        win.start(other, 0);
        win.complete();
        win.waitFor();
        win.free();
    }

    @Test
    default void shouldFailWhenArgumentsAreWrong() {
        job(2).run(WindowErrorTests::passWrongArguments);
    }

    private static void passWrongArguments() {
        Win win = window(64);
        LongBuffer data = MPI.newLongBuffer(16);
        win.fence(0);
        MPIException far =
                assertFails(MPI.ERR_DISP, () -> win.put(data, 2, MPI.LONG, 1, 7, 2, MPI.LONG));
        assertTrue(far.getMessage().contains("bytes of the window=64"), far.getMessage());
        assertTrue(far.getMessage().contains("target type=MPI.LONG"), far.getMessage());
        assertFails(MPI.ERR_DISP, () -> win.get(data, 1, MPI.LONG, 1, -1, 1, MPI.LONG));
        assertFails(MPI.ERR_RANK, () -> win.put(data, 1, MPI.LONG, 2, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_RANK, () -> win.get(data, 1, MPI.LONG, -7, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_COUNT, () -> win.put(data, 1, MPI.LONG, 1, 0, -1, MPI.LONG));
        assertFails(MPI.ERR_COUNT, () -> win.put(data, -1, MPI.LONG, 1, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_BUFFER, () -> win.put(null, 1, MPI.LONG, 1, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_BUFFER, () -> win.put(data, 17, MPI.LONG, 1, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_TYPE, () -> win.put(data, 1, null, 1, 0, 1, MPI.LONG));
        assertFails(MPI.ERR_TRUNCATE, () -> win.put(data, 3, MPI.LONG, 1, 0, 2, MPI.LONG));
        assertFails(MPI.ERR_TRUNCATE, () -> win.get(data, 1, MPI.LONG, 1, 0, 2, MPI.LONG));
        assertFails(
                MPI.ERR_COUNT, () -> win.accumulate(data, 1, MPI.LONG, 1, 0, 2, MPI.LONG, MPI.SUM));
        assertFails(
                MPI.ERR_OP, () -> win.accumulate(data, 1, MPI.LONG, 1, 0, 1, MPI.LONG, MPI.MINLOC));
        Op mine = new Op(new UserFunction() {}, true);
        assertFails(MPI.ERR_OP, () -> win.accumulate(data, 1, MPI.LONG, 1, 0, 1, MPI.LONG, mine));
        assertFails(MPI.ERR_TYPE, () -> win.compareAndSwap(data, data, data, MPI.DOUBLE, 1, 0));
        assertFails(MPI.ERR_ASSERT, () -> win.fence(4096));
        assertFails(MPI.ERR_LOCKTYPE, () -> win.lock(7, 0, 0));
        win.put(data, 1, MPI.LONG, MPI.PROC_NULL, 99, 1, MPI.LONG);
        win.get(data, 0, MPI.LONG, 1, 8, 0, MPI.LONG);
        win.fence(0);
        mine.free();
        win.free();
    }

    @Test
    default void shouldFailWhenMemoryIsNotDirect() {
        job(1).run(WindowErrorTests::createOfHeap);
    }

    private static void createOfHeap() {
        Intracomm world = InJob.returningWorld();
        MPIException heap =
                assertFails(
                        MPI.ERR_BUFFER,
                        () -> new Win(LongBuffer.allocate(4), 4, 1, MPI.INFO_NULL, world));
        assertTrue(heap.getMessage().contains("MPI.newByteBuffer"), heap.getMessage());
        ByteBuffer buffer = MPI.newByteBuffer(16);
        assertFails(MPI.ERR_SIZE, () -> new Win(buffer, 17, 1, MPI.INFO_NULL, world));
        assertFails(MPI.ERR_SIZE, () -> new Win(buffer, -1, 1, MPI.INFO_NULL, world));
        assertFails(MPI.ERR_DISP, () -> new Win(buffer, 16, 0, MPI.INFO_NULL, world));
        Win win = new Win(buffer, 16, 1, MPI.INFO_NULL, world);
        win.setErrhandler(MPI.ERRORS_RETURN);
        assertFails(MPI.ERR_WIN, () -> win.sharedQuery(0));
        assertFails(MPI.ERR_WIN, () -> win.attach(buffer, 16));
        win.free();
    }

    @Test
    default void shouldCallTheHandlerOfTheWindowWhenACallFails() {
        job(1).run(WindowErrorTests::handle);
    }

    private static void handle() {
        Win win = window(8);
        StringBuilder seen = new StringBuilder();
        Errhandler handler =
                Win.createErrhandler((of, code, text) -> seen.append(of == win).append(code));
        win.setErrhandler(handler);
        assertFails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
        assertEquals("true" + MPI.ERR_RMA_SYNC, seen.toString());
        win.callErrhandler(MPI.ERR_OTHER);
        assertTrue(seen.toString().endsWith("true" + MPI.ERR_OTHER), seen.toString());
        handler.free();
        meet();
        win.free();
    }
}
