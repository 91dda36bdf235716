package musubi.conformance.types;

import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.items;
import static musubi.conformance.Ring.ramp;
import static musubi.conformance.Ring.shift;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

import musubi.conformance.Case;

import java.nio.IntBuffer;

/** Sections 5.1.3 and 5.1.4: parts of arrays, and arrays distributed over processes. */
public final class ArrayTypes {
    private ArrayTypes() {}

    /** The elements of an item of the type in an array of ascending numbers from 0. */
    private static int[] taken(Intracomm comm, Datatype type, int length) {
        type.commit();
        int[] in = new int[type.getSize()];
        shift(comm, items(ramp(length, 0), 1, type), items(in, in.length, MPI.INT));
        return in;
    }

    @Case(
            section = "5.1.3",
            calls = {"Datatype.createSubarray", "MPI.ORDER_C"},
            says = "In C order the last dimension of a subarray is contiguous.")
    static void subarray(Intracomm comm) {
        Datatype type =
                Datatype.createSubarray(
                        new int[] {4, 5}, new int[] {2, 3}, new int[] {1, 2}, MPI.ORDER_C, MPI.INT);
        assertArrayEquals(new int[] {7, 8, 9, 12, 13, 14}, taken(comm, type, 20));
        type.free();
    }

    @Case(
            section = "5.1.3",
            calls = {"Datatype.createSubarray", "MPI.ORDER_FORTRAN"},
            says = "In Fortran order the first dimension of a subarray is contiguous.")
    static void subarrayFortran(Intracomm comm) {
        Datatype type =
                Datatype.createSubarray(
                        new int[] {4, 5},
                        new int[] {2, 3},
                        new int[] {1, 2},
                        MPI.ORDER_FORTRAN,
                        MPI.INT);
        assertArrayEquals(new int[] {9, 10, 13, 14, 17, 18}, taken(comm, type, 20));
        type.free();
    }

    @Case(
            section = "5.1.3",
            calls = {"Datatype.createSubarray"},
            says = "Subarrays may have three dimensions.")
    static void subarrayOfThree(Intracomm comm) {
        Datatype type =
                Datatype.createSubarray(
                        new int[] {2, 3, 4},
                        new int[] {2, 1, 2},
                        new int[] {0, 2, 1},
                        MPI.ORDER_C,
                        MPI.INT);
        assertArrayEquals(new int[] {9, 10, 21, 22}, taken(comm, type, 24));
        type.free();
    }

    @Case(
            section = "5.1.3",
            calls = {"Datatype.createSubarray", "Datatype.getExtent", "Datatype.getLb"},
            says = "The extent of a subarray is that of the whole array.")
    static void subarrayExtent(Intracomm comm) {
        Datatype type =
                Datatype.createSubarray(
                        new int[] {4, 5}, new int[] {2, 3}, new int[] {1, 2}, MPI.ORDER_C, MPI.INT);
        assertEquals(20, type.getExtent());
        assertEquals(0, type.getLb());
        assertEquals(6, type.getSize());
        assertEquals(7, type.getTrueLb());
        assertEquals(8, type.getTrueExtent());
        type.free();
    }

    @Case(
            section = "5.1.3",
            calls = {"Datatype.createSubarray", "Comm.recv"},
            says = "A halo is received in place; the inner part does not change.")
    static void halo(Intracomm comm) {
        int[] sizes = {3, 4};
        int[] column = {3, 1};
        Datatype from =
                committed(
                        Datatype.createSubarray(
                                sizes, column, new int[] {0, 2}, MPI.ORDER_C, MPI.INT));
        Datatype to =
                committed(
                        Datatype.createSubarray(
                                sizes, column, new int[] {0, 0}, MPI.ORDER_C, MPI.INT));
        int[] in = new int[12];
        shift(comm, items(ramp(12, 100 * comm.getRank()), 1, from), items(in, 1, to));
        for (int i = 0; i < 12; i++) {
            assertEquals(i % 4 == 0 ? 100 * before(comm) + i + 2 : 0, in[i]);
        }
        from.free();
        to.free();
    }

    @Case(
            section = "5.1.3",
            calls = {"Datatype.createSubarray"},
            says = "A subarray that exceeds the array is an error.")
    static void subarrayOutside(Intracomm comm) {
        assertThrows(
                MPIException.class,
                () ->
                        Datatype.createSubarray(
                                new int[] {4}, new int[] {3}, new int[] {2}, 0, MPI.INT));
        assertThrows(
                MPIException.class,
                () ->
                        Datatype.createSubarray(
                                new int[] {4}, new int[] {0}, new int[] {0}, 0, MPI.INT));
    }

