package musubi.conformance.coll;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;
import musubi.conformance.Form;
import musubi.conformance.Ints;

import java.util.Arrays;

/** Sections 6.9 to 6.11: the collectives that combine data. */
public final class Reducing {
    private Reducing() {}

    private static int sum(int size) {
        return size * (size - 1) / 2;
    }

    @Case(
            section = "6.9.1",
            calls = {"Comm.reduce"},
            says = "Reduce returns the result only on the root, whichever rank it is.")
    static void reduce(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int root = 0; root < size; root++) {
            Ints out = form.zeros(3).fill(-7);
            form.calls().reduce(comm, form.ints(me, 1, root), out, 3, MPI.SUM, root);
            if (me == root) {
                out.expect(sum(size), size, size * root);
            } else {
                out.expect(-7, -7, -7);
            }
        }
    }

    @Case(
            section = "6.9.1",
            calls = {"Comm.reduce"},
            says = "Ranks other than the root need no buffer for the result.")
    static void noResultBuffer(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints out = me == 0 ? form.zeros(1) : null;
        form.calls().reduce(comm, form.ints(me), out, 1, MPI.MAX, 0);
        if (me == 0) {
            out.expect(comm.getSize() - 1);
        }
    }

    @Case(
            section = "6.9.1",
            calls = {"Comm.reduce", "Comm.allReduce"},
            says = "A reduction does not change the contributions.")
    static void keepsContributions(Intracomm comm, Form form) {
        Ints in = form.zeros(4).ramp(comm.getRank());
        form.calls().reduce(comm, in, form.zeros(4), 4, MPI.PROD, 0);
        form.calls().allreduce(comm, in, form.zeros(4), 4, MPI.BXOR);
        in.expectRamp(comm.getRank());
    }

    @Case(
            section = "6.9.6",
            calls = {"Comm.allReduce"},
            says = "Allreduce gives the same result to all.")
    static void allReduce(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        for (int n : new int[] {1, 2, 17, 5000}) {
            Ints in = form.zeros(n);
            for (int i = 0; i < n; i++) {
                in.put(i, me * i);
            }
            Ints out = form.zeros(n);
            form.calls().allreduce(comm, in, out, n, MPI.SUM);
            for (int i = 0; i < n; i++) {
                assertEquals(sum(size) * i, out.get(i));
            }
        }
    }

    @Case(
            section = "6.9.6",
            calls = {"Comm.allReduce"},
            says = "A reduction of no elements does nothing.")
    static void nothing(Intracomm comm, Form form) {
        Ints out = form.ints(4);
        form.calls().allreduce(comm, form.ints(1), out, 0, MPI.SUM);
        form.calls().reduce(comm, form.ints(1), out, 0, MPI.SUM, 0);
        out.expect(4);
    }

    @Case(
            section = "6.9.6",
            calls = {"Comm.allReduce", "MPI.DOUBLE"},
            says = "A sum of floating-point numbers has the same bits on all ranks.")
    static void sameBits(Intracomm comm) {
        double[] in = {1.0 / (comm.getRank() + 3), Math.sqrt(comm.getRank() + 0.1)};
        double[] out = new double[2];
        comm.allReduce(in, out, 2, MPI.DOUBLE, MPI.SUM);
        double[] first = out.clone();
        comm.bcast(first, 2, MPI.DOUBLE, 0);
        assertArrayEquals(first, out);
    }

    @Case(
            section = "6.10.2",
            calls = {"Comm.reduceScatter"},
            says = "Reduce-scatter returns a part of the result on each rank, of any length.")
    static void reduceScatter(Intracomm comm, Form form) {
        int me = comm.getRank();
        int size = comm.getSize();
        int[] counts = new int[size];
        int before = 0;
        int total = 0;
        for (int r = 0; r < size; r++) {
            counts[r] = r % 3;
            before += r < me ? counts[r] : 0;
            total += counts[r];
        }
        Ints out = form.zeros(counts[me]);
        form.calls().reduceScatter(comm, form.zeros(total).ramp(me), out, counts, MPI.SUM);
        for (int i = 0; i < counts[me]; i++) {
            assertEquals(size * (before + i) + sum(size), out.get(i));
        }
    }

    @Case(
            section = "6.10.1",
            calls = {"Comm.reduceScatterBlock"},
            says = "Reduce-scatter-block returns a block of the result on each rank.")
    static void reduceScatterBlock(Intracomm comm) {
        int size = comm.getSize();
        int[] in = new int[2 * size];
        Arrays.setAll(in, i -> i + comm.getRank());
        int[] out = new int[2];
        comm.reduceScatterBlock(in, out, 2, MPI.INT, MPI.SUM);
        int at = 2 * comm.getRank();
        assertArrayEquals(new int[] {size * at + sum(size), size * (at + 1) + sum(size)}, out);
    }

    @Case(
            section = "6.11.1",
            calls = {"Intracomm.scan"},
            says = "The result of scan on rank i combines ranks 0 to i.")
    static void scan(Intracomm comm, Form form) {
        int me = comm.getRank();
        Ints out = form.zeros(2);
        form.calls().scan(comm, form.ints(me + 1, 2), out, 2, MPI.SUM);
        out.expect((me + 1) * (me + 2) / 2, 2 * (me + 1));
        form.calls().scan(comm, form.ints(-me, me), out, 2, MPI.MIN);
        out.expect(-me, 0);
    }

    @Case(
            section = "6.11.2",
            calls = {"Intracomm.exScan", "Intracomm.Exscan"},
            says = "The result of exscan on rank i combines ranks 0 to i - 1; rank 0 has none.")
    static void exScan(Intracomm comm) {
        int me = comm.getRank();
        int[] out = {-9};
        comm.exScan(new int[] {me + 1}, out, 1, MPI.INT, MPI.SUM);
        assertEquals(me == 0 ? -9 : me * (me + 1) / 2, out[0]);
        int[] shifted = {0, -9};
        comm.Exscan(new int[] {5, me}, 1, shifted, 1, 1, MPI.INT, MPI.MAX);
        assertEquals(me == 0 ? -9 : me - 1, shifted[1]);
    }

    @Case(
            section = "6.9.7",
            calls = {"Comm.reduceLocal"},
            says = "Reduce-local combines two buffers of one rank.")
    static void reduceLocal(Intracomm comm) {
        int[] in = {1, 5};
        int[] inOut = {4, 2};
        Comm.reduceLocal(in, inOut, 2, MPI.INT, MPI.MAX);
        assertArrayEquals(new int[] {4, 5}, inOut);
        assertArrayEquals(new int[] {1, 5}, in);
        Comm.reduceLocal(in, inOut, 1, MPI.INT, MPI.SUM);
        assertArrayEquals(new int[] {5, 5}, inOut);
    }

    @Case(
            section = "6.9.6",
            calls = {"Comm.allReduce"},
            says = "A large reduction is correct for every element.")
    static void large(Intracomm comm) {
        int n = 60_000;
        double[] in = new double[n];
        Arrays.setAll(in, i -> i + comm.getRank());
        double[] out = new double[n];
        comm.allReduce(in, out, n, MPI.DOUBLE, MPI.SUM);
        int size = comm.getSize();
        for (int i = 0; i < n; i++) {
            assertEquals((double) size * i + sum(size), out[i]);
        }
    }
}
