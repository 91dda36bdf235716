package musubi.conformance.rma;

import static musubi.conformance.rma.Windows.longs;
import static musubi.conformance.rma.Windows.memory;
import static musubi.conformance.rma.Windows.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;

import musubi.conformance.Case;
import musubi.conformance.Expect;

import java.nio.LongBuffer;

/** Section 12.5: epochs by fence, by post and start, and by locks. */
public final class Epochs {
    private Epochs() {}

    @Case(
            section = "12.5",
            calls = {"Win.put", "Win.get", "Win.accumulate"},
            says = "An access without an epoch is an error.")
    static void noEpoch(Intracomm comm) {
        Win win = longs(comm, 1);
        LongBuffer data = one(1);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.put(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.get(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        Expect.fails(
                MPI.ERR_RMA_SYNC,
                () -> win.accumulate(data, 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM));
        win.free();
    }

    @Case(
            section = "12.5.1",
            calls = "Win.fence",
            says = "A fence completes all accesses; after NOSUCCEED none may follow.")
    static void fence(Intracomm comm) {
        Win win = longs(comm, 2);
        int next = (comm.getRank() + 1) % comm.getSize();
        for (int round = 1; round < 20; round++) {
            win.fence(round == 1 ? MPI.MODE_NOPRECEDE : 0);
            win.put(one(round), 1, MPI.LONG, next, round % 2, 1, MPI.LONG);
            win.fence(MPI.MODE_NOPUT);
            assertEquals(round, memory(win).get(round % 2));
        }
        win.fence(MPI.MODE_NOSUCCEED);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.put(one(1), 1, MPI.LONG, 0, 0, 1, MPI.LONG));
        Expect.fails(MPI.ERR_ASSERT, () -> win.fence(1 << 20));
        win.free();
    }

    @Case(
            section = "12.5.2",
            calls = {"Win.post", "Win.start", "Win.complete", "Win.waitFor"},
            says = "An access epoch begins after its targets have posted, and ends their exposure.",
            ranks = 2)
    static void postAndStart(Intracomm comm) {
        Win win = longs(comm, 2);
        int me = comm.getRank();
        Group all = win.getGroup();
        if (me < 2) {
            Group other = all.incl(new int[] {1 - me});
            for (int round = 1; round < 10; round++) {
                if (me == 0) {
                    win.start(other, 0);
                    win.put(one(round), 1, MPI.LONG, 1, 0, 1, MPI.LONG);
                    win.complete();
                } else {
                    win.post(other, 0);
                    win.waitFor();
                    assertEquals(round, memory(win).get(0));
                }
            }
            other.free();
        }
        all.free();
        win.free();
    }

    @Case(
            section = "12.5.2",
            calls = {"Win.test", "Win.post", "Win.complete"},
            says = "Test returns whether the exposure epoch has ended, and ends it.")
    static void test(Intracomm comm) {
        Win win = longs(comm, 1);
        Group all = win.getGroup();
        win.post(all, 0);
        win.start(all, 0);
        win.accumulate(one(1), 1, MPI.LONG, 0, 0, 1, MPI.LONG, MPI.SUM);
        win.complete();
        while (!win.test()) {
            Thread.onSpinWait();
        }
        if (comm.getRank() == 0) {
            assertEquals(comm.getSize(), memory(win).get(0));
        }
        Expect.fails(MPI.ERR_RMA_SYNC, win::test);
        Expect.fails(MPI.ERR_RMA_SYNC, win::complete);
        Expect.fails(MPI.ERR_RMA_SYNC, win::waitFor);
        all.free();
        win.free();
    }

    @Case(
            section = "12.5.3",
            calls = {"Win.lock", "Win.unlock"},
            says = "Under an exclusive lock a get and a put are one step for the other ranks.")
    static void exclusive(Intracomm comm) {
        Win win = longs(comm, 1);
        LongBuffer value = MPI.newLongBuffer(1);
        for (int i = 0; i < 10; i++) {
            win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            win.get(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
            win.flush(0);
            value.put(0, value.get(0) + 1);
            win.put(value, 1, MPI.LONG, 0, 0, 1, MPI.LONG);
            win.unlock(0);
        }
        comm.barrier();
        if (comm.getRank() == 0) {
            assertEquals(10L * comm.getSize(), memory(win).get(0));
        }
        win.free();
    }

    @Case(
            section = "12.5.3",
            calls = {"Win.lock", "Win.unlock", "Win.lockAll", "Win.unlockAll"},
            says = "A target is locked once, and unlocked only after that.")
    static void order(Intracomm comm) {
        Win win = longs(comm, 1);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
        Expect.fails(MPI.ERR_RMA_SYNC, win::unlockAll);
        Expect.fails(MPI.ERR_LOCKTYPE, () -> win.lock(99, 0, 0));
        Expect.fails(MPI.ERR_RANK, () -> win.lock(MPI.LOCK_SHARED, comm.getSize(), 0));
        win.lock(MPI.LOCK_SHARED, 0, 0);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0));
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.lockAll(0));
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.fence(0));
        win.unlock(0);
        win.lockAll(MPI.MODE_NOCHECK);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.lock(MPI.LOCK_SHARED, 0, 0));
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.unlock(0));
        win.unlockAll();
        win.free();
    }

    @Case(
            section = "12.5.4",
            calls = {
                "Win.flush",
                "Win.flushAll",
                "Win.flushLocal",
                "Win.flushLocalAll",
                "Win.sync"
            },
            says = "A flush completes accesses at the target, a local one at the origin.")
    static void flush(Intracomm comm) {
        Win win = longs(comm, 4);
        int me = comm.getRank();
        int next = (me + 1) % comm.getSize();
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.flush(0));
        Expect.fails(MPI.ERR_RMA_SYNC, win::flushAll);
        win.lockAll(0);
        LongBuffer value = one(1);
        win.put(value, 1, MPI.LONG, next, 0, 1, MPI.LONG);
        win.flushLocal(next);
        value.put(0, 2);
        win.put(value, 1, MPI.LONG, next, 1, 1, MPI.LONG);
        win.flushLocalAll();
        value.put(0, 3);
        win.put(value, 1, MPI.LONG, next, 2, 1, MPI.LONG);
        win.flush(next);
        win.flushAll();
        comm.barrier();
        win.sync();
        for (int i = 0; i < 3; i++) {
            assertEquals(i + 1, memory(win).get(i));
        }
        win.unlockAll();
        win.free();
    }

    @Case(
            section = "12.7.1",
            calls = "Win.accumulate",
            says = "Accumulates of one origin to one place are applied in their order.")
    static void ordered(Intracomm comm) {
        Win win = longs(comm, 1);
        win.lockAll(0);
        if (comm.getRank() == 0) {
            for (int i = 1; i <= 100; i++) {
                win.accumulate(
                        one(i), 1, MPI.LONG, comm.getSize() - 1, 0, 1, MPI.LONG, MPI.REPLACE);
            }
        }
        win.unlockAll();
        comm.barrier();
        if (comm.getRank() == comm.getSize() - 1) {
            assertEquals(100, memory(win).get(0));
        }
        win.free();
    }
}
