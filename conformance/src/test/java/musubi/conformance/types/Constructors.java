package musubi.conformance.types;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.items;
import static musubi.conformance.Ring.ramp;
import static musubi.conformance.Ring.shift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Section 5.1.2: the constructors of Open MPI, in messages. */
public final class Constructors {
    private Constructors() {}

    /** Sends one item to the next rank; returns the integers received. */
    private static int[] flat(Intracomm comm, Datatype type, int length, int elements) {
        int[] out = ramp(length, 1000 * comm.getRank());
        int[] in = new int[elements];
        shift(comm, items(out, 1, type), items(in, elements, MPI.INT));
        for (int i = 0; i < elements; i++) {
            in[i] -= 1000 * before(comm);
        }
        return in;
    }

    /** Receives integers as one item; returns the array, with -1 where nothing was written. */
    private static int[] spread(Intracomm comm, Datatype type, int length, int elements) {
        int[] in = new int[length];
        Arrays.fill(in, -1);
        shift(comm, items(ramp(elements, 1), elements, MPI.INT), items(in, 1, type));
        return in;
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createContiguous"},
            says = "An item of a contiguous type is a sequence of items without gaps.")
    static void contiguous(Intracomm comm) {
        Datatype type = committed(Datatype.createContiguous(3, MPI.INT));
        int[] in = new int[6];
        shift(comm, items(ramp(6, comm.getRank()), 2, type), items(in, 6, MPI.INT));
        assertArrayEquals(ramp(6, before(comm)), in);
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createVector"},
            says = "A vector sends its blocks one after the other, without the gaps.")
    static void vector(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(3, 2, 4, MPI.INT));
        assertArrayEquals(new int[] {0, 1, 4, 5, 8, 9}, flat(comm, type, 10, 6));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createVector"},
            says = "A receive with a vector does not change the gaps.")
    static void vectorGaps(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(3, 1, 3, MPI.INT));
        assertArrayEquals(new int[] {1, -1, -1, 2, -1, -1, 3, -1}, spread(comm, type, 8, 3));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createVector"},
            says = "A vector with stride 0 sends the same block repeatedly.")
    static void vectorOfOneBlock(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(3, 2, 0, MPI.INT));
        assertArrayEquals(new int[] {0, 1, 0, 1, 0, 1}, flat(comm, type, 2, 6));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createVector", "Datatype.createContiguous", "Datatype.getSize"},
            says = "Types without items have no data, and their messages are empty.")
    static void none(Intracomm comm) {
        Datatype vector = committed(Datatype.createVector(0, 2, 4, MPI.INT));
        Datatype contiguous = committed(Datatype.createContiguous(0, MPI.INT));
        assertEquals(0, vector.getSize());
        assertEquals(0, contiguous.getSize());
        int[] in = {7};
        Status status = shift(comm, items(new int[9], 2, vector), items(in, 1, MPI.INT));
        assertEquals(0, status.getCount(MPI.INT));
        assertEquals(7, in[0]);
        shift(comm, items(new int[9], 2, contiguous), items(in, 1, contiguous));
        assertEquals(7, in[0]);
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createHVector"},
            says = "The stride of an hvector is in bytes.")
    static void hVector(Intracomm comm) {
        Datatype type = committed(Datatype.createHVector(2, 2, 12, MPI.INT));
        assertArrayEquals(new int[] {0, 1, 3, 4}, flat(comm, type, 5, 4));
        assertArrayEquals(new int[] {1, 2, -1, 3, 4, -1}, spread(comm, type, 6, 4));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createIndexed"},
            says =
                    "The blocks of an indexed type are sent in the given order, not by"
                            + " displacement.")
    static void indexed(Intracomm comm) {
        int[] lengths = {2, 0, 1};
        Datatype type = committed(Datatype.createIndexed(lengths, new int[] {4, 9, 0}, MPI.INT));
        assertArrayEquals(new int[] {4, 5, 0}, flat(comm, type, 6, 3));
        assertArrayEquals(new int[] {3, -1, -1, -1, 1, 2, -1}, spread(comm, type, 7, 3));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createHIndexed"},
            says = "Displacements of an hindexed type are in bytes.")
    static void hIndexed(Intracomm comm) {
        int[] lengths = {1, 2};
        Datatype type = committed(Datatype.createHIndexed(lengths, new int[] {16, 4}, MPI.INT));
        assertArrayEquals(new int[] {4, 1, 2}, flat(comm, type, 5, 3));
        assertArrayEquals(new int[] {-1, 2, 3, -1, 1}, spread(comm, type, 5, 3));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createIndexedBlock"},
            says =
                    "Blocks of an indexed_block type have equal lengths; displacements are in"
                            + " items.")
    static void indexedBlock(Intracomm comm) {
        Datatype type = committed(Datatype.createIndexedBlock(2, new int[] {5, 1}, MPI.INT));
        assertArrayEquals(new int[] {5, 6, 1, 2}, flat(comm, type, 7, 4));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createHIndexedBlock"},
            says = "Displacements of an hindexed_block type are in bytes.")
    static void hIndexedBlock(Intracomm comm) {
        Datatype type = committed(Datatype.createHIndexedBlock(1, new int[] {8, 0}, MPI.INT));
        assertArrayEquals(new int[] {2, 0}, flat(comm, type, 3, 2));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createVector", "Datatype.createIndexed"},
            says = "Strides and displacements count extents of the old type, gaps included.")
    static void nested(Intracomm comm) {
        Datatype pair = Datatype.createVector(2, 1, 2, MPI.INT);
        Datatype type = committed(Datatype.createVector(2, 1, 2, pair));
        assertArrayEquals(new int[] {0, 2, 6, 8}, flat(comm, type, 9, 4));
        Datatype list = committed(Datatype.createIndexed(new int[] {1, 2}, new int[] {3, 0}, pair));
        assertArrayEquals(new int[] {9, 11, 0, 2, 3, 5}, flat(comm, list, 12, 6));
        type.free();
        list.free();
        pair.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createStruct"},
            says = "A struct has blocks of different types at displacements in bytes.")
    static void struct(Intracomm comm) {
        Datatype[] parts = {MPI.INT, MPI.DOUBLE, MPI.SHORT};
        Datatype type =
                committed(Datatype.createStruct(new int[] {1, 2, 1}, new int[] {0, 8, 24}, parts));
        ByteBuffer out = MPI.newByteBuffer(32);
        out.putInt(0, comm.getRank()).putDouble(8, 0.5).putDouble(16, comm.getRank() * 2.0);
        out.putShort(24, (short) 77);
        ByteBuffer in = MPI.newByteBuffer(32);
        in.putInt(4, -1).putShort(26, (short) -1);
        shift(comm, items(out, 1, type), items(in, 1, type));
        assertEquals(before(comm), in.getInt(0));
        assertEquals(-1, in.getInt(4), "the gap");
        assertEquals(0.5, in.getDouble(8));
        assertEquals(before(comm) * 2.0, in.getDouble(16));
        assertEquals(77, in.getShort(24));
        assertEquals(-1, in.getShort(26), "behind the data");
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Datatype.createVector", "Datatype.createIndexed", "Comm.sendRecv"},
            says = "Sender and receiver may have different type maps with equal signatures.")
    static void otherMaps(Intracomm comm) {
        Datatype row = committed(Datatype.createContiguous(4, MPI.INT));
        Datatype column = committed(Datatype.createVector(4, 1, 3, MPI.INT));
        int[] in = new int[12];
        shift(comm, items(ramp(4, comm.getRank()), 1, row), items(in, 1, column));
        for (int i = 0; i < 12; i++) {
            assertEquals(i % 3 == 0 ? before(comm) + i / 3 : 0, in[i]);
        }
        row.free();
        column.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Datatype.createVector", "Comm.send"},
            says = "Several items lie one extent apart: the last block has no gap behind it.")
    static void severalItems(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        int[] in = new int[6];
        shift(comm, items(ramp(9, 0), 3, type), items(in, 6, MPI.INT));
        assertArrayEquals(new int[] {0, 2, 3, 5, 6, 8}, in);
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Comm.iSend", "Comm.iRecv", "Datatype.createVector"},
            says = "Non-blocking messages of large items with gaps arrive complete.")
    static void largeWithGaps(Intracomm comm) {
        int n = 50_000;
        Datatype type = committed(Datatype.createVector(n, 1, 2, MPI.INT));
        IntBuffer out = MPI.newIntBuffer(2 * n);
        IntBuffer in = MPI.newIntBuffer(2 * n);
        for (int i = 0; i < 2 * n; i++) {
            out.put(i, comm.getRank() + i);
            in.put(i, -1);
        }
        Request receive = comm.iRecv(in, 1, type, before(comm), 5);
        Request send = comm.iSend(out, 1, type, behind(comm), 5);
        Request.waitAll(new Request[] {receive, send});
        for (int i = 0; i < 2 * n; i++) {
            assertEquals(i % 2 == 0 ? before(comm) + i : -1, in.get(i));
        }
        type.free();
    }

    @Case(
            section = "5.1.11",
            calls = {"Comm.sendInit", "Comm.recvInit", "Datatype.createVector"},
            says = "Each start of a persistent send sends the current data of a buffer with gaps.")
    static void persistent(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        IntBuffer out = MPI.newIntBuffer(3);
        IntBuffer in = MPI.newIntBuffer(3);
        mpi.Prequest receive = comm.recvInit(in, 1, type, before(comm), 6);
        mpi.Prequest send = comm.sendInit(out, 1, type, behind(comm), 6);
        for (int round = 1; round < 4; round++) {
            out.put(0, round).put(1, 99).put(2, 10 * round);
            receive.start();
            send.start();
            receive.waitFor();
            send.waitFor();
            assertEquals(round, in.get(0));
            assertEquals(0, in.get(1));
            assertEquals(10 * round, in.get(2));
        }
        receive.free();
        send.free();
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createContiguous", "Datatype.createVector"},
            says = "Negative counts and block lengths are errors (ERR_COUNT or ERR_ARG).")
    static void negative(Intracomm comm) {
        for (Runnable call :
                List.<Runnable>of(
                        () -> Datatype.createContiguous(-1, MPI.INT),
                        () -> Datatype.createVector(-1, 1, 1, MPI.INT),
                        () -> Datatype.createVector(1, -1, 1, MPI.INT),
                        () -> Datatype.createIndexed(new int[] {-1}, new int[] {0}, MPI.INT))) {
            MPIException e = assertThrows(MPIException.class, call::run);
            int found = e.getErrorClass();
            assertTrue(found == MPI.ERR_COUNT || found == MPI.ERR_ARG, e.getMessage());
        }
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.createContiguous", "MPI.DATATYPE_NULL"},
            says = "A type cannot be derived from DATATYPE_NULL (ERR_TYPE).")
    static void ofNull(Intracomm comm) {
        fails(MPI.ERR_TYPE, () -> Datatype.createContiguous(1, MPI.DATATYPE_NULL));
        fails(MPI.ERR_TYPE, () -> Datatype.createVector(1, 1, 1, MPI.DATATYPE_NULL));
        fails(MPI.ERR_TYPE, () -> Datatype.Contiguous(1, MPI.DATATYPE_NULL));
    }

    @Table
    static List<Statement> gapsInEachType() {
        List<Statement> rows = new ArrayList<>();
        Object[][] all = {
            {"BYTE", new byte[] {1, 2, 3}},
            {"CHAR", new char[] {1, 2, 3}},
            {"SHORT", new short[] {1, 2, 3}},
            {"BOOLEAN", new boolean[] {true, true, true}},
            {"LONG", new long[] {1, 2, 3}},
            {"FLOAT", new float[] {1, 2, 3}},
            {"DOUBLE", new double[] {1, 2, 3}},
        };
        for (Object[] row : all) {
            rows.add(
                    Statement.row(
                            "Constructors.gapsInEachType " + row[0],
                            "5.1.2",
                            List.of("Datatype.createVector", "MPI." + row[0]),
                            "Vectors of " + row[0] + " select the right elements.",
                            (comm, form) -> gapsIn(comm, (String) row[0], row[1])));
        }
        return rows;
    }

    private static void gapsIn(Intracomm comm, String name, Object full) throws Exception {
        Datatype base = (Datatype) MPI.class.getField(name).get(null);
        Datatype type = committed(Datatype.createVector(2, 1, 2, base));
        Object in = java.lang.reflect.Array.newInstance(full.getClass().componentType(), 3);
        Object before = java.lang.reflect.Array.get(in, 1);
        shift(comm, items(full, 1, type), items(in, 1, type));
        for (int i = 0; i < 3; i++) {
            Object expected = i == 1 ? before : java.lang.reflect.Array.get(full, i);
            assertEquals(expected, java.lang.reflect.Array.get(in, i));
        }
        type.free();
    }
}
