package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

import musubi.conformance.Case;
import musubi.conformance.comm.Intercomms.Halves;

import java.nio.IntBuffer;
import java.util.Arrays;

/** Section 6.2.3: collectives between the even and the odd ranks of an intercommunicator. */
public final class BetweenGroups {
    private BetweenGroups() {}

    /** The root argument of this rank when local rank 1 or 0 of the even group is the root. */
    private static int root(Halves halves, int root) {
        if (halves.odd) {
            return root;
        }
        return halves.inter.getRank() == root ? MPI.ROOT : MPI.PROC_NULL;
    }

    private static boolean isRoot(Halves halves, int root) {
        return !halves.odd && halves.inter.getRank() == root;
    }

    @Case(
            section = "6.3",
            calls = {"Comm.barrier"},
            says = "A barrier of an intercommunicator waits for the other group.",
            ranks = 2)
    static void barrier(Intracomm comm) {
        Halves halves = new Halves(comm);
        if (comm.getRank() == 0) {
            comm.send(new int[] {5}, 1, MPI.INT, 1, 2);
        }
        halves.inter.barrier();
        if (comm.getRank() == 1) {
            int[] in = new int[1];
            comm.recv(in, 1, MPI.INT, 0, 2);
            assertEquals(5, in[0]);
        }
        halves.inter.iBarrier().waitFor();
        halves.free();
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast", "MPI.ROOT", "MPI.PROC_NULL"},
            says = "A broadcast sends from the root to the other group only.",
            ranks = 2)
    static void bcast(Intracomm comm) {
        Halves halves = new Halves(comm);
        int last = (comm.getSize() + 1) / 2 - 1;
        for (int root : new int[] {0, last}) {
            int[] buf = {isRoot(halves, root) ? 70 + root : -1};
            halves.inter.bcast(buf, 1, MPI.INT, root(halves, root));
            int expected = halves.odd || isRoot(halves, root) ? 70 + root : -1;
            assertEquals(expected, buf[0]);
        }
        halves.free();
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gather", "MPI.ROOT"},
            says = "Gather collects the data of the other group on the root, by remote rank.",
            ranks = 2)
    static void gather(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        int[] in = new int[odds + 1];
        int[] out = {comm.getRank()};
        halves.inter.gather(out, 1, MPI.INT, in, 1, MPI.INT, root(halves, 0));
        for (int i = 0; i < odds; i++) {
            assertEquals(isRoot(halves, 0) ? 2 * i + 1 : 0, in[i]);
        }
        halves.free();
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gatherv", "MPI.ROOT"},
            says = "Gatherv's counts and displacements are by remote rank.",
            ranks = 2)
    static void gatherv(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        int[] counts = new int[odds];
        int[] at = new int[odds];
        int total = 0;
        for (int i = 0; i < odds; i++) {
            counts[i] = i % 2 + 1;
            at[i] = total;
            total += counts[i];
        }
        int[] in = new int[total];
        int mine = comm.getRank() / 2 % 2 + 1;
        int[] out = {comm.getRank(), -comm.getRank()};
        halves.inter.gatherv(out, mine, MPI.INT, in, counts, at, MPI.INT, root(halves, 0));
        for (int i = 0; i < odds && isRoot(halves, 0); i++) {
            assertEquals(2 * i + 1, in[at[i]]);
            assertTrue(counts[i] == 1 || in[at[i] + 1] == -2 * i - 1);
        }
        halves.free();
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatter", "MPI.ROOT"},
            says = "Scatter distributes the root's data to the other group.",
            ranks = 2)
    static void scatter(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        int[] in = {-1};
        halves.inter.scatter(ramp(odds, 30), 1, MPI.INT, in, 1, MPI.INT, root(halves, 0));
        assertEquals(halves.odd ? 30 + comm.getRank() / 2 : -1, in[0]);
        halves.free();
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatterv", "MPI.ROOT"},
            says = "Scatterv's counts and displacements are by remote rank.",
            ranks = 2)
    static void scatterv(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        int[] ones = new int[odds];
        Arrays.fill(ones, 1);
        int[] at = new int[odds];
        for (int i = 0; i < odds; i++) {
            at[i] = odds - 1 - i;
        }
        int[] in = {-1};
        halves.inter.scatterv(ramp(odds, 0), ones, at, MPI.INT, in, 1, MPI.INT, root(halves, 0));
        assertEquals(halves.odd ? odds - 1 - comm.getRank() / 2 : -1, in[0]);
        halves.free();
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGather"},
            says = "Allgather collects the data of each group in the other one.",
            ranks = 2)
    static void allGather(Intracomm comm) {
        Halves halves = new Halves(comm);
        int remote = halves.inter.getRemoteSize();
        int[] in = new int[remote];
        halves.inter.allGather(new int[] {comm.getRank()}, 1, MPI.INT, in, 1, MPI.INT);
        for (int i = 0; i < remote; i++) {
            assertEquals(2 * i + (halves.odd ? 0 : 1), in[i]);
        }
        halves.free();
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGatherv"},
            says = "The groups of an allgatherv may send different numbers of entries.",
            ranks = 2)
    static void allGatherv(Intracomm comm) {
        Halves halves = new Halves(comm);
        int remote = halves.inter.getRemoteSize();
        int each = halves.odd ? 2 : 1;
        int[] counts = new int[remote];
        int[] at = new int[remote];
        for (int i = 0; i < remote; i++) {
            counts[i] = each;
            at[i] = i * each;
        }
        int[] in = new int[remote * each];
        int[] out = {comm.getRank(), 100 + comm.getRank()};
        halves.inter.allGatherv(out, 3 - each, MPI.INT, in, counts, at, MPI.INT);
        for (int i = 0; i < remote; i++) {
            int sender = 2 * i + (halves.odd ? 0 : 1);
            assertEquals(sender, in[each * i]);
            assertTrue(each == 1 || in[2 * i + 1] == 100 + sender);
        }
        halves.free();
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAll"},
            says = "Alltoall exchanges a block between each two ranks of the two groups.",
            ranks = 2)
    static void allToAll(Intracomm comm) {
        Halves halves = new Halves(comm);
        int remote = halves.inter.getRemoteSize();
        int[] in = new int[remote];
        int[] out = ramp(remote, 100 * comm.getRank());
        halves.inter.allToAll(out, 1, MPI.INT, in, 1, MPI.INT);
        for (int i = 0; i < remote; i++) {
            int sender = 2 * i + (halves.odd ? 0 : 1);
            assertEquals(100 * sender + comm.getRank() / 2, in[i]);
        }
        halves.free();
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAllv", "Comm.allToAllw"},
            says = "Counts and displacements of alltoallv and alltoallw are by remote rank.",
            ranks = 2)
    static void allToAllv(Intracomm comm) {
        Halves halves = new Halves(comm);
        int remote = halves.inter.getRemoteSize();
        int[] ones = new int[remote];
        Arrays.fill(ones, 1);
        int[] at = new int[remote];
        int[] bytes = new int[remote];
        Datatype[] types = new Datatype[remote];
        Arrays.fill(types, MPI.INT);
        for (int i = 0; i < remote; i++) {
            at[i] = remote - 1 - i;
            bytes[i] = 4 * at[i];
        }
        int[] out = ramp(remote, 100 * comm.getRank());
        int[] in = new int[remote];
        int[] again = new int[remote];
        halves.inter.allToAllv(out, ones, ramp(remote, 0), MPI.INT, in, ones, at, MPI.INT);
        for (int i = 0; i < remote; i++) {
            int sender = 2 * i + (halves.odd ? 0 : 1);
            assertEquals(100 * sender + comm.getRank() / 2, in[at[i]]);
        }
        int[] straight = new int[remote];
        for (int i = 0; i < remote; i++) {
            straight[i] = 4 * i;
        }
        halves.inter.allToAllw(out, ones, straight, types, again, ones, bytes, types);
        assertArrayEquals(in, again);
        halves.free();
    }

