package mpi;

/** A graph of processes. MPI-4.1 section 8.5.5. */
public class GraphParms {
    /** End of each process's edges in {@link #edges}. */
    public int[] index;

    /** Neighbours of all processes, one process after the other. */
    public int[] edges;

    /** A graph whose arrays are set later. MPI-4.1 section 8.5.5. */
    public GraphParms() {}

    GraphParms(int[] index, int[] edges) {
        this.index = index;
        this.edges = edges;
    }

    /** Number of processes. MPI-4.1 section 8.5.5. */
    public int getIndexCount() {
        return index.length;
    }

    /** Where the edges of process i end. MPI-4.1 section 8.5.5. */
    public int getIndex(int i) {
        return index[i];
    }

    /** Number of edges. MPI-4.1 section 8.5.5. */
    public int getEdgeCount() {
        return edges.length;
    }

    /** The i-th neighbour. MPI-4.1 section 8.5.5. */
    public int getEdge(int i) {
        return edges[i];
    }
}
