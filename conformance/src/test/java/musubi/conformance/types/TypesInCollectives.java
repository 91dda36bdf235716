package musubi.conformance.types;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.UserFunction;

import musubi.conformance.Case;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.Arrays;

/** Sections 5.1.11 and 6.3: derived types in collectives. */
public final class TypesInCollectives {
    private TypesInCollectives() {}

    /** A column of a matrix, resized so that the next column follows beside it. */
    private static Datatype column(int rows, int columns) {
        Datatype column = Datatype.createVector(rows, 1, columns, MPI.INT);
        Datatype next = committed(Datatype.createResized(column, 0, 4));
        column.free();
        return next;
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast", "Datatype.createVector"},
            says = "A broadcast of items with gaps does not change the gaps on any rank.")
    static void bcast(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(3, 1, 2, MPI.INT));
        int[] buf = comm.getRank() == 0 ? ramp(5, 1) : new int[5];
        comm.bcast(buf, 1, type, 0);
        int[] sent = ramp(5, 1);
        for (int i = 0; i < 5; i++) {
            assertEquals(i % 2 == 0 || comm.getRank() == 0 ? sent[i] : 0, buf[i]);
        }
        type.free();
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast"},
            says = "Ranks of a broadcast may have different types with the same signature.")
    static void bcastOtherTypes(Intracomm comm) {
        int root = comm.getSize() - 1;
        Datatype type = committed(Datatype.createVector(4, 1, 3, MPI.INT));
        if (comm.getRank() == root) {
            comm.bcast(ramp(10, 0), 1, type, root);
        } else {
            int[] in = new int[4];
            comm.bcast(in, 4, MPI.INT, root);
            assertArrayEquals(new int[] {0, 3, 6, 9}, in);
        }
        type.free();
    }

    @Case(
            section = "6.12.2",
            calls = {"Comm.iBcast", "Datatype.createIndexed"},
            says = "A non-blocking broadcast has written items with gaps when it is complete.")
    static void iBcast(Intracomm comm) {
        Datatype type =
                committed(Datatype.createIndexed(new int[] {1, 2}, new int[] {3, 0}, MPI.INT));
        IntBuffer buf = MPI.newIntBuffer(4);
        if (comm.getRank() == 0) {
            buf.put(0, 1).put(1, 2).put(2, 3).put(3, 4);
        }
        comm.iBcast(buf, 1, type, 0).waitFor();
        assertEquals(4, buf.get(3));
        assertEquals(1, buf.get(0));
        assertEquals(2, buf.get(1));
        assertEquals(comm.getRank() == 0 ? 3 : 0, buf.get(2));
        type.free();
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gather", "Datatype.createResized"},
            says = "Gather puts each rank's row into a column of the root's matrix.")
    static void gather(Intracomm comm) {
        int n = comm.getSize();
        Datatype column = column(3, n);
        int[] in = new int[3 * n];
        comm.gather(ramp(3, 10 * comm.getRank()), 3, MPI.INT, in, 1, column, 0);
        if (comm.getRank() == 0) {
            for (int i = 0; i < in.length; i++) {
                assertEquals(10 * (i % n) + i / n, in[i]);
            }
        }
        column.free();
    }

    @Case(
            section = "6.5",
            calls = {"Comm.gatherv", "Datatype.createVector"},
            says = "Displacements of gatherv count extents of the root's type.")
    static void gatherv(Intracomm comm) {
        int n = comm.getSize();
        int root = n - 1;
        Datatype pair = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        int[] counts = new int[n];
        int[] at = new int[n];
        Arrays.fill(counts, 1);
        for (int i = 0; i < n; i++) {
            at[i] = n - 1 - i;
        }
        int[] in = new int[3 * n];
        comm.gatherv(ramp(2, 10 * comm.getRank()), 2, MPI.INT, in, counts, at, pair, root);
        if (comm.getRank() == root) {
            for (int i = 0; i < n; i++) {
                int[] part = Arrays.copyOfRange(in, 3 * at[i], 3 * at[i] + 3);
                assertArrayEquals(new int[] {10 * i, 0, 10 * i + 1}, part);
            }
        }
        pair.free();
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatter", "Datatype.createResized"},
            says = "Scatter sends each rank its column of the root's matrix.")
    static void scatter(Intracomm comm) {
        int n = comm.getSize();
        Datatype column = column(2, n);
        int[] in = new int[2];
        comm.scatter(ramp(2 * n, 0), 1, column, in, 2, MPI.INT, 0);
        assertArrayEquals(new int[] {comm.getRank(), n + comm.getRank()}, in);
        column.free();
    }

    @Case(
            section = "6.6",
            calls = {"Comm.scatterv", "Datatype.createResized"},
            says = "Scatterv sends different numbers of items with gaps.")
    static void scatterv(Intracomm comm) {
        int n = comm.getSize();
        Datatype spaced = committed(Datatype.createResized(MPI.INT, 0, 8));
        int[] counts = new int[n];
        int[] at = new int[n];
        int total = 0;
        for (int i = 0; i < n; i++) {
            counts[i] = i % 3;
            at[i] = total;
            total += counts[i];
        }
        int mine = comm.getRank() % 3;
        int[] in = new int[mine];
        comm.scatterv(ramp(2 * total + 1, 0), counts, at, spaced, in, mine, MPI.INT, 0);
        for (int i = 0; i < mine; i++) {
            assertEquals(2 * (at[comm.getRank()] + i), in[i]);
        }
        spaced.free();
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGather", "Datatype.createResized"},
            says = "Allgather of columns assembles the whole matrix on all ranks.")
    static void allGather(Intracomm comm) {
        int n = comm.getSize();
        Datatype column = column(2, n);
        int[] in = new int[2 * n];
        int me = comm.getRank();
        comm.allGather(new int[] {me, me + 100}, 2, MPI.INT, in, 1, column);
        for (int i = 0; i < n; i++) {
            assertEquals(i, in[i]);
            assertEquals(i + 100, in[n + i]);
        }
        column.free();
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGather", "Datatype.createResized"},
            says = "Allgather in place takes this rank's item with gaps from its block.")
    static void allGatherInPlace(Intracomm comm) {
        int n = comm.getSize();
        Datatype column = column(2, n);
        int[] buf = new int[2 * n];
        buf[comm.getRank()] = comm.getRank() + 1;
        buf[n + comm.getRank()] = -comm.getRank() - 1;
        comm.allGather(buf, 1, column);
        for (int i = 0; i < n; i++) {
            assertEquals(i + 1, buf[i]);
            assertEquals(-i - 1, buf[n + i]);
        }
        column.free();
    }

    @Case(
            section = "6.7",
            calls = {"Comm.allGatherv", "Datatype.createVector"},
            says = "Allgatherv does not change the gaps between the items.")
    static void allGatherv(Intracomm comm) {
        int n = comm.getSize();
        Datatype pair = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        int[] counts = new int[n];
        Arrays.fill(counts, 1);
        int[] in = new int[3 * n];
        Arrays.fill(in, -1);
        int me = comm.getRank();
        comm.allGatherv(new int[] {me, 0, me + 1}, 1, pair, in, counts, ramp(n, 0), pair);
        for (int i = 0; i < n; i++) {
            assertArrayEquals(new int[] {i, -1, i + 1}, Arrays.copyOfRange(in, 3 * i, 3 * i + 3));
        }
        pair.free();
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAll", "Datatype.createResized"},
            says = "Alltoall with a column type transposes a distributed matrix.")
    static void allToAll(Intracomm comm) {
        int n = comm.getSize();
        Datatype column = column(2, n);
        int[] in = new int[2 * n];
        comm.allToAll(ramp(2 * n, 100 * comm.getRank()), 1, column, in, 2, MPI.INT);
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i + comm.getRank(), in[2 * i]);
            assertEquals(100 * i + n + comm.getRank(), in[2 * i + 1]);
        }
        column.free();
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAllv", "Datatype.createResized"},
            says = "Alltoallv counts displacements in extents, on both sides.")
    static void allToAllv(Intracomm comm) {
        int n = comm.getSize();
        Datatype spaced = committed(Datatype.createResized(MPI.INT, 0, 8));
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        int[] turned = new int[n];
        for (int i = 0; i < n; i++) {
            turned[i] = n - 1 - i;
        }
        int[] in = new int[2 * n];
        int[] out = ramp(2 * n, 100 * comm.getRank());
        comm.allToAllv(out, ones, ramp(n, 0), spaced, in, ones, turned, spaced);
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i + 2 * comm.getRank(), in[2 * turned[i]]);
            assertEquals(0, in[2 * i + 1]);
        }
        spaced.free();
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAllw"},
            says = "Alltoallw has a type for each rank, and displacements in bytes.")
    static void allToAllw(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        Datatype[] out = new Datatype[n];
        Datatype[] in = new Datatype[n];
        int[] at = new int[n];
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        for (int i = 0; i < n; i++) {
            at[i] = 12 * i;
            out[i] = committed(Datatype.createVector(2, 1, i % 2 + 1, MPI.INT));
            in[i] = committed(Datatype.createVector(2, 1, 2 - i % 2, MPI.INT));
        }
        int[] to = new int[3 * n];
        comm.allToAllw(ramp(3 * n, 100 * me), ones, at, out, to, ones, at, in);
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i + 3 * me, to[3 * i]);
            assertEquals(100 * i + 3 * me + me % 2 + 1, to[3 * i + 2 - i % 2]);
            assertEquals(0, to[3 * i + 1 + i % 2]);
            out[i].free();
            in[i].free();
        }
    }

    @Case(
            section = "6.12.7",
            calls = {"Comm.iAllToAllw"},
            says = "The non-blocking alltoallw has the same result when it is complete.")
    static void iAllToAllw(Intracomm comm) {
        int n = comm.getSize();
        Datatype[] types = new Datatype[n];
        Arrays.fill(types, MPI.INT);
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        int[] at = new int[n];
        IntBuffer out = MPI.newIntBuffer(n);
        IntBuffer in = MPI.newIntBuffer(n);
        for (int i = 0; i < n; i++) {
            at[i] = 4 * (n - 1 - i);
            out.put(n - 1 - i, 100 * comm.getRank() + i);
        }
        comm.iAllToAllw(out, ones, at, types, in, ones, at, types).waitFor();
        for (int i = 0; i < n; i++) {
            assertEquals(100 * i + comm.getRank(), in.get(n - 1 - i));
        }
    }

    @Case(
            section = "6.8",
            calls = {"Comm.allToAllw"},
            says = "With count 0 alltoallw exchanges nothing with a rank.")
    static void allToAllwOfSome(Intracomm comm) {
        int n = comm.getSize();
        Datatype[] types = new Datatype[n];
        Arrays.fill(types, MPI.INT);
        int[] out = new int[n];
        int[] in = new int[n];
        out[behind(comm)] = 1;
        in[before(comm)] = 1;
        int[] got = {-1};
        comm.allToAllw(
                new int[] {comm.getRank()}, out, new int[n], types, got, in, new int[n], types);
        assertEquals(before(comm), got[0]);
    }

    @Case(
            section = "6.9.5",
            calls = {"Op.new", "Comm.allReduce", "Datatype.createVector"},
            says = "A user-defined operation gets items of a derived type, with their gaps.")
    static void userOperation(Intracomm comm) {
        Datatype type = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        Op sum =
                new Op(
                        new UserFunction() {
                            @Override
                            public void call(
                                    ByteBuffer in, ByteBuffer inOut, int count, Datatype t) {
                                for (int i = 0; i < count; i++) {
                                    add(in, inOut, 12 * i);
                                    add(in, inOut, 12 * i + 8);
                                }
                            }
                        },
                        true);
        int[] out = {1, 50, 2, 3, 50, 4};
        int[] in = new int[6];
        comm.allReduce(out, in, 2, type, sum);
        int n = comm.getSize();
        assertArrayEquals(new int[] {n, 0, 2 * n, 3 * n, 0, 4 * n}, in);
        sum.free();
        type.free();
    }

    private static void add(ByteBuffer in, ByteBuffer inOut, int at) {
        inOut.putInt(at, inOut.getInt(at) + in.getInt(at));
    }

    @Case(
            section = "6.5",
            calls = {"Intracomm.Gather", "Datatype.Vector"},
            says = "Capitalised collectives take derived types with offsets.")
    static void capitalised(Intracomm comm) {
        int n = comm.getSize();
        Datatype type = Datatype.Vector(2, 1, 2, MPI.INT);
        int[] in = new int[3 * n + 1];
        comm.Gather(ramp(5, comm.getRank()), 1, 1, type, in, 1, 1, type, 0);
        for (int i = 0; i < n && comm.getRank() == 0; i++) {
            int[] part = Arrays.copyOfRange(in, 3 * i + 1, 3 * i + 4);
            assertArrayEquals(new int[] {i + 1, 0, i + 3}, part);
        }
    }

    @Case(
            section = "6.4",
            calls = {"Comm.bcast"},
            says = "A collective with a type that is not committed is ERR_TYPE.")
    static void uncommitted(Intracomm comm) {
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        fails(MPI.ERR_TYPE, () -> comm.bcast(new int[2], 1, type, 0));
        type.free();
    }
}