    @Case(
            section = "6.2.3",
            calls = {"Comm.allGather", "Comm.allToAll", "Comm.iAllToAllv"},
            says = "The two directions of a collective between groups may differ in type.",
            ranks = 2)
    static void unlikeDirections(Intracomm comm) {
        Halves halves = new Halves(comm);
        int remote = halves.inter.getRemoteSize();
        int[] ones = new int[remote];
        Arrays.fill(ones, 1);
        int[] at = ramp(remote, 0);
        int[] ints = ramp(remote, 100 * comm.getRank());
        double[] doubles = new double[remote];
        Arrays.setAll(doubles, i -> comm.getRank() + 0.25 * i);
        int place = comm.getRank() / 2;
        if (halves.odd) {
            double[] in = new double[remote];
            halves.inter.allGather(ints, 1, MPI.INT, in, 1, MPI.DOUBLE);
            assertEquals(2.0 * (remote - 1), in[remote - 1]);
            halves.inter.allToAll(ints, 1, MPI.INT, in, 1, MPI.DOUBLE);
            assertEquals(2.0 * (remote - 1) + 0.25 * place, in[remote - 1]);
            halves.inter.iAllToAllv(ints, ones, at, MPI.INT, in, ones, at, MPI.DOUBLE).waitFor();
            assertEquals(0.25 * place, in[0]);
        } else {
            int[] in = new int[remote];
            halves.inter.allGather(doubles, 1, MPI.DOUBLE, in, 1, MPI.INT);
            assertEquals(100 * (2 * remote - 1), in[remote - 1]);
            halves.inter.allToAll(doubles, 1, MPI.DOUBLE, in, 1, MPI.INT);
            assertEquals(100 * (2 * remote - 1) + place, in[remote - 1]);
            halves.inter.iAllToAllv(doubles, ones, at, MPI.DOUBLE, in, ones, at, MPI.INT).waitFor();
            assertEquals(100 + place, in[0]);
        }
        halves.free();
    }

