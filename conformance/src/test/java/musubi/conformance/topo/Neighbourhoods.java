package musubi.conformance.topo;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.committed;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import mpi.CartComm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

import musubi.conformance.Case;

import java.nio.IntBuffer;

/** Section 8.6: neighbourhood collectives. */
public final class Neighbourhoods {
    private Neighbourhoods() {}

    private static CartComm line(Intracomm comm, boolean periodic) {
        return comm.createCart(new int[] {comm.getSize()}, new boolean[] {periodic}, false);
    }

    @Case(
            section = "8.6.1",
            calls = {"Comm.neighborAllGather"},
            says =
                    "In a grid, blocks are received from the lower and the upper neighbour of each"
                            + " dimension.")
    static void allGather(Intracomm comm) {
        CartComm cart = line(comm, true);
        int[] in = new int[2];
        cart.neighborAllGather(new int[] {comm.getRank()}, 1, MPI.INT, in, 1, MPI.INT);
        assertArrayEquals(new int[] {before(comm), behind(comm)}, in);
        cart.free();
    }

    @Case(
            section = "8.6.1",
            calls = {"Comm.neighborAllGather", "MPI.PROC_NULL"},
            says = "Blocks of neighbours that are PROC_NULL do not change.")
    static void procNull(Intracomm comm) {
        CartComm cart = line(comm, false);
        int[] in = {-7, -7};
        cart.neighborAllGather(new int[] {comm.getRank()}, 1, MPI.INT, in, 1, MPI.INT);
        int me = comm.getRank();
        assertEquals(me > 0 ? me - 1 : -7, in[0]);
        assertEquals(me < comm.getSize() - 1 ? me + 1 : -7, in[1]);
        cart.free();
    }

    @Case(
            section = "8.6.2",
            calls = {"Comm.neighborAllToAll"},
            says =
                    "A block sent to the lower neighbour is received there as that of the upper"
                            + " one.")
    static void allToAll(Intracomm comm) {
        CartComm cart = line(comm, true);
        int me = comm.getRank();
        int[] in = new int[2];
        cart.neighborAllToAll(new int[] {10 * me + 1, 10 * me + 2}, 1, MPI.INT, in, 1, MPI.INT);
        assertArrayEquals(new int[] {10 * before(comm) + 2, 10 * behind(comm) + 1}, in);
        cart.free();
    }

    @Case(
            section = "8.6.2",
            calls = {"Comm.neighborAllToAll"},
            says = "In a periodic dimension of one rank its two blocks are exchanged.")
    static void periodicOne(Intracomm comm) {
        CartComm cart = MPI.COMM_SELF.createCart(new int[] {1}, new boolean[] {true}, false);
        int[] in = new int[2];
        cart.neighborAllToAll(new int[] {1, 2}, 1, MPI.INT, in, 1, MPI.INT);
        assertArrayEquals(new int[] {2, 1}, in);
        cart.free();
    }

    @Case(
            section = "8.6.2",
            calls = {"Comm.neighborAllToAll", "Comm.iNeighborAllToAll"},
            says = "In a periodic dimension of two ranks blocks match the correct side.",
            ranks = 2)
    static void periodicTwo(Intracomm comm) {
        CartComm cart = comm.createCart(new int[] {2}, new boolean[] {true}, false);
        if (comm.getRank() < 2) {
            int me = comm.getRank();
            int[] in = new int[2];
            int[] out = {10 * me + 1, 10 * me + 2};
            cart.neighborAllToAll(out, 1, MPI.INT, in, 1, MPI.INT);
            int other = 10 * (1 - me);
            assertArrayEquals(new int[] {other + 2, other + 1}, in);
            IntBuffer to = MPI.newIntBuffer(2);
            IntBuffer from = MPI.newIntBuffer(2).put(0, out[0]).put(1, out[1]);
            cart.iNeighborAllToAll(from, 1, MPI.INT, to, 1, MPI.INT).waitFor();
            assertEquals(other + 2, to.get(0));
            assertEquals(other + 1, to.get(1));
            cart.free();
        }
    }

