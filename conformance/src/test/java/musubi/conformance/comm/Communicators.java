package musubi.conformance.comm;

import static musubi.conformance.Expect.fails;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;

/** Section 7.4: predefined communicators, duplicates and splits. */
public final class Communicators {
    private Communicators() {}

    @Case(
            section = "7.4.1",
            calls = {"MPI.COMM_WORLD", "Comm.getSize", "Comm.getRank"},
            says = "COMM_WORLD has all ranks, numbered from 0.")
    static void world(Intracomm comm) {
        Intracomm world = MPI.COMM_WORLD;
        int size = world.getSize();
        int[] seen = new int[size];
        seen[world.getRank()] = 1;
        world.allReduce(seen, size, MPI.INT, MPI.SUM);
        for (int times : seen) {
            assertEquals(1, times);
        }
        assertEquals(size, world.Size());
        assertEquals(world.getRank(), world.Rank());
    }

    @Case(
            section = "7.4.1",
            calls = {"MPI.COMM_SELF"},
            says = "COMM_SELF has only this rank.")
    static void self(Intracomm comm) {
        assertEquals(1, MPI.COMM_SELF.getSize());
        assertEquals(0, MPI.COMM_SELF.getRank());
        int[] buf = {comm.getRank()};
        int[] sum = new int[1];
        MPI.COMM_SELF.allReduce(buf, sum, 1, MPI.INT, MPI.SUM);
        assertEquals(comm.getRank(), sum[0]);
    }

    @Case(
            section = "7.4.1",
            calls = {"Comm.compare", "Comm.dup", "MPI.IDENT", "MPI.CONGRUENT"},
            says = "A communicator is identical to itself and congruent to its duplicate.")
    static void compare(Intracomm comm) {
        Intracomm copy = comm.dup();
        assertEquals(MPI.IDENT, Comm.compare(comm, comm));
        assertEquals(MPI.CONGRUENT, Comm.compare(comm, copy));
        assertEquals(MPI.CONGRUENT, Intracomm.Compare(copy, comm));
        copy.free();
    }

    @Case(
            section = "7.4.1",
            calls = {"Comm.compare", "MPI.SIMILAR", "MPI.UNEQUAL"},
            says =
                    "Communicators with another order are similar, those with other ranks are"
                            + " unequal.",
            ranks = 2)
    static void compareOthers(Intracomm comm) {
        Intracomm turned = comm.split(0, -comm.getRank());
        assertEquals(MPI.SIMILAR, Comm.compare(comm, turned));
        assertEquals(MPI.UNEQUAL, Comm.compare(comm, MPI.COMM_SELF));
        turned.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split"},
            says = "Split groups ranks by colour and orders them by key, then by old rank.")
    static void split(Intracomm comm) {
        int me = comm.getRank();
        int size = comm.getSize();
        Intracomm part = comm.split(me % 3, 0);
        assertEquals((size - me % 3 + 2) / 3, part.getSize());
        assertEquals(me / 3, part.getRank());
        part.free();
        Intracomm turned = comm.Split(0, size - me);
        assertEquals(size - 1 - me, turned.getRank());
        turned.Free();
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.split", "MPI.UNDEFINED"},
            says = "A rank with the colour UNDEFINED gets no communicator.")
    static void splitOff(Intracomm comm) {
        int me = comm.getRank();
        Intracomm part = comm.split(me == 0 ? 1 : MPI.UNDEFINED, 0);
        if (me == 0) {
            assertEquals(1, part.getSize());
            part.free();
        } else {
            assertTrue(part == null || part.isNull());
        }
    }

    @Case(
            section = "7.4.2",
            calls = {"Intracomm.create"},
            says = "Create returns a communicator on the members of the group only.",
            ranks = 2)
    static void create(Intracomm comm) {
        Intracomm part = comm.create(comm.getGroup().incl(new int[] {1}));
        if (comm.getRank() == 1) {
            assertEquals(1, part.getSize());
            part.free();
        } else {
            assertTrue(part == null || part.isNull());
        }
    }