    @Case(
            section = "6.9.1",
            calls = {"Comm.reduce", "MPI.ROOT"},
            says = "Reduce combines the data of the other group at the root.",
            ranks = 2)
    static void reduce(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        int[] in = {-1};
        int[] out = {comm.getRank()};
        halves.inter.reduce(out, in, 1, MPI.INT, MPI.SUM, root(halves, 0));
        assertEquals(isRoot(halves, 0) ? odds * odds : -1, in[0]);
        halves.free();
    }

    @Case(
            section = "6.9.6",
            calls = {"Comm.allReduce", "Comm.iAllReduce"},
            says = "The result of allreduce in each group combines the data of the other one.",
            ranks = 2)
    static void allReduce(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        int evens = comm.getSize() - odds;
        int expected = halves.odd ? evens * (evens - 1) : odds * odds;
        int[] in = new int[1];
        halves.inter.allReduce(new int[] {comm.getRank()}, in, 1, MPI.INT, MPI.SUM);
        assertEquals(expected, in[0]);
        IntBuffer from = MPI.newIntBuffer(1);
        IntBuffer to = MPI.newIntBuffer(1);
        from.put(0, comm.getRank());
        halves.inter.iAllReduce(from, to, 1, MPI.INT, MPI.SUM).waitFor();
        assertEquals(expected, to.get(0));
        halves.free();
    }

