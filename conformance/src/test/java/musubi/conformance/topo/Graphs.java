package musubi.conformance.topo;

import static musubi.conformance.Expect.fails;
import static musubi.conformance.Ring.before;
import static musubi.conformance.Ring.behind;
import static musubi.conformance.Ring.ramp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import mpi.DistGraphNeighbors;
import mpi.GraphComm;
import mpi.GraphParms;
import mpi.Graphcomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.conformance.Case;

import java.util.Arrays;

/** Sections 8.5.3 and 8.5.4: graphs and distributed graphs. */
public final class Graphs {
    private Graphs() {}

    /** Each rank has the next and the previous rank as neighbours. */
    private static GraphComm ring(Intracomm comm) {
        int n = comm.getSize();
        int[] index = new int[n];
        int[] edges = new int[2 * n];
        for (int i = 0; i < n; i++) {
            index[i] = 2 * (i + 1);
            edges[2 * i] = (i + 1) % n;
            edges[2 * i + 1] = (i + n - 1) % n;
        }
        return comm.createGraph(index, edges, false);
    }

    @Case(
            section = "8.5.3",
            calls = {"Intracomm.createGraph", "Comm.getTopology", "MPI.GRAPH"},
            says = "A communicator created by graph_create has a graph topology.")
    static void create(Intracomm comm) {
        GraphComm graph = ring(comm);
        assertEquals(MPI.GRAPH, graph.getTopology());
        assertEquals(comm.getSize(), graph.getSize());
        assertEquals(comm.getRank(), graph.getRank());
        graph.free();
    }

    @Case(
            section = "8.5.5",
            calls = {"GraphComm.getDims", "GraphParms.getIndex", "GraphParms.getEdge"},
            says = "The nodes and edges of a graph are returned as they were given.")
    static void parameters(Intracomm comm) {
        int n = comm.getSize();
        GraphComm graph = ring(comm);
        GraphParms parms = graph.getDims();
        assertEquals(n, parms.getIndexCount());
        assertEquals(2 * n, parms.getEdgeCount());
        for (int i = 0; i < n; i++) {
            assertEquals(2 * i + 2, parms.getIndex(i));
            assertEquals((i + 1) % n, parms.getEdge(2 * i));
        }
        graph.free();
    }

    @Case(
            section = "8.5.5",
            calls = {"GraphComm.getNeighbors"},
            says =
                    "Neighbours of any rank are returned in the order of the edges, with"
                            + " repetitions.")
    static void neighbours(Intracomm comm) {
        int n = comm.getSize();
        GraphComm graph = ring(comm);
        for (int i = 0; i < n; i++) {
            assertArrayEquals(new int[] {(i + 1) % n, (i + n - 1) % n}, graph.getNeighbors(i));
        }
        graph.setErrhandler(MPI.ERRORS_RETURN);
        fails(MPI.ERR_RANK, () -> graph.getNeighbors(n));
        graph.free();
    }

    @Case(
            section = "8.5.3",
            calls = {"Intracomm.createGraph"},
            says = "Nodes may have no neighbours, and ranks without a node get no communicator.",
            ranks = 2)
    static void smaller(Intracomm comm) {
        GraphComm graph = comm.createGraph(new int[] {0}, new int[0], false);
        if (comm.getRank() == 0) {
            assertEquals(1, graph.getSize());
            assertEquals(0, graph.getNeighbors(0).length);
            graph.free();
        } else {
            assertTrue(graph == null || graph.isNull());
        }
    }

    @Case(
            section = "8.5.3",
            calls = {"Intracomm.createGraph"},
            says = "Edges to nodes that do not exist, and more nodes than ranks, are errors.")
    static void wrong(Intracomm comm) {
        int n = comm.getSize();
        int[] index = new int[n];
        Arrays.fill(index, 1);
        assertThrows(MPIException.class, () -> comm.createGraph(index, new int[] {n}, false));
        assertThrows(MPIException.class, () -> comm.createGraph(new int[n + 1], new int[0], false));
    }

    @Case(
            section = "8.5.5",
            calls = {"Intracomm.Create_graph", "Graphcomm.Get", "Graphcomm.Neighbours"},
            says = "The capitalised graph has its parameters as fields.")
    static void capitalised(Intracomm comm) {
        int n = comm.getSize();
        int[] index = ramp(n, 1);
        int[] edges = ramp(n, 0);
        Graphcomm graph = comm.Create_graph(index, edges, false);
        GraphParms parms = graph.Get();
        assertArrayEquals(index, parms.index);
        assertArrayEquals(edges, parms.edges);
        assertArrayEquals(new int[] {comm.getRank()}, graph.Neighbours(comm.getRank()));
        graph.Free();
    }

    @Case(
            section = "8.5.8",
            calls = {"GraphComm.map"},
            says = "Map returns a rank's node in a graph.")
    static void map(Intracomm comm) {
        GraphComm graph = ring(comm);
        int node = graph.map(ramp(comm.getSize(), 1), ramp(comm.getSize(), 0));
        assertTrue(node >= 0 && node < comm.getSize());
        graph.free();
    }