    @Case(
            section = "7.4.2",
            calls = {"Comm.clone", "Comm.dup"},
            says = "Clone duplicates a communicator, like dup.")
    static void cloned(Intracomm comm) {
        Intracomm copy = comm.clone();
        assertEquals(comm.getSize(), copy.getSize());
        assertEquals(MPI.CONGRUENT, Comm.compare(comm, copy));
        copy.free();
    }

    @Case(
            section = "7.4.3",
            calls = {"Comm.free", "Comm.isNull"},
            says = "A freed communicator is null.")
    static void free(Intracomm comm) {
        Intracomm copy = comm.dup();
        assertFalse(copy.isNull());
        copy.free();
        assertTrue(copy.isNull());
        assertTrue(copy.Is_null());
    }

    @Case(
            section = "7.4.3",
            calls = {"Comm.free"},
            says = "COMM_WORLD and COMM_SELF cannot be freed (ERR_COMM).")
    static void freePredefined(Intracomm comm) {
        fails(MPI.ERR_COMM, MPI.COMM_WORLD::free);
        fails(MPI.ERR_COMM, MPI.COMM_SELF::Free);
    }

    @Case(
            section = "2.5.1",
            calls = {"MPI.COMM_NULL"},
            says = "COMM_NULL is no communicator (ERR_COMM).")
    static void nullCommunicator(Intracomm comm) {
        assertTrue(MPI.COMM_NULL.isNull());
        fails(MPI.ERR_COMM, MPI.COMM_NULL::getSize);
        fails(MPI.ERR_COMM, () -> MPI.COMM_NULL.send(new int[1], 1, MPI.INT, 0, 0));
    }

    @Case(
            section = "7.6",
            calls = {"Comm.isInter", "Comm.getTopology"},
            says = "COMM_WORLD is no intercommunicator and has no topology.")
    static void plain(Intracomm comm) {
        assertFalse(MPI.COMM_WORLD.isInter());
        assertFalse(comm.Test_inter());
        assertEquals(MPI.UNDEFINED, comm.getTopology());
        assertEquals(MPI.UNDEFINED, comm.Topo_test());
    }

    @Case(
            section = "7.7.2",
            calls = {"Comm.getAttr", "MPI.TAG_UB", "MPI.WTIME_IS_GLOBAL", "MPI.APPNUM"},
            says = "COMM_WORLD has the predefined attributes.")
    static void predefinedAttributes(Intracomm comm) {
        Intracomm world = MPI.COMM_WORLD;
        assertTrue((Integer) world.getAttr(MPI.TAG_UB) >= 32_767);
        assertTrue(world.getAttr(MPI.WTIME_IS_GLOBAL) instanceof Boolean);
        Object universe = world.getAttr(MPI.UNIVERSE_SIZE);
        assertTrue((Integer) universe >= world.getSize());
        assertEquals(0, world.getAttr(MPI.APPNUM));
        assertEquals(MPI.PROC_NULL, world.getAttr(MPI.HOST));
        assertEquals(MPI.ANY_SOURCE, world.getAttr(MPI.IO));
        assertTrue((Integer) world.getAttr(MPI.LASTUSEDCODE) >= MPI.ERR_LASTCODE);
        assertEquals(world.getAttr(MPI.TAG_UB), world.Attr_get(MPI.TAG_UB));
    }

    @Case(
            section = "7.4.2",
            calls = {"Comm.iDup", "Comm.getRequest"},
            says = "A duplicate by idup can be used when its request is complete.")
    static void iDup(Intracomm comm) {
        Intracomm copy = comm.iDup();
        copy.getRequest().waitFor();
        int[] sum = {1};
        copy.allReduce(sum, 1, MPI.INT, MPI.SUM);
        assertEquals(comm.getSize(), sum[0]);
        copy.free();
        assertNull(comm.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    }
}