    @Case(
            section = "6.10",
            calls = {"Comm.reduceScatterBlock", "Comm.reduceScatter"},
            says =
                    "Reduce_scatter combines the vectors of the other group and scatters the"
                            + " result.",
            ranks = 2)
    static void reduceScatter(Intracomm comm) {
        int n = comm.getSize() / 2 * 2;
        Intracomm even = comm.split(comm.getRank() < n ? 0 : MPI.UNDEFINED, 0);
        if (comm.getRank() >= n) {
            return;
        }
        Halves halves = new Halves(even);
        int half = n / 2;
        int[] out = ramp(half, even.getRank());
        int others = halves.odd ? half * (half - 1) : half * half;
        int expected = others + half * (even.getRank() / 2);
        int[] in = new int[1];
        halves.inter.reduceScatterBlock(out, in, 1, MPI.INT, MPI.SUM);
        assertEquals(expected, in[0]);
        int[] ones = new int[half];
        Arrays.fill(ones, 1);
        in[0] = 0;
        halves.inter.reduceScatter(out, in, ones, MPI.INT, MPI.SUM);
        assertEquals(expected, in[0]);
        halves.free();
        even.free();
    }

    @Case(
            section = "6.14",
            calls = {"Comm.bcast", "MPI.ERR_ROOT"},
            says = "A root outside the remote group is ERR_ROOT.",
            ranks = 2)
    static void wrongRoot(Intracomm comm) {
        Halves halves = new Halves(comm);
        int outside = halves.inter.getRemoteSize();
        fails(MPI.ERR_ROOT, () -> halves.inter.bcast(new int[1], 1, MPI.INT, outside));
        comm.barrier();
        halves.free();
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast", "MPI.ROOT"},
            says = "ROOT is an error in an intracommunicator (ERR_ROOT).")
    static void rootWithinAGroup(Intracomm comm) {
        fails(MPI.ERR_ROOT, () -> comm.bcast(new int[1], 1, MPI.INT, MPI.ROOT));
        fails(MPI.ERR_ROOT, () -> comm.bcast(new int[1], 1, MPI.INT, MPI.PROC_NULL));
    }

    @Case(
            section = "6.12.2",
            calls = {"Comm.iBcast", "Comm.iGather", "MPI.ROOT"},
            says = "Non-blocking collectives are also defined between groups.",
            ranks = 2)
    static void nonBlocking(Intracomm comm) {
        Halves halves = new Halves(comm);
        int odds = comm.getSize() / 2;
        IntBuffer buf = MPI.newIntBuffer(1);
        IntBuffer out = MPI.newIntBuffer(1);
        IntBuffer in = MPI.newIntBuffer(odds);
        buf.put(0, isRoot(halves, 0) ? 8 : 0);
        out.put(0, comm.getRank());
        int root = root(halves, 0);
        Request first = halves.inter.iBcast(buf, 1, MPI.INT, root);
        Request second = halves.inter.iGather(out, 1, MPI.INT, in, 1, MPI.INT, root);
        Request.waitAll(new Request[] {first, second});
        assertEquals(halves.odd || isRoot(halves, 0) ? 8 : 0, buf.get(0));
        assertEquals(isRoot(halves, 0) ? 2 * odds - 1 : 0, in.get(odds - 1));
        halves.free();
    }

    @Case(
            section = "6.13",
            calls = {"Comm.bcastInit", "Comm.allToAllInit", "MPI.ROOT"},
            says = "Persistent collectives are also defined between groups.",
            ranks = 2)
    static void persistent(Intracomm comm) {
        Halves halves = new Halves(comm);
        int remote = halves.inter.getRemoteSize();
        int[] buf = new int[1];
        int[] out = new int[remote];
        int[] in = new int[remote];
        Prequest first = halves.inter.bcastInit(buf, 1, MPI.INT, root(halves, 0));
        Prequest second = halves.inter.allToAllInit(out, 1, MPI.INT, in, 1, MPI.INT);
        for (int round = 0; round < 4; round++) {
            buf[0] = isRoot(halves, 0) ? round : -1;
            Arrays.fill(out, comm.getRank() + round);
            first.start();
            second.start();
            second.waitFor();
            first.waitFor();
            assertEquals(halves.odd || isRoot(halves, 0) ? round : -1, buf[0]);
            assertEquals(2 * (remote - 1) + (halves.odd ? 0 : 1) + round, in[remote - 1]);
        }
        first.free();
        second.free();
        halves.free();
    }
}
