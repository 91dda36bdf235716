package musubi.conformance.rma;

import static musubi.conformance.rma.Windows.longs;
import static musubi.conformance.rma.Windows.memory;
import static musubi.conformance.rma.Windows.one;

import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

import musubi.conformance.Case;
import musubi.conformance.Expect;

import java.nio.LongBuffer;

/** Section 12.3: put, get, accumulate and their kin. */
public final class Accesses {
    private Accesses() {}

    private static int next(Intracomm comm) {
        return (comm.getRank() + 1) % comm.getSize();
    }

    private static int before(Intracomm comm) {
        return (comm.getRank() + comm.getSize() - 1) % comm.getSize();
    }

    @Case(
            section = "12.3.1",
            calls = "Win.put",
            says = "A put copies items of the origin to the target.")
    static void put(Intracomm comm) {
        Win win = longs(comm, 3);
        win.fence(0);
        win.put(one(comm.getRank()), 1, MPI.LONG, next(comm), 2, 1, MPI.LONG);
        win.fence(0);
        assertEquals(before(comm), memory(win).get(2));
        win.free();
    }

    @Case(
            section = "12.3.2",
            calls = "Win.get",
            says = "A get copies items of the target to the origin.")
    static void get(Intracomm comm) {
        Win win = longs(comm, 3);
        memory(win).put(1, 5 + comm.getRank());
        win.fence(0);
        LongBuffer found = LongBuffer.allocate(1);
        win.get(found, 1, MPI.LONG, next(comm), 1, 1, MPI.LONG);
        win.fence(0);
        assertEquals(5 + next(comm), found.get(0));
        win.free();
    }

    @Case(
            section = "12.3.1",
            calls = {"Win.put", "Win.get"},
            says = "Datatypes may differ at origin and target if their signatures are the same.")
    static void derived(Intracomm comm) {
        Win win = longs(comm, 8);
        Datatype odd = Datatype.createVector(4, 1, 2, MPI.LONG);
        odd.commit();
        LongBuffer data = LongBuffer.wrap(new long[] {1, 2, 3, 4});
        win.fence(0);
        win.put(data, 4, MPI.LONG, next(comm), 1, 1, odd);
        win.fence(0);
        for (int i = 0; i < 8; i++) {
            assertEquals(i % 2 == 1 ? i / 2 + 1 : 0, memory(win).get(i));
        }
        LongBuffer back = LongBuffer.allocate(7);
        win.get(back, 1, odd, next(comm), 1, 1, odd);
        win.fence(0);
        assertEquals(LongBuffer.wrap(new long[] {1, 0, 2, 0, 3, 0, 4}), back);
        odd.free();
        win.free();
    }

    @Case(
            section = "12.3.1",
            calls = {"Win.put", "Win.get", "Win.accumulate"},
            says = "Accesses to PROC_NULL have no effect.")
    static void procNull(Intracomm comm) {
        Win win = longs(comm, 1);
        LongBuffer data = one(3);
        win.fence(0);
        win.put(data, 1, MPI.LONG, MPI.PROC_NULL, 0, 1, MPI.LONG);
        win.get(data, 1, MPI.LONG, MPI.PROC_NULL, 0, 1, MPI.LONG);
        win.accumulate(data, 1, MPI.LONG, MPI.PROC_NULL, 0, 1, MPI.LONG, MPI.SUM);
        win.fence(0);
        assertEquals(3, data.get(0));
        win.free();
    }

    @Case(
            section = "12.3.1",
            calls = {"Win.put", "Win.get"},
            says =
                    "An access outside of the target's memory is an error, as is one that"
                            + " truncates.")
    static void bounds(Intracomm comm) {
        Win win = longs(comm, 2);
        LongBuffer data = MPI.newLongBuffer(4);
        win.fence(0);
        Expect.fails(MPI.ERR_DISP, () -> win.put(data, 2, MPI.LONG, 0, 1, 2, MPI.LONG));
        Expect.fails(MPI.ERR_DISP, () -> win.get(data, 1, MPI.LONG, 0, -1, 1, MPI.LONG));
        Expect.fails(MPI.ERR_TRUNCATE, () -> win.put(data, 2, MPI.LONG, 0, 0, 1, MPI.LONG));
        Expect.fails(MPI.ERR_TRUNCATE, () -> win.get(data, 1, MPI.LONG, 0, 0, 2, MPI.LONG));
        Expect.fails(
                MPI.ERR_RANK, () -> win.put(data, 1, MPI.LONG, comm.getSize(), 0, 1, MPI.LONG));
        win.fence(0);
        win.free();
    }

    @Case(
            section = "12.3.4",
            calls = "Win.accumulate",
            says = "Accumulates of all ranks to one place are all applied.")
    static void accumulate(Intracomm comm) {
        Win win = longs(comm, 2);
        int n = comm.getSize();
        win.fence(0);
        for (int i = 0; i < 20; i++) {
            win.accumulate(one(comm.getRank() + 1), 1, MPI.LONG, 0, 1, 1, MPI.LONG, MPI.SUM);
        }
        win.fence(0);
        if (comm.getRank() == 0) {
            assertEquals(10L * n * (n + 1), memory(win).get(1));
        }
        win.free();
    }