    @Case(
            section = "7.4.2",
            calls = {"GraphComm.dup"},
            says = "A duplicate of a graph communicator has the graph.")
    static void dup(Intracomm comm) {
        GraphComm graph = ring(comm);
        GraphComm copy = graph.dup();
        assertEquals(MPI.GRAPH, copy.getTopology());
        assertArrayEquals(graph.getNeighbors(0), copy.getNeighbors(0));
        graph.free();
        copy.free();
    }

    @Case(
            section = "8.5.4",
            calls = {
                "Intracomm.createDistGraphAdjacent",
                "GraphComm.getDistGraphNeighbors",
                "MPI.DIST_GRAPH"
            },
            says = "A rank's own edges of a distributed graph are returned as they were given.")
    static void adjacent(Intracomm comm) {
        int[] from = {before(comm)};
        int[] to = {behind(comm), comm.getRank()};
        int[] sources = {before(comm), comm.getRank()};
        GraphComm graph = comm.createDistGraphAdjacent(sources, to, MPI.INFO_NULL, false);
        assertEquals(MPI.DIST_GRAPH, graph.getTopology());
        DistGraphNeighbors its = graph.getDistGraphNeighbors();
        assertEquals(2, its.getInDegree());
        assertEquals(2, its.getOutDegree());
        assertFalse(its.isWeighted());
        assertEquals(from[0], its.getSource(0));
        assertEquals(comm.getRank(), its.getSource(1));
        assertEquals(to[0], its.getDestination(0));
        assertEquals(comm.getRank(), its.getDestination(1));
        graph.free();
    }

    @Case(
            section = "8.5.4",
            calls = {
                "Intracomm.createDistGraphAdjacent",
                "DistGraphNeighbors.getSourceWeight",
                "DistGraphNeighbors.getDestinationWeight"
            },
            says = "Weights of edges are returned as they were given.")
    static void weights(Intracomm comm) {
        GraphComm graph =
                comm.createDistGraphAdjacent(
                        new int[] {before(comm)},
                        new int[] {10 + before(comm)},
                        new int[] {behind(comm)},
                        new int[] {10 + comm.getRank()},
                        MPI.INFO_NULL,
                        false);
        DistGraphNeighbors its = graph.getDistGraphNeighbors();
        assertTrue(its.isWeighted());
        assertEquals(10 + before(comm), its.getSourceWeight(0));
        assertEquals(10 + comm.getRank(), its.getDestinationWeight(0));
        graph.free();
    }

    @Case(
            section = "8.5.4",
            calls = {"Intracomm.createDistGraph", "DistGraphNeighbors.getInDegree"},
            says = "Any rank may specify any edges of a distributed graph.")
    static void anybodysEdges(Intracomm comm) {
        int n = comm.getSize();
        boolean gives = comm.getRank() == n - 1;
        int[] sources = gives ? ramp(n, 0) : new int[0];
        int[] degrees = new int[sources.length];
        Arrays.fill(degrees, 1);
        int[] destinations = new int[sources.length];
        for (int i = 0; i < sources.length; i++) {
            destinations[i] = (i + 1) % n;
        }
        GraphComm graph =
                comm.createDistGraph(sources, degrees, destinations, MPI.INFO_NULL, false);
        DistGraphNeighbors its = graph.getDistGraphNeighbors();
        assertEquals(1, its.getInDegree());
        assertEquals(1, its.getOutDegree());
        assertEquals(before(comm), its.getSource(0));
        assertEquals(behind(comm), its.getDestination(0));
        graph.free();
    }

    @Case(
            section = "8.5.4",
            calls = {"Intracomm.createDistGraph", "DistGraphNeighbors.getDestinationWeight"},
            says = "Weights passed to dist_graph_create are returned at both ends of the edge.")
    static void distWeights(Intracomm comm) {
        int me = comm.getRank();
        GraphComm graph =
                comm.createDistGraph(
                        new int[] {me},
                        new int[] {1},
                        new int[] {behind(comm)},
                        new int[] {5 * me},
                        MPI.INFO_NULL,
                        false);
        DistGraphNeighbors its = graph.getDistGraphNeighbors();
        assertTrue(its.isWeighted());
        assertEquals(5 * me, its.getDestinationWeight(0));
        assertEquals(5 * before(comm), its.getSourceWeight(0));
        graph.free();
    }

    @Case(
            section = "8.5.4",
            calls = {"Intracomm.createDistGraph"},
            says = "A distributed graph may have no edges.")
    static void noEdges(Intracomm comm) {
        int[] none = new int[0];
        GraphComm graph = comm.createDistGraph(none, none, none, MPI.INFO_NULL, false);
        assertEquals(0, graph.getDistGraphNeighbors().getInDegree());
        assertEquals(0, graph.getDistGraphNeighbors().getOutDegree());
        int[] in = {-1};
        graph.neighborAllGather(new int[1], 1, MPI.INT, in, 1, MPI.INT);
        assertEquals(-1, in[0]);
        graph.free();
    }
}
