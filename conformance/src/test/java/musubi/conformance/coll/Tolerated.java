package musubi.conformance.coll;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

/** Behaviour beyond the standard on which programs for Open MPI's Java bindings rely. */
public final class Tolerated {
    private Tolerated() {}

    private static final int[] LENGTHS = {1, 7, 1000, 40_000};

    private static int[] filled(int length, int value) {
        int[] result = new int[length];
        Arrays.fill(result, value);
        return result;
    }

    private static int sumTo(int last) {
        return last * (last + 1) / 2;
    }

    @Case(
            section = "3.2.2",
            calls = {"Comm.send", "Comm.recv", "Comm.iSend", "Comm.pack", "Comm.unpack"},
            says = "In lower-case calls a type describes the memory of any array or buffer.")
    static void memory(Intracomm comm) {
        int me = comm.getRank();
        double[] halves = {0.5, -0.5};
        Request sent = comm.iSend(halves, 2, MPI.LONG, me, 0);
        LongBuffer bits = MPI.newLongBuffer(2);
        Status status = comm.recv(bits, 16, MPI.BYTE, me, 0);
        sent.waitFor();
        assertEquals(4, status.getCount(MPI.INT));
        assertEquals(-0.5, Double.longBitsToDouble(bits.get(1)));
        byte[] packed = new byte[16];
        assertEquals(12, comm.pack(halves, 3, MPI.FLOAT, packed, 0));
        char[] units = {0, 0, 0, 0, 1, 1, 1};
        assertEquals(12, comm.unpack(packed, 0, units, 12, MPI.BYTE));
        assertEquals(1, units[6]);
        fails(MPI.ERR_BUFFER, () -> comm.send(halves, 17, MPI.BYTE, me, 0));
        fails(MPI.ERR_BUFFER, () -> comm.recv(bits, 5, MPI.INT, me, 0));
        fails(MPI.ERR_TYPE, () -> comm.send(new Integer[4], 4, MPI.INT, me, 0));
        fails(MPI.ERR_TYPE, () -> comm.Send(halves, 0, 2, MPI.LONG, me, 0));
    }

    @Case(
            section = "6.9",
            calls = {"Comm.allReduce", "Comm.allGatherv", "Comm.allToAllw"},
            says =
                    "In lower-case collectives a type describes the memory of any array, where an"
                            + " item may start within an element.")
    static void memoryInCollectives(Intracomm comm) {
        int size = comm.getSize();
        long[] fours = {0x0004_0004_0004_0004L};
        short[] sums = new short[5];
        comm.allReduce(fours, sums, 4, MPI.SHORT, MPI.SUM);
        assertArrayEquals(new short[] {4, 4, 4, 4, 0}, scaled(sums, size));
        int[] own = {0x01010101 * (comm.getRank() + 1)};
        int[] counts = filled(size, 3);
        int[] places = new int[size];
        Arrays.setAll(places, i -> 3 * (size - 1 - i));
        int[] row = new int[size];
        comm.allGatherv(own, 3, MPI.BYTE, row, counts, places, MPI.BYTE);
        int[] again = new int[size];
        Datatype[] types = new Datatype[size];
        Arrays.fill(types, MPI.BYTE);
        ByteBuffer same = ByteBuffer.allocate(4 * size);
        for (int i = 0; i < 3 * size; i++) {
            same.put(i, (byte) (size - i / 3));
        }
        assertEquals(
                -1,
                same.order(ByteOrder.nativeOrder()).asIntBuffer().mismatch(IntBuffer.wrap(row)));
        comm.allToAllw(own, counts, new int[size], types, again, counts, places, types);
        assertArrayEquals(row, again);
    }

    private static short[] scaled(short[] sums, int size) {
        short[] result = new short[sums.length];
        for (int i = 0; i < sums.length; i++) {
            result[i] = (short) (sums[i] / size);
        }
        return result;
    }

    @Case(
            section = "6.9",
            calls = {
                "Comm.reduce",
                "Comm.allReduce",
                "Comm.reduceScatterBlock",
                "Intracomm.scan",
                "Intracomm.exScan"
            },
            says = "The result of a reduction may replace the contribution in the same array.")
    static void reductions(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int n : LENGTHS) {
            int[] a = filled(n, me + 1);
            comm.allReduce(a, a, n, MPI.INT, MPI.SUM);
            assertArrayEquals(filled(n, sumTo(size)), a);
            a = filled(n, me + 1);
            comm.reduce(a, a, n, MPI.INT, MPI.SUM, size - 1);
            assertEquals(me == size - 1 ? sumTo(size) : me + 1, a[n - 1]);
            a = filled(n, me + 1);
            comm.scan(a, a, n, MPI.INT, MPI.SUM);
            assertArrayEquals(filled(n, sumTo(me + 1)), a);
            a = filled(n, me + 1);
            comm.Exscan(a, 0, a, 0, n, MPI.INT, MPI.SUM);
            assertEquals(me == 0 ? 1 : sumTo(me), a[0]);
            a = filled(n * size, me + 1);
            comm.reduceScatterBlock(a, a, n, MPI.INT, MPI.SUM);
            assertArrayEquals(filled(n, sumTo(size)), Arrays.copyOf(a, n));
        }
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gather", "Comm.allGather", "Comm.scatter", "Comm.allToAll"},
            says = "Send and receive buffer may be the same part of an array.")
    static void movements(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int n : LENGTHS) {
            int[] ranks = new int[n * size];
            Arrays.setAll(ranks, i -> i / n);
            int[] a = filled(n * size, me);
            comm.gather(a, n, MPI.INT, a, n, MPI.INT, 0);
            assertArrayEquals(me == 0 ? ranks : filled(n * size, me), a);
            comm.scatter(a, n, MPI.INT, a, n, MPI.INT, 0);
            assertArrayEquals(filled(n, me), Arrays.copyOf(a, n));
            a = filled(n * size, me);
            comm.allGather(a, n, MPI.INT, a, n, MPI.INT);
            assertArrayEquals(ranks, a);
            int[] b = filled(n * size, me);
            comm.Alltoall(b, 0, n, MPI.INT, b, 0, n, MPI.INT);
            assertArrayEquals(ranks, b);
        }
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatterv", "Comm.gatherv", "Comm.allToAllv"},
            says = "Blocks of vector collectives may be shorter than their receive counts.")
    static void shorterBlocks(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] counts = new int[size + 2];
        int[] at = new int[size + 2];
        Arrays.setAll(counts, i -> i % 3 + 1);
        Arrays.setAll(at, i -> i * 4);
        int[] all = new int[4 * size];
        Arrays.setAll(all, i -> i);
        int[] mine = filled(4, -1);
        comm.scatterv(all, counts, at, MPI.INT, mine, 4, MPI.INT, 0);
        int[] expected = filled(4, -1);
        System.arraycopy(all, 4 * me, expected, 0, counts[me]);
        assertArrayEquals(expected, mine);
        int[] back = filled(4 * size, -1);
        comm.gatherv(mine, counts[me], MPI.INT, back, filled(size, 4), at, MPI.INT, size - 1);
        for (int i = 0; i < back.length; i++) {
            boolean came = me == size - 1 && i % 4 < counts[i / 4];
            assertEquals(came ? i : -1, back[i]);
        }
        comm.allToAllv(
                filled(4 * size, me),
                filled(size, 2),
                at,
                MPI.INT,
                back,
                filled(size, 3),
                at,
                MPI.INT);
        for (int rank = 0; rank < size; rank++) {
            assertEquals(rank, back[4 * rank + 1]);
        }
    }
}
