package musubi.conformance.types;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.items;
import static musubi.conformance.Ring.ramp;
import static musubi.conformance.Ring.shift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

import musubi.conformance.Case;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Sections 5.2 and 5.3: pack and unpack. */
public final class Packed {
    private Packed() {}

    @Case(
            section = "5.2",
            calls = {"Comm.pack", "Comm.unpack"},
            says = "Data packed at a position are unpacked from it; both advance the position.")
    static void roundTrip(Intracomm comm) {
        byte[] packed = new byte[200];
        int at = comm.pack(new int[] {1, 2, 3}, 3, MPI.INT, packed, 0);
        assertTrue(at >= 12);
        int end = comm.pack(new double[] {0.5}, 1, MPI.DOUBLE, packed, at);
        assertTrue(end >= at + 8);
        int[] ints = new int[3];
        double[] number = new double[1];
        assertEquals(at, comm.unpack(packed, 0, ints, 3, MPI.INT));
        assertEquals(end, comm.unpack(packed, at, number, 1, MPI.DOUBLE));
        assertArrayEquals(new int[] {1, 2, 3}, ints);
        assertEquals(0.5, number[0]);
    }

    @Case(
            section = "5.2",
            calls = {"Comm.Pack", "Comm.Unpack", "Comm.Pack_size", "MPI.OBJECT"},
            says = "Objects are packed among other items, as in mpiJava.")
    static void objects(Intracomm comm) {
        int size = comm.Pack_size(2, MPI.OBJECT) + comm.Pack_size(2, MPI.INT);
        byte[] packed = new byte[size];
        int at = comm.Pack(new int[] {7}, 0, 1, MPI.INT, packed, 0);
        Object[] sent = {null, "text", new int[] {3, 4}};
        at = comm.Pack(sent, 1, 2, MPI.OBJECT, packed, at);
        at = comm.Pack(new int[] {8}, 0, 1, MPI.INT, packed, at);
        byte[] got = new byte[size];
        int right = (comm.getRank() + 1) % comm.getSize();
        Status status =
                comm.Sendrecv(
                        packed,
                        0,
                        at,
                        MPI.PACKED,
                        right,
                        1,
                        got,
                        0,
                        size,
                        MPI.PACKED,
                        MPI.ANY_SOURCE,
                        1);
        assertEquals(at, status.Get_count(MPI.PACKED));
        int[] numbers = new int[2];
        Object[] objects = new Object[3];
        at = comm.Unpack(got, 0, numbers, 0, 1, MPI.INT);
        at = comm.Unpack(got, at, objects, 1, 2, MPI.OBJECT);
        comm.Unpack(got, at, numbers, 1, 1, MPI.INT);
        assertArrayEquals(new int[] {7, 8}, numbers);
        assertEquals("text", objects[1]);
        assertArrayEquals(new int[] {3, 4}, (int[]) objects[2]);
        fails(MPI.ERR_BUFFER, () -> comm.Pack(sent, 1, 2, MPI.OBJECT, new byte[9], 0));
        fails(MPI.ERR_ARG, () -> comm.Unpack(new byte[99], 0, objects, 0, 1, MPI.OBJECT));
    }

