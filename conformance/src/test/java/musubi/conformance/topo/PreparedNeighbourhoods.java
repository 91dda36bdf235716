package musubi.conformance.topo;

import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.committed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.CartComm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;

import musubi.conformance.Case;

import java.nio.IntBuffer;

/** Section 8.8: persistent neighbourhood collectives. */
public final class PreparedNeighbourhoods {
    private static final int ROUNDS = 4;

    private PreparedNeighbourhoods() {}

    private static CartComm ring(Intracomm comm) {
        return comm.createCart(new int[] {comm.getSize()}, new boolean[] {true}, false);
    }

    @Case(
            section = "8.8.1",
            calls = {"Comm.neighborAllGatherInit"},
            says =
                    "A persistent neighbour allgather collects the current data of neighbours at"
                            + " each start.")
    static void allGather(Intracomm comm) {
        CartComm ring = ring(comm);
        int[] out = new int[1];
        int[] in = new int[2];
        Prequest request = ring.neighborAllGatherInit(out, 1, MPI.INT, in, 1, MPI.INT);
        for (int round = 0; round < ROUNDS; round++) {
            out[0] = comm.getRank() + 100 * round;
            request.start();
            request.waitFor();
            int base = 100 * round;
            assertArrayEquals(new int[] {base + before(comm), base + behind(comm)}, in);
        }
        request.free();
        ring.free();
    }

    @Case(
            section = "8.8.1",
            calls = {"Comm.neighborAllGathervInit"},
            says = "A persistent neighbour allgatherv has a displacement for each neighbour.")
    static void allGatherv(Intracomm comm) {
        CartComm ring = ring(comm);
        IntBuffer out = MPI.newIntBuffer(1);
        IntBuffer in = MPI.newIntBuffer(3);
        int[] ones = {1, 1};
        int[] at = {2, 0};
        Prequest request = ring.neighborAllGathervInit(out, 1, MPI.INT, in, ones, at, MPI.INT);
        for (int round = 0; round < ROUNDS; round++) {
            out.put(0, comm.getRank() - round);
            request.start();
            request.waitFor();
            assertEquals(before(comm) - round, in.get(2));
            assertEquals(behind(comm) - round, in.get(0));
            assertEquals(0, in.get(1));
        }
        request.free();
        ring.free();
    }

    @Case(
            section = "8.8.2",
            calls = {"Comm.neighborAllToAllInit", "Comm.neighborAllToAllvInit"},
            says =
                    "At each start a block sent to the lower neighbour is received there as that of"
                            + " the upper one.")
    static void allToAll(Intracomm comm) {
        CartComm ring = ring(comm);
        int me = comm.getRank();
        int[] out = new int[2];
        int[] in = new int[2];
        long[] ones = {1, 1};
        long[] at = {0, 1};
        Prequest[] both = {
            ring.neighborAllToAllInit(out, 1, MPI.INT, in, 1, MPI.INT),
            ring.neighborAllToAllvInit(out, ones, at, MPI.INT, in, ones, at, MPI.INT)
        };
        for (int round = 0; round < 2 * ROUNDS; round++) {
            out[0] = 10 * me + 1 + round;
            out[1] = 10 * me + 2 + round;
            both[round % 2].start();
            both[round % 2].waitFor();
            int above = 10 * behind(comm) + 1 + round;
            assertArrayEquals(new int[] {10 * before(comm) + 2 + round, above}, in);
        }
        both[0].free();
        both[1].free();
        ring.free();
    }

    @Case(
            section = "8.8.2",
            calls = {"Comm.neighborAllToAllwInit"},
            says = "A persistent neighbour alltoallw has a type for each neighbour.")
    static void allToAllw(Intracomm comm) {
        CartComm ring = ring(comm);
        int me = comm.getRank();
        Datatype apart = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        Datatype[] sent = {MPI.INT, apart};
        Datatype[] got = {apart, MPI.INT};
        int[] counts = {1, 1};
        int[] out = new int[4];
        int[] in = new int[4];
        int[] places = {0, 4};
        int[] gotAt = {0, 12};
        Prequest request =
                ring.neighborAllToAllwInit(out, counts, places, sent, in, counts, gotAt, got);
        for (int round = 0; round < ROUNDS; round++) {
            out[0] = me;
            out[1] = me + round;
            out[3] = -round;
            request.start();
            request.waitFor();
            int[] expected = {before(comm) + round, 0, -round, behind(comm)};
            assertArrayEquals(expected, in);
        }
        request.free();
        apart.free();
        ring.free();
    }

    @Case(
            section = "8.8.1",
            calls = {"Comm.neighborAllGatherInit", "Intracomm.createDistGraphAdjacent"},
            says = "Persistent neighbourhood collectives run on distributed graphs.")
    static void graph(Intracomm comm) {
        int[] from = {before(comm)};
        int[] to = {behind(comm)};
        GraphComm graph = comm.createDistGraphAdjacent(from, to, MPI.INFO_NULL, false);
        int[] out = {comm.getRank()};
        int[] in = new int[1];
        Prequest request = graph.neighborAllGatherInit(out, 1, MPI.INT, in, 1, MPI.INT);
        for (int round = 0; round < ROUNDS; round++) {
            request.start();
            request.waitFor();
            assertEquals(before(comm), in[0]);
            in[0] = -1;
        }
        request.free();
        graph.free();
    }
}
