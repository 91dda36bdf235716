package musubi.comm;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.RankGroup;
import musubi.topo.CartTopology;
import musubi.topo.DistGraphTopology;
import musubi.topo.EdgeList;
import musubi.topo.GraphTopology;
import musubi.topo.Topology;

import java.util.stream.IntStream;

/**
 * Creation of communicators with a topology. MPI-4.1 section 8.5. All calls are collective over the
 * parent. Thread rule: as {@link Communicator}.
 */
public final class TopologyCommunicators {
    private TopologyCommunicators() {}

    /**
     * A grid of the first members.
     *
     * @param reorder whether members of a node may become neighbours
     * @return null on ranks that the grid has no place for
     */
    public static Communicator cart(Communicator parent, CartTopology grid, boolean reorder) {
        RankGroup all = reorder ? NodeOrder.of(parent) : parent.group();
        return arrange(parent, all, grid, grid.size());
    }

    /**
     * A graph of the first members, in their order.
     *
     * @return null on ranks that the graph has no node for
     */
    public static Communicator graph(Communicator parent, GraphTopology graph) {
        return arrange(parent, parent.group(), graph, graph.size());
    }

    private static Communicator arrange(
            Communicator parent, RankGroup all, Topology topology, int places) {
        RankGroup members = all.include(IntStream.range(0, places).toArray());
        Communicator made = parent.create(members);
        return made == null ? null : made.setTopology(topology);
    }

    /**
     * The part of a grid in which this rank's coordinates stay as they are in the dimensions that
     * do not remain. MPI-4.1 section 8.5.7.
     */
    public static Communicator sub(Communicator parent, CartTopology grid, boolean[] remain) {
        CartTopology kept = grid.keep(remain);
        int part = grid.drop(remain).rank(grid.coordsOf(parent.rank(), remain, false));
        int place = kept.rank(grid.coordsOf(parent.rank(), remain, true));
        return parent.split(part, place).setTopology(kept);
    }

    /** A distributed graph of all members, in their order; each passes its own edges. */
    public static Communicator distGraph(Communicator parent, DistGraphTopology own) {
        return parent.dup().setTopology(own);
    }

    /**
     * A distributed graph of all members, in their order; each passes any edges.
     *
     * @param edges as {@link EdgeList#encode} makes them
     */
    public static Communicator distGraph(Communicator parent, long[] edges) {
        long[][] all = parent.exchange(parent.nextTag()).allGatherRows(edges);
        return distGraph(parent, EdgeList.of(parent.rank(), all));
    }

    /**
     * The grid of a communicator.
     *
     * @throws MpiFailure of class TOPOLOGY when it has none
     */
    public static CartTopology grid(Communicator comm) {
        return topologyOf(comm, CartTopology.class, "grid");
    }

    /**
     * The graph of a communicator.
     *
     * @throws MpiFailure of class TOPOLOGY when it has none
     */
    public static GraphTopology graphOf(Communicator comm) {
        return topologyOf(comm, GraphTopology.class, "graph");
    }

    /**
     * This rank's part of the distributed graph of a communicator.
     *
     * @throws MpiFailure of class TOPOLOGY when it has none
     */
    public static DistGraphTopology distGraphOf(Communicator comm) {
        return topologyOf(comm, DistGraphTopology.class, "distributed graph");
    }

    private static <T extends Topology> T topologyOf(
            Communicator comm, Class<T> kind, String wanted) {
        Topology topology = comm.topology();
        if (kind.isInstance(topology)) {
            return kind.cast(topology);
        }
        String given = topology == null ? "no topology" : topology.getClass().getSimpleName();
        throw new MpiFailure(
                ErrorClass.TOPOLOGY,
                "the communicator is not arranged as a %s: it has %s".formatted(wanted, given));
    }
}
