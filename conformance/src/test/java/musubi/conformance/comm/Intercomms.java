package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;

import java.nio.IntBuffer;

/** Section 7.6: intercommunicators between even and odd ranks. */
public final class Intercomms {
    private Intercomms() {}

    /** The intercommunicator of a rank, and its local communicator. */
    static final class Halves {
        final Intracomm half;
        final Intercomm inter;
        final boolean odd;

        Halves(Intracomm comm) {
            odd = comm.getRank() % 2 == 1;
            half = comm.split(odd ? 1 : 0, 0);
            inter = comm.createIntercomm(half, 0, odd ? 0 : 1, 12);
            inter.setErrhandler(MPI.ERRORS_RETURN);
        }

        void free() {
            inter.free();
            half.free();
        }
    }

    @Case(
            section = "7.6.2",
            calls = {"Comm.createIntercomm", "Comm.getSize", "Intercomm.getRemoteSize"},
            says = "An intercommunicator has the sizes of its local and remote group.",
            ranks = 2)
    static void sizes(Intracomm comm) {
        Halves halves = new Halves(comm);
        int n = comm.getSize();
        assertEquals(halves.odd ? n / 2 : (n + 1) / 2, halves.inter.getSize());
        assertEquals(halves.odd ? (n + 1) / 2 : n / 2, halves.inter.getRemoteSize());
        assertEquals(comm.getRank() / 2, halves.inter.getRank());
        assertEquals(halves.inter.getRemoteSize(), halves.inter.Remote_size());
        assertTrue(halves.inter.isInter());
        assertTrue(halves.inter.Test_inter());
        assertFalse(halves.half.isInter());
        halves.free();
    }

    @Case(
            section = "7.6.1",
            calls = {"Intercomm.getRemoteGroup", "Comm.getGroup"},
            says = "The remote group has the other ranks, in their order.",
            ranks = 2)
    static void groups(Intracomm comm) {
        Halves halves = new Halves(comm);
        Group remote = halves.inter.getRemoteGroup();
        int[] ranks = ramp(remote.getSize(), 0);
        int[] places = Group.translateRanks(remote, ranks, comm.getGroup());
        for (int i = 0; i < places.length; i++) {
            assertEquals(2 * i + (halves.odd ? 0 : 1), places[i]);
        }
        assertEquals(MPI.IDENT, Group.compare(halves.inter.getGroup(), halves.half.getGroup()));
        assertEquals(MPI.IDENT, Group.compare(remote, halves.inter.Remote_group()));
        halves.free();
    }

    @Case(
            section = "7.6",
            calls = {"Comm.send", "Comm.recv", "Status.getSource"},
            says = "Ranks in communication between groups are those of the remote group.",
            ranks = 2)
    static void messages(Intracomm comm) {
        Halves halves = new Halves(comm);
        Intercomm inter = halves.inter;
        int remote = inter.getRemoteSize();
        IntBuffer out = MPI.newIntBuffer(1);
        out.put(0, comm.getRank());
        Request[] sends = new Request[remote];
        for (int i = 0; i < remote; i++) {
            sends[i] = inter.iSend(out, 1, MPI.INT, i, 3);
        }
        boolean[] seen = new boolean[remote];
        for (int i = 0; i < remote; i++) {
            int[] in = new int[1];
            Status status = inter.recv(in, 1, MPI.INT, MPI.ANY_SOURCE, 3);
            assertEquals(2 * status.getSource() + (halves.odd ? 0 : 1), in[0]);
            assertFalse(seen[status.getSource()]);
            seen[status.getSource()] = true;
        }
        Request.waitAll(sends);
        halves.free();
    }

    @Case(
            section = "7.6",
            calls = {"Comm.send", "MPI.ERR_RANK", "MPI.PROC_NULL"},
            says = "A rank outside the remote group is ERR_RANK; PROC_NULL is permitted.",
            ranks = 2)
    static void wrongRank(Intracomm comm) {
        Halves halves = new Halves(comm);
        int outside = halves.inter.getRemoteSize();
        fails(MPI.ERR_RANK, () -> halves.inter.send(new int[1], 1, MPI.INT, outside, 0));
        halves.inter.send(new int[1], 1, MPI.INT, MPI.PROC_NULL, 0);
        comm.barrier();
        halves.free();
    }

    @Case(
            section = "7.6.2",
            calls = {"Intercomm.merge"},
            says = "Merge puts the group first whose high is false.",
            ranks = 2)
    static void merge(Intracomm comm) {
        Halves halves = new Halves(comm);
        Intracomm all = halves.inter.merge(!halves.odd);
        int odds = comm.getSize() / 2;
        assertEquals(comm.getSize(), all.getSize());
        int place = comm.getRank() / 2 + (halves.odd ? 0 : odds);
        assertEquals(place, all.getRank());
        assertFalse(all.isInter());
        int[] sum = {1};
        all.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(comm.getSize(), sum[0]);
        all.free();
        halves.free();
    }