    @Case(
            section = "8.6.2",
            calls = {"Comm.neighborAllToAll"},
            says =
                    "In two dimensions blocks are ordered by dimension, then lower and upper"
                            + " neighbour.",
            ranks = 4)
    static void twoDimensions(Intracomm comm) {
        CartComm cart = comm.createCart(new int[] {2, 2}, new boolean[] {true, false}, false);
        if (comm.getRank() < 4) {
            int me = comm.getRank();
            int[] in = {-1, -1, -1, -1};
            cart.neighborAllToAll(ramp(4, 10 * me), 1, MPI.INT, in, 1, MPI.INT);
            int other = 10 * ((me + 2) % 4);
            boolean left = me % 2 == 0;
            int side = 10 * (me ^ 1);
            assertArrayEquals(
                    new int[] {other + 1, other, left ? -1 : side + 3, left ? side + 2 : -1}, in);
            cart.free();
        }
    }

    @Case(
            section = "8.6.1",
            calls = {"Comm.neighborAllGatherv"},
            says = "Neighbor_allgatherv has a count and a displacement for each neighbour.")
    static void allGatherv(Intracomm comm) {
        CartComm cart = line(comm, true);
        int me = comm.getRank();
        int mine = me % 2 + 1;
        int[] counts = {before(comm) % 2 + 1, behind(comm) % 2 + 1};
        int[] in = {-1, -1, -1, -1, -1};
        cart.neighborAllGatherv(
                new int[] {me, -me}, mine, MPI.INT, in, counts, new int[] {3, 0}, MPI.INT);
        assertEquals(before(comm), in[3]);
        assertEquals(behind(comm), in[0]);
        assertEquals(counts[0] == 2 ? -before(comm) : -1, in[4]);
        assertEquals(counts[1] == 2 ? -behind(comm) : -1, in[1]);
        assertEquals(-1, in[2]);
        cart.free();
    }

    @Case(
            section = "8.6.2",
            calls = {"Comm.neighborAllToAllv"},
            says = "Neighbor_alltoallv has counts and displacements on both sides.")
    static void allToAllv(Intracomm comm) {
        CartComm cart = line(comm, true);
        int me = comm.getRank();
        int[] out = {10 * me, 10 * me + 1, 10 * me + 2};
        int[] in = new int[4];
        cart.neighborAllToAllv(
                out,
                new int[] {1, 2},
                new int[] {0, 1},
                MPI.INT,
                in,
                new int[] {2, 1},
                new int[] {2, 0},
                MPI.INT);
        assertArrayEquals(
                new int[] {10 * behind(comm), 0, 10 * before(comm) + 1, 10 * before(comm) + 2}, in);
        cart.free();
    }

    @Case(
            section = "8.6.2",
            calls = {"Comm.neighborAllToAllw"},
            says = "Neighbor_alltoallw has a type for each neighbour, and displacements in bytes.")
    static void allToAllw(Intracomm comm) {
        CartComm cart = line(comm, true);
        Datatype pair = committed(Datatype.createVector(2, 1, 2, MPI.INT));
        Datatype[] out = {MPI.INT, pair};
        Datatype[] in = {pair, MPI.INT};
        int me = comm.getRank();
        int[] to = new int[4];
        cart.neighborAllToAllw(
                ramp(4, 10 * me),
                new int[] {1, 1},
                new int[] {0, 4},
                out,
                to,
                new int[] {1, 1},
                new int[] {0, 12},
                in);
        assertArrayEquals(
                new int[] {10 * before(comm) + 1, 0, 10 * before(comm) + 3, 10 * behind(comm)}, to);
        pair.free();
        cart.free();
    }

