package musubi.conformance.types;

import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import musubi.conformance.Case;

import java.util.List;

/** Section 5.1: the constructors of mpiJava, which count in elements and need no commit. */
public final class CapitalisedTypes {
    private CapitalisedTypes() {}

    private static final int TAG = 8;

    /** Sends one item from the offset to the next rank; returns the integers received. */
    private static int[] flat(Intracomm comm, Datatype type, int offset, int elements) {
        int[] out = ramp(20, 0);
        int[] in = new int[elements];
        comm.Sendrecv(
                out,
                offset,
                1,
                type,
                behind(comm),
                TAG,
                in,
                0,
                elements,
                MPI.INT,
                before(comm),
                TAG);
        return in;
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Contiguous", "Datatype.Commit"},
            says = "Contiguous creates a sequence of items, usable without Commit.")
    static void contiguous(Intracomm comm) {
        Datatype type = Datatype.Contiguous(3, MPI.INT);
        assertArrayEquals(new int[] {2, 3, 4}, flat(comm, type, 2, 3));
        type.Commit();
        assertArrayEquals(new int[] {0, 1, 2}, flat(comm, type, 0, 3));
        type.free();
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Vector"},
            says = "Offsets and counts of capitalised calls also apply to derived types.")
    static void vector(Intracomm comm) {
        Datatype type = Datatype.Vector(2, 2, 5, MPI.INT);
        assertArrayEquals(new int[] {3, 4, 8, 9}, flat(comm, type, 3, 4));
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Vector"},
            says = "A vector with a negative stride extends below the offset.")
    static void downwards(Intracomm comm) {
        Datatype type = Datatype.Vector(3, 1, -2, MPI.INT);
        assertArrayEquals(new int[] {6, 4, 2}, flat(comm, type, 6, 3));
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Hvector"},
            says = "The stride of Hvector is in elements of the buffer.")
    static void hvector(Intracomm comm) {
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        assertArrayEquals(
                new int[] {0, 1, 5, 6}, flat(comm, Datatype.Hvector(2, 1, 5, pair), 0, 4));
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Indexed"},
            says = "Displacements of Indexed are in items of the old type.")
    static void indexed(Intracomm comm) {
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        Datatype type = Datatype.Indexed(new int[] {1, 1}, new int[] {4, 1}, pair);
        assertArrayEquals(new int[] {8, 9, 2, 3}, flat(comm, type, 0, 4));
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Hindexed"},
            says = "Displacements of Hindexed are in elements of the buffer.")
    static void hindexed(Intracomm comm) {
        Datatype pair = Datatype.Contiguous(2, MPI.INT);
        Datatype type = Datatype.Hindexed(new int[] {1, 1}, new int[] {5, 1}, pair);
        assertArrayEquals(new int[] {5, 6, 1, 2}, flat(comm, type, 0, 4));
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Struct", "Datatype.Size"},
            says = "Struct combines types of one base type, with displacements in elements.")
    static void struct(Intracomm comm) {
        Datatype two = Datatype.Vector(2, 1, 2, MPI.INT);
        Datatype type =
                Datatype.Struct(new int[] {1, 2}, new int[] {6, 0}, new Datatype[] {two, MPI.INT});
        assertEquals(4, type.Size());
        assertArrayEquals(new int[] {6, 8, 0, 1}, flat(comm, type, 0, 4));
    }

    @Case(
            section = "5.1.7",
            calls = {"Datatype.Struct", "MPI.LB", "MPI.UB", "Datatype.Extent", "Datatype.Lb"},
            says = "MPI.LB and MPI.UB in Struct set the bounds and so the spacing of items.")
    static void bounds(Intracomm comm) {
        Datatype type =
                Datatype.Struct(
                        new int[] {1, 1, 1},
                        new int[] {0, 1, 4},
                        new Datatype[] {MPI.LB, MPI.INT, MPI.UB});
        assertEquals(0, type.Lb());
        assertEquals(4, type.Ub());
        assertEquals(4, type.Extent());
        assertEquals(1, type.Size());
        int[] in = new int[3];
        comm.Sendrecv(
                ramp(12, 0), 0, 3, type, behind(comm), TAG, in, 0, 3, MPI.INT, before(comm), TAG);
        assertArrayEquals(new int[] {1, 5, 9}, in);
    }

    @Case(
            section = "5.1.6",
            calls = {"Datatype.Extent", "Datatype.Size", "Datatype.Lb", "Datatype.Ub"},
            says = "Extent, Size and bounds are in elements of the base type.")
    static void inElements(Intracomm comm) {
        Datatype type = Datatype.Vector(3, 2, 4, MPI.DOUBLE);
        assertEquals(10, type.Extent());
        assertEquals(6, type.Size());
        assertEquals(0, type.Lb());
        assertEquals(10, type.Ub());
        Datatype later = Datatype.Indexed(new int[] {2}, new int[] {3}, MPI.DOUBLE);
        assertEquals(3, later.Lb());
        assertEquals(5, later.Ub());
        assertEquals(2, later.Extent());
    }

    @Case(
            section = "5.1.2",
            calls = {"Datatype.Vector", "MPI.OBJECT"},
            says = "Derived types of OBJECT select references, and do not change others.")
    static void objects(Intracomm comm) {
        Datatype type = Datatype.Vector(2, 1, 2, MPI.OBJECT);
        Object[] out = {"a" + comm.getRank(), new Object(), List.of(1, 2)};
        Object[] in = {"x", "y", "z"};
        comm.Sendrecv(out, 0, 1, type, behind(comm), TAG, in, 0, 1, type, before(comm), TAG);
        assertArrayEquals(new Object[] {"a" + before(comm), "y", List.of(1, 2)}, in);
    }

    @Case(
            section = "5.1.11",
            calls = {"Datatype.Vector", "Comm.Isend", "Comm.Irecv", "Status.Get_count"},
            says = "Get_count counts items of the derived type.")
    static void getCount(Intracomm comm) {
        Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
        int[] in = new int[9];
        Request receive = comm.Irecv(in, 0, 3, type, before(comm), TAG);
        comm.Isend(ramp(4, 1), 0, 4, MPI.INT, behind(comm), TAG).Wait();
        Status status = receive.Wait();
        assertEquals(2, status.Get_count(type));
        assertEquals(4, status.Get_elements(type));
        assertArrayEquals(new int[] {1, 0, 2, 3, 0, 4, 0, 0, 0}, in);
    }

    @Case(
            section = "5.1.11",
            calls = {"Datatype.Indexed", "Comm.Recv"},
            says = "Triangles of a matrix can be sent and received in place.",
            ranks = 2)
    static void triangle(Intracomm comm) {
        Datatype upper = Datatype.Indexed(new int[] {3, 2, 1}, new int[] {0, 4, 8}, MPI.INT);
        if (comm.getRank() == 0) {
            comm.Send(ramp(9, 1), 0, 1, upper, 1, TAG);
        } else if (comm.getRank() == 1) {
            int[] in = new int[9];
            comm.Recv(in, 0, 1, upper, 0, TAG);
            assertArrayEquals(new int[] {1, 2, 3, 0, 5, 6, 0, 0, 9}, in);
        }
    }
}
