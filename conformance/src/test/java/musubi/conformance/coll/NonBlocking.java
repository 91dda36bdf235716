package musubi.conformance.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Expect;

import java.nio.IntBuffer;
import java.util.Arrays;

/** Section 6.12: non-blocking collectives. */
public final class NonBlocking {
    private NonBlocking() {}

    private static int[] ramp(int n, int start) {
        int[] ramp = new int[n];
        Arrays.setAll(ramp, i -> start + i);
        return ramp;
    }

    private static int[] ones(int n) {
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        return ones;
    }

    @Case(
            section = "6.12.1",
            calls = {"Comm.iBarrier"},
            says = "A non-blocking barrier completes only when all have called it.",
            ranks = 2)
    static void barrier(Intracomm comm) {
        if (comm.getRank() == 0) {
            Request request = comm.iBarrier();
            for (int i = 0; i < 50; i++) {
                assertNull(request.testStatus());
            }
            for (int r = 1; r < comm.getSize(); r++) {
                Expect.signal(comm, r);
            }
            request.waitFor();
            assertTrue(request.isNull());
        } else {
            Expect.await(comm, 0);
            comm.iBarrier().waitFor();
        }
    }

    @Case(
            section = "6.12.2",
            calls = {"Comm.iBcast"},
            says = "The data of a non-blocking broadcast have arrived when it is complete.")
    static void bcast(Intracomm comm) {
        IntBuffer buf = MPI.newIntBuffer(3);
        if (comm.getRank() == 0) {
            buf.put(0, 1).put(1, 2).put(2, 3);
        }
        comm.iBcast(buf, 3, MPI.INT, 0).waitFor();
        assertEquals(3, buf.get(2));
        int[] array = {comm.getRank()};
        int root = comm.getSize() - 1;
        comm.iBcast(array, 1, MPI.INT, root).waitFor();
        assertEquals(root, array[0]);
    }

