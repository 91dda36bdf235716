package musubi.conformance.types;

import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.items;
import static musubi.conformance.Ring.ramp;
import static musubi.conformance.Ring.shift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;

import musubi.conformance.Case;
import musubi.conformance.Statement;
import musubi.conformance.Table;

import java.util.ArrayList;
import java.util.List;

/** Sections 5.1.5 to 5.1.8: sizes, bounds and extents. */
public final class Bounds {
    private Bounds() {}

    @Case(
            section = "5.1.5",
            calls = {"Datatype.getSize", "Datatype.getExtent"},
            says = "The size of a vector excludes gaps, its extent includes them.")
    static void vector(Intracomm comm) {
        Datatype type = Datatype.createVector(3, 2, 4, MPI.INT);
        assertEquals(6, type.getSize());
        assertEquals(10, type.getExtent());
        assertEquals(0, type.getLb());
        type.free();
    }

    @Case(
            section = "5.1.6",
            calls = {"Datatype.getLb", "Datatype.getExtent"},
            says = "The lower bound is the lowest displacement, also when it is not 0.")
    static void positiveLb(Intracomm comm) {
        Datatype type = Datatype.createIndexed(new int[] {1, 2}, new int[] {6, 3}, MPI.LONG);
        assertEquals(3, type.getLb());
        assertEquals(4, type.getExtent());
        assertEquals(3, type.getSize());
        type.free();
    }

    @Case(
            section = "5.1.6",
            calls = {"Datatype.getLb", "Datatype.getExtent", "Datatype.createVector"},
            says = "A negative stride results in a negative lower bound.")
    static void negativeLb(Intracomm comm) {
        Datatype type = Datatype.createVector(3, 1, -2, MPI.INT);
        assertEquals(-4, type.getLb());
        assertEquals(5, type.getExtent());
        assertEquals(3, type.getSize());
        type.free();
    }

    @Case(
            section = "5.1.7",
            calls = {"Datatype.createResized", "Datatype.getLb", "Datatype.getExtent"},
            says = "Resized sets the bounds, in bytes, and does not change the data.")
    static void resized(Intracomm comm) {
        Datatype type = Datatype.createResized(MPI.INT, 0, 12);
        assertEquals(3, type.getExtent());
        assertEquals(0, type.getLb());
        assertEquals(1, type.getSize());
        Datatype lower = Datatype.createResized(MPI.INT, -8, 16);
        assertEquals(-2, lower.getLb());
        assertEquals(4, lower.getExtent());
        type.free();
        lower.free();
    }

    @Case(
            section = "5.1.8",
            calls = {"Datatype.getTrueLb", "Datatype.getTrueExtent", "Datatype.createResized"},
            says = "True bounds are those of the data, independent of explicit bounds.")
    static void trueBounds(Intracomm comm) {
        Datatype data = Datatype.createIndexed(new int[] {1, 1}, new int[] {2, 4}, MPI.INT);
        Datatype type = Datatype.createResized(data, 0, 40);
        assertEquals(2, type.getTrueLb());
        assertEquals(3, type.getTrueExtent());
        assertEquals(0, type.getLb());
        assertEquals(10, type.getExtent());
        data.free();
        type.free();
    }

    @Case(
            section = "5.1.7",
            calls = {"Datatype.createResized", "Datatype.createContiguous"},
            says = "Explicit bounds are kept by types derived from the type.")
    static void resizedInside(Intracomm comm) {
        Datatype spaced = Datatype.createResized(MPI.INT, 0, 12);
        Datatype type = committed(Datatype.createContiguous(3, spaced));
        assertEquals(9, type.getExtent());
        assertEquals(7, type.getTrueExtent());
        int[] in = new int[3];
        shift(comm, items(ramp(9, 0), 1, type), items(in, 3, MPI.INT));
        assertArrayEquals(new int[] {0, 3, 6}, in);
        spaced.free();
        type.free();
    }

