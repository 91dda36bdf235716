package mpi;

/** The neighbours of this process in a distributed graph. MPI-4.1 section 8.5.5. */
public final class DistGraphNeighbors {
    private final int[] sources;
    private final int[] sourceWeights;
    private final int[] destinations;
    private final int[] destinationWeights;
    private final boolean weighted;

    DistGraphNeighbors(
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destinationWeights,
            boolean weighted) {
        this.sources = sources;
        this.sourceWeights = sourceWeights;
        this.destinations = destinations;
        this.destinationWeights = destinationWeights;
        this.weighted = weighted;
    }

    /** Number of edges to this process. MPI-4.1 section 8.5.5. */
    public int getInDegree() {
        return sources.length;
    }

    /** Number of edges from this process. MPI-4.1 section 8.5.5. */
    public int getOutDegree() {
        return destinations.length;
    }

    /** Whether the edges have weights. MPI-4.1 section 8.5.5. */
    public boolean isWeighted() {
        return weighted;
    }

    /** The i-th process with an edge to this one. MPI-4.1 section 8.5.5. */
    public int getSource(int i) {
        return sources[i];
    }

    /** Weight of the i-th edge to this process. MPI-4.1 section 8.5.5. */
    public int getSourceWeight(int i) {
        return sourceWeights[i];
    }

    /** The i-th process with an edge from this one. MPI-4.1 section 8.5.5. */
    public int getDestination(int i) {
        return destinations[i];
    }

    /** Weight of the i-th edge from this process. MPI-4.1 section 8.5.5. */
    public int getDestinationWeight(int i) {
        return destinationWeights[i];
    }
}