    @Case(
            section = "6.12.3",
            calls = {"Comm.iGather", "Comm.iGatherv"},
            says = "Non-blocking gathers have the result of blocking ones.")
    static void gather(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] all = new int[size];
        comm.iGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT, 0).waitFor();
        int[] allv = new int[size];
        comm.iGatherv(new int[] {me}, 1, MPI.INT, allv, ones(size), ramp(size, 0), MPI.INT, 0)
                .waitFor();
        if (me == 0) {
            assertArrayEquals(ramp(size, 0), all);
            assertArrayEquals(ramp(size, 0), allv);
        }
    }

    @Case(
            section = "6.12.4",
            calls = {"Comm.iScatter", "Comm.iScatterv"},
            says = "Non-blocking scatters have the result of blocking ones.")
    static void scatter(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] all = ramp(size, 10);
        int[] mine = new int[2];
        comm.iScatter(all, 1, MPI.INT, mine, 1, MPI.INT, 0).waitFor();
        assertEquals(10 + me, mine[0]);
        comm.iScatterv(all, ones(size), ramp(size, 0), MPI.INT, mine, 1, MPI.INT, size - 1)
                .waitFor();
        assertEquals(10 + me, mine[0]);
    }

    @Case(
            section = "6.12.5",
            calls = {"Comm.iAllGather", "Comm.iAllGatherv"},
            says = "Non-blocking allgathers have the result of blocking ones.")
    static void allGather(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] all = new int[size];
        comm.iAllGather(new int[] {me}, 1, MPI.INT, all, 1, MPI.INT).waitFor();
        assertArrayEquals(ramp(size, 0), all);
        Arrays.fill(all, -1);
        comm.iAllGatherv(new int[] {me}, 1, MPI.INT, all, ones(size), ramp(size, 0), MPI.INT)
                .waitFor();
        assertArrayEquals(ramp(size, 0), all);
    }

    @Case(
            section = "6.12.6",
            calls = {"Comm.iAllToAll", "Comm.iAllToAllv"},
            says = "Non-blocking all-to-alls transpose.")
    static void allToAll(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] in = new int[size];
        comm.iAllToAll(ramp(size, 100 * me), 1, MPI.INT, in, 1, MPI.INT).waitFor();
        int[] expected = new int[size];
        Arrays.setAll(expected, r -> 100 * r + me);
        assertArrayEquals(expected, in);
        Arrays.fill(in, 0);
        int[] at = ramp(size, 0);
        comm.iAllToAllv(ramp(size, 100 * me), ones(size), at, MPI.INT, in, ones(size), at, MPI.INT)
                .waitFor();
        assertArrayEquals(expected, in);
    }

    @Case(
            section = "6.12.7",
            calls = {"Comm.iReduce", "Comm.iAllReduce"},
            says = "Non-blocking reductions have the result of blocking ones.")
    static void reduce(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] sum = new int[1];
        comm.iReduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM, 0).waitFor();
        assertEquals(me == 0 ? size * (size - 1) / 2 : 0, sum[0]);
        IntBuffer in = MPI.newIntBuffer(1).put(0, me);
        IntBuffer max = MPI.newIntBuffer(1);
        comm.iAllReduce(in, max, 1, MPI.INT, MPI.MAX).waitFor();
        assertEquals(size - 1, max.get(0));
    }

    @Case(
            section = "6.12.9",
            calls = {"Comm.iReduceScatter", "Comm.iReduceScatterBlock"},
            says = "Non-blocking reduce-scatters have the result of blocking ones.")
    static void reduceScatter(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] part = new int[1];
        comm.iReduceScatter(ramp(size, 0), part, ones(size), MPI.INT, MPI.SUM).waitFor();
        assertEquals(size * me, part[0]);
        part[0] = 0;
        comm.iReduceScatterBlock(ramp(size, 1), part, 1, MPI.INT, MPI.SUM).waitFor();
        assertEquals(size * (me + 1), part[0]);
    }

    @Case(
            section = "6.12.11",
            calls = {"Intracomm.iScan", "Intracomm.iExScan"},
            says = "Non-blocking scans have the result of blocking ones.")
    static void scan(Intracomm comm) {
        int me = comm.getRank();
        int[] sum = {-1};
        comm.iScan(new int[] {me}, sum, 1, MPI.INT, MPI.SUM).waitFor();
        assertEquals(me * (me + 1) / 2, sum[0]);
        int[] before = {-1};
        comm.iExScan(new int[] {me}, before, 1, MPI.INT, MPI.SUM).waitFor();
        assertEquals(me == 0 ? -1 : me * (me - 1) / 2, before[0]);
    }

    @Case(
            section = "6.12",
            calls = {"Comm.iBcast", "Comm.iAllReduce", "Comm.iBarrier", "Request.waitAll"},
            says = "Several collectives can be in flight and be completed by one call.")
    static void several(Intracomm comm) {
        int size = comm.getSize();
        int[] buf = {comm.getRank() == 0 ? 4 : 0};
        int[] sum = new int[1];
        int[] all = new int[size];
        Request[] requests = {
            comm.iBcast(buf, 1, MPI.INT, 0),
            comm.iAllReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM),
            comm.iBarrier(),
            comm.iAllGather(new int[] {comm.getRank()}, 1, MPI.INT, all, 1, MPI.INT)
        };
        Status[] statuses = Request.waitAllStatus(requests);
        assertEquals(4, statuses.length);
        assertEquals(4, buf[0]);
        assertEquals(size, sum[0]);
        assertArrayEquals(ramp(size, 0), all);
    }

    @Case(
            section = "6.12",
            calls = {"Comm.iAllReduce", "Comm.sendRecv"},
            says = "Messages can be exchanged while a collective is in flight.")
    static void overlap(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] sum = new int[1];
        Request request = comm.iAllReduce(new int[] {me}, sum, 1, MPI.INT, MPI.SUM);
        int[] in = new int[1];
        comm.sendRecv(
                new int[] {me},
                1,
                MPI.INT,
                (me + 1) % size,
                0,
                in,
                1,
                MPI.INT,
                (me + size - 1) % size,
                0);
        assertEquals((me + size - 1) % size, in[0]);
        request.waitFor();
        assertEquals(size * (size - 1) / 2, sum[0]);
    }

    @Case(
            section = "6.12",
            calls = {"Request.testStatus", "Comm.iAllReduce"},
            says = "Tests alone complete a collective.")
    static void byTests(Intracomm comm) {
        int[] sum = new int[1];
        Request request = comm.iAllReduce(new int[] {2}, sum, 1, MPI.INT, MPI.SUM);
        while (!request.test()) {
            Thread.onSpinWait();
        }
        assertEquals(2 * comm.getSize(), sum[0]);
    }

    @Case(
            section = "6.12",
            calls = {"Request.cancel"},
            says = "A collective cannot be cancelled (ERR_REQUEST).")
    static void cancel(Intracomm comm) {
        Request request = comm.iBarrier();
        Expect.fails(MPI.ERR_REQUEST, request::cancel);
        request.waitFor();
    }

    @Case(
            section = "6.12",
            calls = {"Intracomm.Ibcast", "Intracomm.Iallreduce", "Intracomm.Ibarrier"},
            says = "The capitalised dialect has non-blocking collectives as well.")
    static void capitalised(Intracomm comm) {
        int size = comm.getSize();
        int[] buf = {-1, comm.getRank() == 0 ? 9 : 0};
        comm.Ibcast(buf, 1, 1, MPI.INT, 0).Wait();
        assertArrayEquals(new int[] {-1, 9}, buf);
        int[] sum = new int[2];
        comm.Iallreduce(buf, 1, sum, 1, 1, MPI.INT, MPI.SUM).Wait();
        assertEquals(9 * size, sum[1]);
        comm.Ibarrier().Wait();
    }
}