    @Case(
            section = "5.2",
            calls = {"Comm.packSize"},
            says = "Packing needs at most the room that pack_size returns.")
    static void packSize(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(3, 1, 2, MPI.DOUBLE));
        int size = comm.packSize(2, type);
        assertTrue(size >= 48);
        byte[] packed = new byte[size];
        assertTrue(comm.pack(new double[10], 2, type, packed, 0) <= size);
        assertTrue(comm.packSize(0, MPI.INT) >= 0);
        type.free();
    }

    @Case(
            section = "5.2",
            calls = {"Comm.pack", "Comm.send", "MPI.PACKED"},
            says = "A packed message can be received with the types of its contents, or as PACKED.")
    static void sendPacked(Intracomm comm) {
        byte[] packed = new byte[100];
        int length = comm.pack(new int[] {comm.getRank(), 7}, 2, MPI.INT, packed, 0);
        int[] in = new int[2];
        shift(comm, items(packed, length, MPI.PACKED), items(in, 2, MPI.INT));
        assertArrayEquals(new int[] {before(comm), 7}, in);
        byte[] got = new byte[100];
        Status status = shift(comm, items(packed, length, MPI.PACKED), items(got, 100, MPI.PACKED));
        assertEquals(length, status.getCount(MPI.PACKED));
        comm.unpack(got, 0, in, 2, MPI.INT);
        assertArrayEquals(new int[] {before(comm), 7}, in);
    }

    @Case(
            section = "5.2",
            calls = {"Comm.recv", "Comm.unpack", "MPI.PACKED"},
            says = "A message of any type can be received as PACKED and unpacked in steps.")
    static void receivePacked(Intracomm comm) {
        byte[] got = new byte[100];
        shift(comm, items(ramp(3, 5), 3, MPI.INT), items(got, 100, MPI.PACKED));
        int[] first = new int[1];
        int[] rest = new int[2];
        int at = comm.unpack(got, 0, first, 1, MPI.INT);
        comm.unpack(got, at, rest, 2, MPI.INT);
        assertEquals(5, first[0]);
        assertArrayEquals(new int[] {6, 7}, rest);
    }

    @Case(
            section = "5.2",
            calls = {"Comm.pack", "Comm.unpack", "Datatype.createIndexed"},
            says = "Derived types are packed without gaps and unpacked into any type map.")
    static void derived(Intracomm comm) {
        Datatype out =
                committed(Datatype.createIndexed(new int[] {2, 1}, new int[] {3, 0}, MPI.INT));
        Datatype in = committed(Datatype.createVector(3, 1, 2, MPI.INT));
        byte[] packed = new byte[comm.packSize(1, out)];
        comm.pack(ramp(5, 0), 1, out, packed, 0);
        int[] to = new int[5];
        Arrays.fill(to, -1);
        comm.unpack(packed, 0, to, 1, in);
        assertArrayEquals(new int[] {3, -1, 4, -1, 0}, to);
        out.free();
        in.free();
    }

    @Case(
            section = "5.2",
            calls = {"Comm.Pack", "Comm.Unpack", "Comm.Pack_size"},
            says = "Capitalised packing has an offset into the unpacked buffer.")
    static void capitalised(Intracomm comm) {
        byte[] packed = new byte[comm.Pack_size(2, MPI.INT) + 5];
        int end = comm.Pack(ramp(5, 0), 3, 2, MPI.INT, packed, 5);
        int[] in = new int[3];
        assertEquals(end, comm.Unpack(packed, 5, in, 1, 2, MPI.INT));
        assertArrayEquals(new int[] {0, 3, 4}, in);
    }

    @Case(
            section = "5.2",
            calls = {"Comm.pack"},
            says = "Packing into too short a buffer fails, and the program can continue.")
    static void tooSmall(Intracomm comm) {
        assertThrows(MPIException.class, () -> comm.pack(new int[3], 3, MPI.INT, new byte[8], 0));
        assertThrows(MPIException.class, () -> comm.unpack(new byte[8], 0, new int[3], 3, MPI.INT));
        assertThrows(MPIException.class, () -> comm.pack(new int[3], 1, MPI.INT, new byte[8], -1));
    }

    @Case(
            section = "5.2",
            calls = {"Comm.pack", "Comm.bcast", "MPI.PACKED"},
            says = "Collectives transfer PACKED like bytes.")
    static void bcastPacked(Intracomm comm) {
        byte[] packed = new byte[40];
        if (comm.getRank() == 0) {
            int at = comm.pack(new long[] {1L << 40}, 1, MPI.LONG, packed, 0);
            comm.pack(new char[] {'x'}, 1, MPI.CHAR, packed, at);
        }
        comm.bcast(packed, 40, MPI.PACKED, 0);
        long[] number = new long[1];
        char[] letter = new char[1];
        comm.unpack(packed, comm.unpack(packed, 0, number, 1, MPI.LONG), letter, 1, MPI.CHAR);
        assertEquals(1L << 40, number[0]);
        assertEquals('x', letter[0]);
    }

    @Case(
            section = "5.3",
            calls = {"Comm.packExternal", "Comm.unpackExternal", "Comm.packExternalSize"},
            says = "external32 has the most significant byte first.")
    static void external(Intracomm comm) {
        assertEquals(8, Comm.packExternalSize("external32", 2, MPI.INT));
        byte[] packed = new byte[8];
        int[] out = {1, 0x01020304};
        assertEquals(8, Comm.packExternal("external32", out, 2, MPI.INT, packed, 0));
        assertArrayEquals(new byte[] {0, 0, 0, 1, 1, 2, 3, 4}, packed);
        int[] in = new int[2];
        assertEquals(8, Comm.unpackExternal("external32", packed, 0, in, 2, MPI.INT));
        assertArrayEquals(out, in);
    }

    @Case(
            section = "5.3",
            calls = {"Comm.packExternal", "Datatype.createVector"},
            says = "external32 of derived types has the data only, in the order of the map.")
    static void externalDerived(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.SHORT));
        byte[] packed = new byte[4];
        Comm.packExternal("external32", new short[] {1, 2, 3}, 1, type, packed, 0);
        assertArrayEquals(new byte[] {0, 1, 0, 3}, packed);
        short[] in = {9, 9, 9};
        Comm.unpackExternal("external32", packed, 0, in, 1, type);
        assertArrayEquals(new short[] {1, 9, 3}, in);
        type.free();
    }

    @Case(
            section = "5.3",
            calls = {"Comm.packExternal"},
            says = "external32 has doubles as IEEE numbers of 8 bytes.")
    static void externalDouble(Intracomm comm) {
        byte[] packed = new byte[9];
        Comm.packExternal("external32", new double[] {-2.5}, 1, MPI.DOUBLE, packed, 1);
        assertEquals(-2.5, ByteBuffer.wrap(packed).getDouble(1));
    }

    @Case(
            section = "5.3",
            calls = {"Comm.packExternal"},
            says = "An unknown data representation fails.")
    static void unknownRepresentation(Intracomm comm) {
        assertThrows(
                MPIException.class,
                () -> Comm.packExternal("klingon", new int[1], 1, MPI.INT, new byte[4], 0));
    }
}
