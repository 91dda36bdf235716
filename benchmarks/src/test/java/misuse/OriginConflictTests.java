package misuse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import musubi.job.IsolatedJob;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * Conflicts of accesses of different origins in epochs of locks and of start, which checks find.
 * MPI-4.1 section 12.7.
 */
interface OriginConflictTests {
    /** A job with checks. */
    IsolatedJob job(int ranks);

    private static int me() {
        return MPI.COMM_WORLD.getRank();
    }

    private static void meet() {
        MPI.COMM_WORLD.barrier();
    }

    private static Win window() {
        Win win = Win.allocate(800, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        return win;
    }

    private static void put(Win win, int target, int at) {
        win.put(MPI.newLongBuffer(1), 1, MPI.LONG, target, at, 1, MPI.LONG);
    }

    private static void get(Win win, int target, int at) {
        win.get(MPI.newLongBuffer(1), 1, MPI.LONG, target, at, 1, MPI.LONG);
    }

    private static void add(Win win, int target, int at) {
        win.accumulate(MPI.newLongBuffer(1), 1, MPI.LONG, target, at, 1, MPI.LONG, MPI.SUM);
    }

    private static String assertConflict(Executable call) {
        MPIException failure = assertThrows(MPIException.class, call);
        assertEquals(MPI.ERR_RMA_CONFLICT, failure.getErrorClass(), failure.getMessage());
        return failure.getMessage();
    }

    /** Rank 1 makes an access; then rank 2 makes one that conflicts with it. */
    private static void assertConflictInTurn(Runnable first, Runnable second) {
        if (me() == 1) {
            first.run();
        }
        meet();
        if (me() == 2) {
            assertConflict(second::run);
        }
        meet();
    }

    /** As {@link #assertConflictInTurn} with accesses that do not conflict. */
    private static void inTurn(Runnable first, Runnable second) {
        if (me() == 1) {
            first.run();
        }
        meet();
        if (me() == 2) {
            second.run();
        }
        meet();
    }

    @Test
    default void shouldNameBothLinesWhenOriginsPutUnderSharedLocks() {
        job(3).run(OriginConflictTests::putUnderSharedLocks);
    }

    private static void putUnderSharedLocks() {
        Win win = window();
        LongBuffer data = MPI.newLongBuffer(4);
        win.lock(MPI.LOCK_SHARED, 0, 0);
        if (me() == 1) {
            win.put(data, 4, MPI.LONG, 0, 0, 4, MPI.LONG);
        }
        meet();
        if (me() == 2) {
            String text = assertConflict(() -> win.put(data, 2, MPI.LONG, 0, 3, 2, MPI.LONG));
            assertTrue(text.contains("bytes=24 to 31"), text);
            String[] parts = text.split("Win.put at misuse.OriginConflictTests.", -1);
            assertEquals(3, parts.length, text);
            assertTrue(parts[0].contains("first=rank 1 in "), text);
            assertTrue(parts[1].contains("second=rank 2 in "), text);
            assertNotEquals(line(parts[1]), line(parts[2]), text);
            win.put(data, 2, MPI.LONG, 0, 4, 2, MPI.LONG);
        }
        meet();
        win.unlock(0);
        meet();
        win.lock(MPI.LOCK_SHARED, 0, 0);
        inTurn(() -> put(win, 0, 9), () -> put(win, 0, 3));
        win.unlock(0);
        win.free();
    }

    private static String line(String text) {
        return text.substring(text.indexOf(':'), text.indexOf(')'));
    }

    @Test
    default void shouldFindConflictsWhenAllAreLocked() {
        job(3).run(OriginConflictTests::accessUnderLockAll);
    }

    private static void accessUnderLockAll() {
        Win win = window();
        LongBuffer data = MPI.newLongBuffer(1);
        win.lockAll(0);
        assertConflictInTurn(() -> put(win, 0, 0), () -> put(win, 0, 0));
        assertConflictInTurn(() -> put(win, 0, 1), () -> get(win, 0, 1));
        assertConflictInTurn(() -> get(win, 0, 2), () -> put(win, 0, 2));
        assertConflictInTurn(() -> add(win, 0, 3), () -> get(win, 0, 3));
        assertConflictInTurn(
                () -> add(win, 0, 4),
                () -> win.accumulate(data, 1, MPI.LONG, 0, 4, 1, MPI.LONG, MPI.MAX));
        assertConflictInTurn(
                () -> win.rPut(data, 1, MPI.LONG, 0, 5, 1, MPI.LONG).waitFor(),
                () -> put(win, 0, 5));
        assertConflictInTurn(() -> put(win, 1, 6), () -> put(win, 1, 6));
        assertConflictInTurn(() -> put(win, 2, 7), () -> put(win, 2, 7));
        win.unlockAll();
        win.free();
    }

    @Test
    default void shouldFindOneConflictWhenOriginsPutAtTheSameTime() {
        job(3).run(OriginConflictTests::putAtTheSameTime);
    }

    private static void putAtTheSameTime() {
        Win win = window();
        win.lockAll(0);
        int[] failed = {0};
        try {
            put(win, 0, 0);
        } catch (MPIException e) {
            failed[0] = 1;
        }
        MPI.COMM_WORLD.allReduce(failed, 1, MPI.INT, MPI.SUM);
        assertEquals(2, failed[0]);
        win.unlockAll();
        win.free();
    }

    @Test
    default void shouldFindNoConflictWhenUpdatesAgree() {
        job(3).run(OriginConflictTests::updateInAgreement);
    }

    private static void updateInAgreement() {
        Win win = window();
        LongBuffer one = MPI.newLongBuffer(1);
        LongBuffer found = MPI.newLongBuffer(1);
        win.lockAll(0);
        for (int i = 0; i < 20; i++) {
            add(win, 0, 0);
            win.fetchAndOp(one, found, MPI.LONG, 0, 0, MPI.SUM);
            win.fetchAndOp(one, found, MPI.LONG, 0, 0, MPI.NO_OP);
            win.compareAndSwap(one, one, found, MPI.LONG, 0, 0);
            get(win, 0, 1);
            put(win, 0, 10 + me());
            put(win, (me() + 1) % 3, 20);
            win.flushAll();
        }
        win.unlockAll();
        win.free();
    }

    @Test
    default void shouldFindNoConflictWhenLocksAreExclusive() {
        job(3).run(OriginConflictTests::putUnderExclusiveLocks);
    }

    private static void putUnderExclusiveLocks() {
        Win win = window();
        for (int i = 0; i < 20; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            put(win, 0, 0);
            win.flush(0);
            get(win, 0, 0);
            win.unlock(0);
            win.lock(MPI.LOCK_SHARED, 0, 0);
            get(win, 0, 0);
            win.unlock(0);
        }
        win.free();
    }

    @Test
    default void shouldFindNoConflictWhenAccessesAreOrdered() {
        job(3).run(OriginConflictTests::putInOrder);
    }

    private static void putInOrder() {
        Win win = window();
        win.lockAll(0);
        // Rank 2 has an access under way from before the first to behind the last of rank 1.
        inTurn(() -> {}, () -> put(win, 0, 90));
        Runnable first =
                () -> {
                    put(win, 0, 0);
                    put(win, 0, 1);
                    win.flush(0);
                };
        inTurn(first, () -> put(win, 0, 0));
        inTurn(win::flushAll, win::flushAll);
        inTurn(
                () -> {
                    get(win, 0, 0);
                    win.flushAll();
                },
                () -> put(win, 0, 0));
        win.unlockAll();
        meet();
        win.lock(MPI.LOCK_SHARED, 0, 0);
        inTurn(
                () -> {
                    put(win, 0, 0);
                    win.unlock(0);
                },
                () -> put(win, 0, 0));
        if (me() != 1) {
            win.unlock(0);
        }
        win.free();
    }

    @Test
    default void shouldFindNoConflictWhenWindowsOrTargetsDiffer() {
        job(3).run(OriginConflictTests::putElsewhere);
    }

    private static void putElsewhere() {
        Win win = window();
        Win other = window();
        win.lockAll(0);
        other.lockAll(0);
        inTurn(() -> put(win, 0, 0), () -> put(other, 0, 0));
        inTurn(() -> put(win, 1, 1), () -> put(win, 2, 1));
        win.unlockAll();
        other.unlockAll();
        win.free();
        other.free();
    }

    @Test
    default void shouldFindConflictsWhenRunsOfManyItemsMeet() {
        job(3).run(OriginConflictTests::putRuns);
    }

    private static void putRuns() {
        int runs = 3000;
        Win win = Win.allocate(16L * runs, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        LongBuffer data = MPI.newLongBuffer(runs);
        Datatype even = Datatype.createVector(runs, 1, 2, MPI.LONG);
        even.commit();
        win.lockAll(0);
        Runnable put = () -> win.put(data, runs, MPI.LONG, 0, 0, 1, even);
        inTurn(put, () -> put(win, 0, 1));
        assertConflictInTurn(() -> {}, () -> put(win, 0, 2 * runs - 2));
        assertConflictInTurn(() -> {}, put);
        win.unlockAll();
        even.free();
        win.free();
    }

    @Test
    default void shouldFindConflictsWhenTheWindowIsDynamic() {
        job(3).run(OriginConflictTests::putToAttachedMemory);
    }

    private static void putToAttachedMemory() {
        Win win = new Win(MPI.INFO_NULL, MPI.COMM_WORLD);
        win.setErrhandler(MPI.ERRORS_RETURN);
        ByteBuffer memory = MPI.newByteBuffer(64);
        win.attach(memory, 64);
        long[] address = {Win.address(memory)};
        MPI.COMM_WORLD.bcast(address, 1, MPI.LONG, 2);
        LongBuffer data = MPI.newLongBuffer(1);
        Runnable put = () -> win.put(data, 1, MPI.LONG, 2, address[0], 1, MPI.LONG);
        win.lockAll(0);
        assertConflictInTurn(put, put);
        win.unlockAll();
        meet();
        win.detach(memory);
        win.free();
    }

    @Test
    default void shouldFindConflictsWhenOriginsAccessOneExposureEpoch() {
        job(3).run(OriginConflictTests::accessInOneExposure);
    }

    private static void accessInOneExposure() {
        Win win = window();
        expose(
                win,
                () -> {
                    assertConflictInTurn(() -> put(win, 0, 0), () -> put(win, 0, 0));
                    assertConflictInTurn(() -> get(win, 0, 1), () -> put(win, 0, 1));
                    inTurn(() -> add(win, 0, 2), () -> add(win, 0, 2));
                    inTurn(() -> put(win, 0, 3), () -> put(win, 0, 4));
                    inTurn(() -> get(win, 0, 5), () -> {});
                    inTurn(win::complete, () -> {});
                    assertConflictInTurn(() -> {}, () -> put(win, 0, 3));
                    inTurn(() -> {}, () -> put(win, 0, 5));
                    inTurn(() -> {}, win::complete);
                });
        expose(
                win,
                () -> {
                    inTurn(() -> put(win, 0, 6), () -> put(win, 0, 3));
                    inTurn(win::complete, win::complete);
                });
        win.lockAll(0);
        inTurn(() -> {}, () -> put(win, 0, 6));
        win.unlockAll();
        win.free();
    }

    /** Rank 0 exposes its memory to the two others; the body ends their epochs. */
    private static void expose(Win win, Runnable body) {
        Group all = win.getGroup();
        if (me() == 0) {
            Group origins = all.incl(new int[] {1, 2});
            win.post(origins, 0);
            origins.free();
            body.run();
            win.waitFor();
        } else {
            Group target = all.incl(new int[] {0});
            win.start(target, 0);
            target.free();
            body.run();
        }
        all.free();
        meet();
    }
}
