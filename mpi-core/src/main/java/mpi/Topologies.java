package mpi;

import musubi.comm.Communicator;
import musubi.comm.TopologyCommunicators;
import musubi.topo.CartTopology;
import musubi.topo.DistGraphTopology;
import musubi.topo.EdgeList;
import musubi.topo.GraphTopology;
import musubi.topo.Topology;

import java.util.Arrays;
import java.util.function.Function;

/** Calls of virtual topologies in both dialects. MPI-4.1 chapter 8. */
final class Topologies {
    private Topologies() {}

    /** The kind of a topology: {@code MPI.CART} and so on; {@code UNDEFINED} for null. */
    static int kind(Topology topology) {
        if (topology instanceof CartTopology) {
            return MPI.CART;
        }
        if (topology instanceof GraphTopology) {
            return MPI.GRAPH;
        }
        return topology instanceof DistGraphTopology ? MPI.DIST_GRAPH : MPI.UNDEFINED;
    }

    /**
     * Runs a call on a communicator and its topology.
     *
     * @param arguments names and values by turns
     */
    static <T> T query(
            Comm comm, String call, Function<Communicator, T> question, Object... arguments) {
        return MpiCall.runLocally(
                comm,
                call,
                (rank, c) -> question.apply(Comm.core(c, rank)),
                (c, e, name) -> MPI.failure(c, e, c + "." + name, describe(arguments)));
    }

    /** The arguments with all elements of arrays, which are short. */
    private static String describe(Object... namesAndValues) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            text.append(i == 0 ? "" : ", ")
                    .append(namesAndValues[i])
                    .append('=')
                    .append(value(namesAndValues[i + 1]));
        }
        return text.toString();
    }

    private static String value(Object value) {
        if (value instanceof int[] numbers) {
            return Arrays.toString(numbers);
        }
        return value instanceof boolean[] flags ? Arrays.toString(flags) : String.valueOf(value);
    }

    /** Checks that all processes make the call with equal arguments. */
    private static void agreeOnAll(Comm comm, Communicator core, String call, Object... arguments) {
        if (MPI.rank.checks() != null) {
            String words = describe(arguments);
            ProgramChecks.checkAgreement(MPI.rank, comm, core, call + " " + words, call, words);
        }
    }

    private static void agreeOnEdges(
            Comm comm,
            Communicator core,
            DistGraphTopology graph,
            int[] sources,
            int[] destinations) {
        if (MPI.rank.checks() != null) {
            String ends = describe("sources", sources, "destinations", destinations);
            ProgramChecks.checkEdgesAgree(comm, core, graph, ends);
        }
    }

    /** The core of a Cartesian communicator; null on processes outside of the grid. */
    static Communicator cart(
            Intracomm comm, String call, int[] dims, boolean[] periods, boolean reorder) {
        return query(
                comm,
                call,
                core -> {
                    CartTopology grid = CartTopology.of(dims, periods, core.size());
                    agreeOnAll(
                            comm, core, call, "dims", dims, "periods", periods, "reorder", reorder);
                    return TopologyCommunicators.cart(core, grid, reorder);
                },
                "dims",
                dims,
                "periods",
                periods,
                "reorder",
                reorder);
    }

    /** The core of a communicator with a graph; null on processes outside of the graph. */
    static Communicator graph(
            Intracomm comm, String call, int[] index, int[] edges, boolean reorder) {
        return query(
                comm,
                call,
                core -> {
                    GraphTopology graph = GraphTopology.of(index, edges, core.size());
                    agreeOnAll(
                            comm, core, call, "index", index, "edges", edges, "reorder", reorder);
                    return TopologyCommunicators.graph(core, graph);
                },
                "index",
                index,
                "edges",
                edges,
                "reorder",
                reorder);
    }

    /** The core of a communicator with a distributed graph; any process gives any edges. */
    static Communicator distGraph(
            Intracomm comm, int[] sources, int[] degrees, int[] destinations, int[] weights) {
        return query(
                comm,
                "createDistGraph",
                core -> {
                    long[] edges =
                            EdgeList.encode(sources, degrees, destinations, weights, core.size());
                    ProgramChecks.checkAgreement(
                            MPI.rank, comm, core, "CREATE_DIST_GRAPH", "createDistGraph", "");
                    return TopologyCommunicators.distGraph(core, edges);
                },
                "sources",
                sources,
                "degrees",
                degrees,
                "destinations",
                destinations,
                "weights",
                weights);
    }

    /** The core of a communicator with a distributed graph; each process gives its own edges. */
    static Communicator distGraphAdjacent(
            Intracomm comm,
            boolean weighted,
            int[] sources,
            int[] sourceWeights,
            int[] destinations,
            int[] destWeights) {
        return query(
                comm,
                "createDistGraphAdjacent",
                core -> {
                    int n = core.size();
                    DistGraphTopology graph =
                            new DistGraphTopology(
                                    DistGraphTopology.Edges.of(
                                            "sources", sources, sourceWeights, n),
                                    DistGraphTopology.Edges.of(
                                            "destinations", destinations, destWeights, n),
                                    weighted);
                    agreeOnEdges(comm, core, graph, sources, destinations);
                    return TopologyCommunicators.distGraph(core, graph);
                },
                "sources",
                sources,
                "sourceWeights",
                sourceWeights,
                "destinations",
                destinations,
                "destWeights",
                destWeights);
    }

    /** Weights; an empty array for null. */
    static int[] given(int[] weights) {
        return weights == null ? new int[0] : weights;
    }
}