    private static Datatype line(int size, int rank, int length, int distribution, int block) {
        return Datatype.createDarray(
                size,
                rank,
                new int[] {length},
                new int[] {distribution},
                new int[] {block},
                new int[] {size},
                MPI.ORDER_C,
                MPI.INT);
    }

    @Case(
            section = "5.1.4",
            calls = {"Datatype.createDarray", "MPI.DISTRIBUTE_BLOCK"},
            says = "Blocks of a distributed array are as long as needed; the last may be shorter.")
    static void block(Intracomm comm) {
        int[][] parts = {{0, 1, 2}, {3, 4, 5}, {6}};
        for (int rank = 0; rank < 3; rank++) {
            Datatype type = line(3, rank, 7, MPI.DISTRIBUTE_BLOCK, MPI.DISTRIBUTE_DFLT_DARG);
            assertEquals(7, type.getExtent());
            assertArrayEquals(parts[rank], taken(comm, type, 7));
            type.free();
        }
    }

    @Case(
            section = "5.1.4",
            calls = {"Datatype.createDarray", "MPI.DISTRIBUTE_CYCLIC"},
            says = "A cyclic distribution assigns blocks to the processes in turn.")
    static void cyclic(Intracomm comm) {
        int[][] ones = {{0, 2, 4, 6}, {1, 3, 5}};
        int[][] twos = {{0, 1, 4, 5}, {2, 3, 6}};
        for (int rank = 0; rank < 2; rank++) {
            Datatype one = line(2, rank, 7, MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_DFLT_DARG);
            assertArrayEquals(ones[rank], taken(comm, one, 7));
            Datatype two = line(2, rank, 7, MPI.DISTRIBUTE_CYCLIC, 2);
            assertArrayEquals(twos[rank], taken(comm, two, 7));
            one.free();
            two.free();
        }
    }

    @Case(
            section = "5.1.4",
            calls = {"Datatype.createDarray", "MPI.DISTRIBUTE_NONE"},
            says = "A dimension that is not distributed is complete on each process.")
    static void undistributed(Intracomm comm) {
        Datatype type =
                Datatype.createDarray(
                        2,
                        1,
                        new int[] {2, 4},
                        new int[] {MPI.DISTRIBUTE_NONE, MPI.DISTRIBUTE_BLOCK},
                        new int[] {MPI.DISTRIBUTE_DFLT_DARG, MPI.DISTRIBUTE_DFLT_DARG},
                        new int[] {1, 2},
                        MPI.ORDER_C,
                        MPI.INT);
        assertArrayEquals(new int[] {2, 3, 6, 7}, taken(comm, type, 8));
        type.free();
    }

    @Case(
            section = "5.1.4",
            calls = {"Datatype.createDarray", "Comm.send"},
            says = "The parts of all ranks form the whole array, each element once.")
    static void whole(Intracomm comm) {
        int n = comm.getSize();
        int length = 3 * n + 1;
        int[] counts = new int[length];
        for (int rank = 0; rank < n; rank++) {
            Datatype part = line(n, rank, length, MPI.DISTRIBUTE_CYCLIC, 2);
            for (int element : taken(comm, part, length)) {
                counts[element]++;
            }
            part.free();
        }
        for (int times : counts) {
            assertEquals(1, times);
        }
    }

    @Case(
            section = "5.1.4",
            calls = {"Datatype.createDarray", "Comm.iRecv"},
            says = "The root gathers a distributed array with one receive from each rank.")
    static void collected(Intracomm comm) {
        int n = comm.getSize();
        int length = 2 * n + 1;
        Datatype mine =
                line(n, comm.getRank(), length, MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_DFLT_DARG);
        mine.commit();
        int[] all = ramp(length, 0);
        Request send = comm.iSend(IntBuffer.wrap(all), 1, mine, 0, 3);
        if (comm.getRank() == 0) {
            int[] in = new int[length];
            for (int rank = 0; rank < n; rank++) {
                Datatype part =
                        line(n, rank, length, MPI.DISTRIBUTE_CYCLIC, MPI.DISTRIBUTE_DFLT_DARG);
                part.commit();
                comm.recv(in, 1, part, rank, 3);
                part.free();
            }
            assertArrayEquals(all, in);
        }
        send.waitFor();
        mine.free();
    }
}