    @Case(
            section = "12.3.4",
            calls = "Win.accumulate",
            says = "REPLACE puts atomically; operations of the program are not allowed.")
    static void replace(Intracomm comm) {
        Win win = longs(comm, 1);
        Op mine = new Op(new UserFunction() {}, true);
        win.fence(0);
        win.accumulate(one(9), 1, MPI.LONG, next(comm), 0, 1, MPI.LONG, MPI.REPLACE);
        Expect.fails(
                MPI.ERR_OP, () -> win.accumulate(one(1), 1, MPI.LONG, 0, 0, 1, MPI.LONG, mine));
        win.fence(0);
        assertEquals(9, memory(win).get(0));
        mine.free();
        win.free();
    }

    @Case(
            section = "12.3.4",
            calls = "Win.getAccumulate",
            says = "Get-accumulate returns the items before; with NO_OP it is an atomic get.")
    static void getAccumulate(Intracomm comm) {
        Win win = longs(comm, 1);
        memory(win).put(0, 30);
        LongBuffer first = MPI.newLongBuffer(1);
        LongBuffer second = MPI.newLongBuffer(1);
        win.fence(0);
        win.getAccumulate(
                one(4), 1, MPI.LONG, first, 1, MPI.LONG, next(comm), 0, 1, MPI.LONG, MPI.MAX);
        win.fence(0);
        win.getAccumulate(
                null, 0, MPI.LONG, second, 1, MPI.LONG, next(comm), 0, 1, MPI.LONG, MPI.NO_OP);
        win.fence(0);
        assertEquals(30, first.get(0));
        assertEquals(30, second.get(0));
        win.free();
    }

    @Case(
            section = "12.3.4",
            calls = "Win.fetchAndOp",
            says = "Each fetch-and-op of a counter gets another number.")
    static void fetchAndOp(Intracomm comm) {
        Win win = longs(comm, 1);
        int n = comm.getSize();
        LongBuffer found = MPI.newLongBuffer(1);
        win.lockAll(0);
        win.fetchAndOp(one(1), found, MPI.LONG, 0, 0, MPI.SUM);
        win.flush(0);
        win.unlockAll();
        long[] sum = new long[1];
        comm.allReduce(new long[] {found.get(0)}, sum, 1, MPI.LONG, MPI.SUM);
        assertEquals((long) n * (n - 1) / 2, sum[0]);
        win.free();
    }

    @Case(
            section = "12.3.4",
            calls = "Win.compareAndSwap",
            says = "Of all ranks that compare with the same item one succeeds.")
    static void compareAndSwap(Intracomm comm) {
        Win win = longs(comm, 1);
        LongBuffer found = MPI.newLongBuffer(1);
        win.lockAll(0);
        win.compareAndSwap(one(1 + comm.getRank()), one(0), found, MPI.LONG, 0, 0);
        win.flush(0);
        win.unlockAll();
        long[] winners = new long[1];
        long[] mine = {found.get(0) == 0 ? 1 : 0};
        comm.allReduce(mine, winners, 1, MPI.LONG, MPI.SUM);
        assertEquals(1, winners[0]);
        Expect.fails(
                MPI.ERR_RMA_SYNC, () -> win.compareAndSwap(found, found, found, MPI.LONG, 0, 0));
        win.free();
    }

    @Case(
            section = "12.3.5",
            calls = {"Win.rPut", "Win.rGet", "Win.rAccumulate", "Win.rGetAccumulate"},
            says = "Requests complete, and those of gets with the data; they need a locked target.")
    static void requests(Intracomm comm) {
        Win win = longs(comm, 2);
        int target = next(comm);
        LongBuffer found = MPI.newLongBuffer(2);
        Expect.fails(MPI.ERR_RMA_SYNC, () -> win.rPut(found, 1, MPI.LONG, target, 0, 1, MPI.LONG));
        win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        win.rPut(one(6), 1, MPI.LONG, target, 0, 1, MPI.LONG).waitFor();
        win.flush(target);
        win.rAccumulate(one(2), 1, MPI.LONG, target, 0, 1, MPI.LONG, MPI.PROD).waitFor();
        win.flush(target);
        Request get = win.rGet(found, 1, MPI.LONG, target, 0, 1, MPI.LONG);
        get.waitFor();
        assertEquals(12, found.get(0));
        win.rGetAccumulate(one(1), 1, MPI.LONG, found, 1, MPI.LONG, target, 0, 1, MPI.LONG, MPI.SUM)
                .waitFor();
        assertEquals(12, found.get(0));
        win.unlock(target);
        comm.barrier();
        assertEquals(13, memory(win).get(0));
        win.free();
    }
}
