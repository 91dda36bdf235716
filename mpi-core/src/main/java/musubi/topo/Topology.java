package musubi.topo;

/** How the ranks of a communicator are arranged. MPI-4.1 chapter 8. Immutable; any thread. */
public sealed interface Topology permits CartTopology, GraphTopology, DistGraphTopology {
    /**
     * The neighbours of a rank in neighbourhood collectives. MPI-4.1 section 8.6.
     *
     * @param rank in a distributed graph always the own one
     */
    Neighbours neighbours(int rank);
}