    @Case(
            section = "8.7.1",
            calls = {"Comm.iNeighborAllGather", "Comm.iNeighborAllGatherv"},
            says = "Several non-blocking neighbourhood collectives may be in flight.")
    static void nonBlocking(Intracomm comm) {
        CartComm cart = line(comm, true);
        IntBuffer out = MPI.newIntBuffer(1).put(0, comm.getRank());
        IntBuffer first = MPI.newIntBuffer(2);
        IntBuffer second = MPI.newIntBuffer(2);
        Request one = cart.iNeighborAllGather(out, 1, MPI.INT, first, 1, MPI.INT);
        Request two =
                cart.iNeighborAllGatherv(
                        out, 1, MPI.INT, second, new int[] {1, 1}, new int[] {1, 0}, MPI.INT);
        Request.waitAll(new Request[] {two, one});
        assertEquals(before(comm), first.get(0));
        assertEquals(behind(comm), first.get(1));
        assertEquals(before(comm), second.get(1));
        assertEquals(behind(comm), second.get(0));
        cart.free();
    }

    @Case(
            section = "8.6",
            calls = {"Intracomm.createDistGraphAdjacent", "Comm.neighborAllToAll"},
            says = "Blocks of several edges between two ranks keep their order.")
    static void multiEdges(Intracomm comm) {
        int[] from = {before(comm), before(comm), before(comm)};
        int[] to = {behind(comm), behind(comm), behind(comm)};
        GraphComm graph = comm.createDistGraphAdjacent(from, to, MPI.INFO_NULL, false);
        int[] in = new int[3];
        graph.neighborAllToAll(ramp(3, 10 * comm.getRank()), 1, MPI.INT, in, 1, MPI.INT);
        assertArrayEquals(ramp(3, 10 * before(comm)), in);
        graph.free();
    }

    @Case(
            section = "8.6",
            calls = {"Intracomm.createDistGraph", "Comm.neighborAllGather"},
            says = "Ranks of a distributed graph may have unequal numbers of neighbours.")
    static void star(Intracomm comm) {
        int n = comm.getSize();
        boolean centre = comm.getRank() == 0;
        int[] from = centre ? ramp(n - 1, 1) : new int[0];
        int[] to = centre ? new int[0] : new int[] {0};
        GraphComm graph = comm.createDistGraphAdjacent(from, to, MPI.INFO_NULL, false);
        int[] in = new int[n];
        int[] out = {100 + comm.getRank()};
        graph.neighborAllGather(out, 1, MPI.INT, in, 1, MPI.INT);
        for (int i = 0; i < n - 1; i++) {
            assertEquals(centre ? 101 + i : 0, in[i]);
        }
        graph.free();
    }

    @Case(
            section = "8.6",
            calls = {"Intracomm.createGraph", "Comm.neighborAllGather"},
            says = "In a graph, blocks are in the order of the edges.")
    static void graph(Intracomm comm) {
        int n = comm.getSize();
        int[] index = new int[n];
        int[] edges = new int[n * n];
        for (int i = 0; i < n; i++) {
            index[i] = n * (i + 1);
            for (int j = 0; j < n; j++) {
                edges[n * i + j] = (i + j) % n;
            }
        }
        GraphComm graph = comm.createGraph(index, edges, false);
        int me = comm.getRank();
        int[] in = new int[n];
        graph.neighborAllGather(new int[] {me}, 1, MPI.INT, in, 1, MPI.INT);
        for (int j = 0; j < n; j++) {
            assertEquals((me + j) % n, in[j]);
        }
        graph.free();
    }

    @Case(
            section = "8.6",
            calls = {"Comm.neighborAllGather", "MPI.ERR_TOPOLOGY"},
            says = "Without a topology there is no neighbourhood (ERR_TOPOLOGY).")
    static void withoutTopology(Intracomm comm) {
        fails(
                MPI.ERR_TOPOLOGY,
                () -> comm.neighborAllGather(new int[1], 1, MPI.INT, new int[2], 1, MPI.INT));
    }
}
