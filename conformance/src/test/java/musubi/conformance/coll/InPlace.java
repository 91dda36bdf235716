package musubi.conformance.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;

import java.util.Arrays;

/** The forms with one buffer, which correspond to MPI_IN_PLACE in the lower-case dialect. */
public final class InPlace {
    private InPlace() {}

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
            section = "6.5",
            calls = {"Comm.gather"},
            says = "In place, the root's own part of a gather is already in the receive buffer.")
    static void gather(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int root = size - 1;
        int[] buf = new int[me == root ? 2 * size : 2];
        int at = me == root ? 2 * me : 0;
        buf[at] = 2 * me;
        buf[at + 1] = 2 * me + 1;
        comm.gather(buf, 2, MPI.INT, root);
        if (me == root) {
            assertArrayEquals(ramp(2 * size, 0), buf);
        }
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gatherv"},
            says = "In place, gatherv has one form for the root and one for the others.")
    static void gatherv(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        if (me == 0) {
            int[] buf = new int[size];
            comm.gatherv(buf, ones(size), ramp(size, 0), MPI.INT, 0);
            assertArrayEquals(ramp(size, 0), buf);
        } else {
            comm.gatherv(new int[] {me}, 1, MPI.INT, 0);
        }
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatter"},
            says = "In place, the root of a scatter keeps its part in the send buffer.")
    static void scatter(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] buf = me == 0 ? ramp(size, 5) : new int[1];
        comm.scatter(buf, 1, MPI.INT, 0);
        if (me == 0) {
            assertArrayEquals(ramp(size, 5), buf);
        } else {
            assertEquals(5 + me, buf[0]);
        }
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatterv"},
            says = "In place, scatterv has one form for the root and one for the others.")
    static void scatterv(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        if (me == 0) {
            comm.scatterv(ramp(size, 5), ones(size), ramp(size, 0), MPI.INT, 0);
        } else {
            int[] mine = new int[1];
            comm.scatterv(mine, 1, MPI.INT, 0);
            assertEquals(5 + me, mine[0]);
        }
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGather"},
            says = "In place, each rank's part of an allgather is already in the receive buffer.")
    static void allGather(Intracomm comm) {
        int[] buf = new int[comm.getSize()];
        buf[comm.getRank()] = comm.getRank();
        comm.allGather(buf, 1, MPI.INT);
        assertArrayEquals(ramp(buf.length, 0), buf);
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGatherv"},
            says = "In place, each rank's part of an allgatherv is already in the receive buffer.")
    static void allGatherv(Intracomm comm) {
        int size = comm.getSize();
        Moving.Uneven parts = Moving.Uneven.of(size);
        int[] buf = new int[parts.length()];
        Arrays.fill(buf, -1);
        int me = comm.getRank();
        for (int i = 0; i <= me; i++) {
            buf[parts.at()[me] + i] = me + i;
        }
        comm.allGatherv(buf, parts.counts(), parts.at(), MPI.INT);
        assertArrayEquals(parts.filled(), buf);
    }

    @Case(
            section = "6.9.1",
            calls = {"Comm.reduce"},
            says = "In place, the root of a reduce has its contribution in the receive buffer.")
    static void reduce(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int root = size / 2;
        int[] buf = {me, 1};
        comm.reduce(buf, 2, MPI.INT, MPI.SUM, root);
        if (me == root) {
            assertArrayEquals(new int[] {size * (size - 1) / 2, size}, buf);
        } else {
            assertArrayEquals(new int[] {me, 1}, buf);
        }
    }

    @Case(
            section = "6.9.6",
            calls = {"Comm.allReduce"},
            says = "In place, the result of an allreduce replaces the contribution.")
    static void allReduce(Intracomm comm) {
        long[] buf = {comm.getRank(), -comm.getRank()};
        comm.allReduce(buf, 2, MPI.LONG, MPI.MAX);
        assertArrayEquals(new long[] {comm.getSize() - 1, 0}, buf);
    }

    @Case(
            section = "6.10.1",
            calls = {"Comm.reduceScatterBlock"},
            says = "In place, the block of a reduce-scatter is at the beginning of the buffer.")
    static void reduceScatterBlock(Intracomm comm) {
        int size = comm.getSize();
        int[] buf = ramp(size, 0);
        comm.reduceScatterBlock(buf, 1, MPI.INT, MPI.SUM);
        assertEquals(size * comm.getRank(), buf[0]);
    }

    @Case(
            section = "6.10.2",
            calls = {"Comm.reduceScatter"},
            says = "In place, the part of a reduce-scatter is at the beginning of the buffer.")
    static void reduceScatter(Intracomm comm) {
        int size = comm.getSize();
        int[] buf = ramp(size, 0);
        comm.reduceScatter(buf, ones(size), MPI.INT, MPI.SUM);
        assertEquals(size * comm.getRank(), buf[0]);
    }

    @Case(
            section = "6.11.1",
            calls = {"Intracomm.scan"},
            says = "In place, the result of a scan replaces the contribution.")
    static void scan(Intracomm comm) {
        int[] buf = {1, comm.getRank()};
        comm.scan(buf, 2, MPI.INT, MPI.SUM);
        int me = comm.getRank();
        assertArrayEquals(new int[] {me + 1, me * (me + 1) / 2}, buf);
    }

    @Case(
            section = "6.11.2",
            calls = {"Intracomm.exScan"},
            says = "In place, an exclusive scan leaves rank 0 its contribution.")
    static void exScan(Intracomm comm) {
        int me = comm.getRank();
        int[] buf = {me + 5};
        comm.exScan(buf, 1, MPI.INT, MPI.MAX);
        assertEquals(me == 0 ? 5 : me + 4, buf[0]);
    }
}
