package musubi.topo;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;

/**
 * A graph that every rank holds completely; edges may occur several times and lead to where they
 * start. MPI-4.1 section 8.5.3. Immutable.
 */
public final class GraphTopology implements Topology {
    private final int[] index;
    private final int[] edges;

    private GraphTopology(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /**
     * A graph for at most the given number of ranks.
     *
     * @param index for each node, where its edges end in the list of all edges
     * @param edges the nodes where they lead to; what is beyond the last index is not looked at
     * @throws MpiFailure of class ARG when it needs more ranks or is not a graph
     */
    public static GraphTopology of(int[] index, int[] edges, int ranks) {
        if (index == null || edges == null) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "a graph needs an index and edges: "
                            + (index == null ? "index" : "edges")
                            + " is null");
        }
        if (index.length > ranks) {
            throw new MpiFailure(
                            ErrorClass.ARG,
                            "the graph has more nodes than the communicator has ranks")
                    .with("nodes", index.length, "size", ranks);
        }
        int end = checkIndex(index, edges.length);
        for (int e = 0; e < end; e++) {
            if (edges[e] < 0 || edges[e] >= index.length) {
                throw new MpiFailure(ErrorClass.ARG, "an edge leads to no node of the graph")
                        .with("edges[" + e + "]", edges[e], "nodes", index.length);
            }
        }
        return new GraphTopology(index.clone(), Arrays.copyOf(edges, end));
    }

    private static int checkIndex(int[] index, int edges) {
        int end = 0;
        for (int node = 0; node < index.length; node++) {
            if (index[node] < end || index[node] > edges) {
                throw new MpiFailure(
                                ErrorClass.ARG,
                                "the index must not decrease nor go beyond the edges")
                        .with("index[" + node + "]", index[node])
                        .with("before", end, "edges", edges);
            }
            end = index[node];
        }
        return end;
    }

    /** Number of nodes, which is the number of ranks. */
    public int size() {
        return index.length;
    }

    /** For each node, where its edges end; a copy. */
    public int[] index() {
        return index.clone();
    }

    /** All edges, node by node; a copy. */
    public int[] edges() {
        return edges.clone();
    }

    /**
     * Where the edges of a rank lead to. MPI-4.1 section 8.5.5.
     *
     * @throws MpiFailure of class RANK when there is no such rank
     */
    public int[] adjacent(int rank) {
        if (rank < 0 || rank >= index.length) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the graph")
                    .with("rank", rank, "size", index.length);
        }
        return Arrays.copyOfRange(edges, rank == 0 ? 0 : index[rank - 1], index[rank]);
    }

    @Override
    public Neighbours neighbours(int rank) {
        int[] adjacent = adjacent(rank);
        return Neighbours.inGraph(adjacent, adjacent);
    }
}
