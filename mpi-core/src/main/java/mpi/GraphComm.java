package mpi;

import musubi.comm.Communicator;
import musubi.comm.TopologyCommunicators;
import musubi.topo.DistGraphTopology;
import musubi.topo.GraphTopology;

/**
 * A communicator with a graph topology: a graph known to all processes ({@code createGraph}), or a
 * distributed graph of which each process has its own edges ({@code createDistGraph}). Duplicates
 * have the same topology. MPI-4.1 section 8.5.
 */
public class GraphComm extends Intracomm {
    GraphComm(Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public GraphComm clone() {
        return dup();
    }

    @Override
    public GraphComm dup() throws MPIException {
        return adopt(new GraphComm(duplicate("dup"), this));
    }

    @Override
    public GraphComm iDup() throws MPIException {
        return startDup(adopt(new GraphComm(pendingDuplicate(), this)));
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new GraphComm(duplicate("dupWithInfo"), this)), info);
    }

    /** The graph; fails with {@code ERR_TOPOLOGY} for a distributed one. MPI-4.1 section 8.5.5. */
    public GraphParms getDims() throws MPIException {
        return dims("getDims");
    }

    final GraphParms dims(String call) {
        return Topologies.query(
                this,
                call,
                core -> {
                    GraphTopology graph = TopologyCommunicators.graphOf(core);
                    return new GraphParms(graph.index(), graph.edges());
                });
    }

    /**
     * The neighbours of a rank; fails with {@code ERR_TOPOLOGY} for a distributed graph. MPI-4.1
     * section 8.5.5.
     */
    public int[] getNeighbors(int rank) throws MPIException {
        return neighbors("getNeighbors", rank);
    }

    final int[] neighbors(String call, int rank) {
        return Topologies.query(
                this,
                call,
                core -> TopologyCommunicators.graphOf(core).adjacent(rank),
                "rank",
                rank);
    }

    /**
     * The edges of this process in a distributed graph; fails with {@code ERR_TOPOLOGY} for another
     * one. In the order of {@code createDistGraphAdjacent}; after {@code createDistGraph} in the
     * order of the specifying ranks and their arguments. Weights are 0 in an unweighted graph.
     * MPI-4.1 section 8.5.5.
     */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        return Topologies.query(
                this,
                "getDistGraphNeighbors",
                core -> {
                    DistGraphTopology graph = TopologyCommunicators.distGraphOf(core);
                    return new DistGraphNeighbors(
                            graph.incoming().ranks(),
                            graph.incoming().weights(),
                            graph.outgoing().ranks(),
                            graph.outgoing().weights(),
                            graph.weighted());
                });
    }

    /**
     * The recommended rank of this process in such a graph: its own rank, or {@code MPI.UNDEFINED}
     * outside the graph. MPI-4.1 section 8.5.8.
     */
    public int map(int[] index, int[] edges) throws MPIException {
        return place("map", index, edges);
    }

    final int place(String call, int[] index, int[] edges) {
        return Topologies.query(
                this,
                call,
                core ->
                        core.rank() < GraphTopology.of(index, edges, core.size()).size()
                                ? core.rank()
                                : MPI.UNDEFINED,
                "index",
                index,
                "edges",
                edges);
    }
}