    @Case(
            section = "5.1.7",
            calls = {"Datatype.createResized", "Comm.sendRecv"},
            says = "Items of a type whose extent is smaller than its data interleave.")
    static void interleaved(Intracomm comm) {
        Datatype column = Datatype.createVector(3, 1, 3, MPI.INT);
        Datatype next = committed(Datatype.createResized(column, 0, 4));
        int[] in = new int[9];
        shift(comm, items(ramp(9, 0), 3, next), items(in, 9, MPI.INT));
        assertArrayEquals(new int[] {0, 3, 6, 1, 4, 7, 2, 5, 8}, in);
        column.free();
        next.free();
    }

    @Case(
            section = "5.1.7",
            calls = {"Datatype.createResized", "Comm.recv"},
            says = "A matrix is transposed by receiving rows as columns.")
    static void transposed(Intracomm comm) {
        Datatype column = Datatype.createVector(4, 1, 3, MPI.DOUBLE);
        Datatype next = committed(Datatype.createResized(column, 0, 8));
        double[] out = new double[12];
        for (int i = 0; i < 12; i++) {
            out[i] = comm.getRank() + i / 16.0;
        }
        double[] in = new double[12];
        shift(comm, items(out, 12, MPI.DOUBLE), items(in, 3, next));
        for (int i = 0; i < 12; i++) {
            assertEquals(before(comm) + i / 16.0, in[i % 4 * 3 + i / 4]);
        }
        column.free();
        next.free();
    }

    @Case(
            section = "5.1.6",
            calls = {"Datatype.createStruct", "Datatype.getExtent", "Datatype.getSize"},
            says =
                    "Sizes of structs are in bytes; the extent reaches the end of the data at"
                            + " least.")
    static void structs(Intracomm comm) {
        Datatype[] parts = {MPI.DOUBLE, MPI.INT};
        Datatype type = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, parts);
        assertEquals(12, type.getSize());
        assertEquals(12, type.getTrueExtent());
        assertTrue(type.getExtent() == 12 || type.getExtent() == 16);
        type.free();
    }

    @Case(
            section = "5.1.7",
            calls = {"Datatype.createResized", "Datatype.createStruct"},
            says = "Resized permits arrays of structs with padding of any length.")
    static void paddedStructs(Intracomm comm) {
        Datatype[] parts = {MPI.INT, MPI.BYTE};
        Datatype bare = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 4}, parts);
        Datatype type = committed(Datatype.createResized(bare, 0, 12));
        assertEquals(12, type.getExtent());
        byte[] out = new byte[36];
        byte[] in = new byte[36];
        for (int i = 0; i < 36; i++) {
            out[i] = (byte) (i + 1);
        }
        shift(comm, items(out, 3, type), items(in, 3, type));
        for (int i = 0; i < 36; i++) {
            assertEquals(i % 12 < 5 ? i + 1 : 0, in[i]);
        }
        bare.free();
        type.free();
    }

    @Table
    static List<Statement> basic() {
        List<Statement> rows = new ArrayList<>();
        for (String name :
                List.of("BYTE", "CHAR", "SHORT", "BOOLEAN", "INT", "LONG", "FLOAT", "DOUBLE")) {
            rows.add(
                    Statement.row(
                            "Bounds.basic " + name,
                            "5.1.6",
                            List.of("MPI." + name, "Datatype.getExtent", "Datatype.getSize"),
                            "An item of " + name + " is one element, from 0 to 1.",
                            (comm, form) -> {
                                Datatype type = (Datatype) MPI.class.getField(name).get(null);
                                assertEquals(1, type.getExtent());
                                assertEquals(1, type.getSize());
                                assertEquals(0, type.getLb());
                                assertEquals(1, type.Extent());
                                assertEquals(1, type.Size());
                                assertEquals(0, type.getTrueLb());
                                assertEquals(1, type.getTrueExtent());
                            }));
        }
        return rows;
    }
}