    @Case(
            section = "7.6.2",
            calls = {"Intercomm.merge"},
            says =
                    "If both groups pass the same value, the order of merge is arbitrary, but the"
                            + " same on all ranks.",
            ranks = 2)
    static void mergeSame(Intracomm comm) {
        Halves halves = new Halves(comm);
        Intracomm all = halves.inter.Merge(true);
        int[] places = new int[comm.getSize()];
        comm.allGather(new int[] {all.getRank()}, 1, MPI.INT, places, 1, MPI.INT);
        boolean evenFirst = places[0] == 0;
        for (int i = 0; i < places.length; i++) {
            boolean first = (i % 2 == 0) == evenFirst;
            int before = first ? 0 : evenFirst ? (places.length + 1) / 2 : places.length / 2;
            assertEquals(before + i / 2, places[i]);
        }
        all.free();
        halves.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intercomm.dup", "Comm.compare", "MPI.CONGRUENT"},
            says = "A duplicate of an intercommunicator is congruent and has a separate context.",
            ranks = 2)
    static void dup(Intracomm comm) {
        Halves halves = new Halves(comm);
        Intercomm copy = halves.inter.dup();
        assertTrue(copy.isInter());
        assertEquals(MPI.CONGRUENT, Comm.compare(halves.inter, copy));
        assertEquals(MPI.IDENT, Comm.compare(copy, copy));
        assertEquals(halves.inter.getRemoteSize(), copy.getRemoteSize());
        assertEquals(MPI.UNEQUAL, Comm.compare(halves.inter, halves.half));
        copy.free();
        halves.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intercomm.split"},
            says = "Split of an intercommunicator pairs the parts of one colour.",
            ranks = 4)
    static void split(Intracomm comm) {
        Halves halves = new Halves(comm);
        int me = comm.getRank();
        int colour = me < 4 ? me / 2 : MPI.UNDEFINED;
        Intercomm pair = halves.inter.split(colour, 0);
        if (colour == MPI.UNDEFINED) {
            assertTrue(pair == null || pair.isNull());
        } else {
            assertEquals(1, pair.getSize());
            assertEquals(1, pair.getRemoteSize());
            int[] in = new int[1];
            pair.sendRecv(new int[] {me}, 1, MPI.INT, 0, 0, in, 1, MPI.INT, 0, 0);
            assertEquals(me ^ 1, in[0]);
            pair.free();
        }
        halves.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intercomm.create"},
            says = "Create of an intercommunicator selects a part of each group.",
            ranks = 4)
    static void create(Intracomm comm) {
        Halves halves = new Halves(comm);
        Group first = halves.inter.getGroup().incl(new int[] {1});
        Intercomm part = halves.inter.create(first);
        if (halves.inter.getRank() == 1) {
            assertEquals(1, part.getRemoteSize());
            int[] in = new int[1];
            part.sendRecv(new int[] {9}, 1, MPI.INT, 0, 0, in, 1, MPI.INT, 0, 0);
            assertEquals(9, in[0]);
            part.free();
        } else {
            assertTrue(part == null || part.isNull());
        }
        halves.free();
    }

    @Case(
            section = "7.6.2",
            calls = {"Comm.Create_intercomm"},
            says = "Leaders need not be rank 0 of their groups.",
            ranks = 3)
    static void otherLeaders(Intracomm comm) {
        int n = comm.getSize();
        boolean low = comm.getRank() == 0;
        Intracomm half = comm.split(low ? 0 : 1, 0);
        Intercomm inter = comm.Create_intercomm(half, low ? 0 : n - 2, low ? n - 1 : 0, 5);
        assertEquals(low ? n - 1 : 1, inter.getRemoteSize());
        inter.free();
        half.free();
    }

    @Case(
            section = "7.6.2",
            calls = {"Comm.createIntercomm"},
            says = "Overlapping groups cannot form an intercommunicator.")
    static void overlapping(Intracomm comm) {
        assertThrows(MPIException.class, () -> comm.createIntercomm(comm, 0, 0, 3));
    }

    @Case(
            section = "7.6.2",
            calls = {"Comm.free", "Comm.isNull"},
            says = "An intercommunicator is freed like other communicators.",
            ranks = 2)
    static void free(Intracomm comm) {
        Halves halves = new Halves(comm);
        halves.free();
        assertTrue(halves.inter.isNull());
        fails(MPI.ERR_COMM, halves.inter::getRemoteSize);
    }
}
