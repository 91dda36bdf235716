package musubi.topo;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The edges that one rank contributes to a distributed graph, any edges, as numbers that ranks can
 * exchange. MPI-4.1 section 8.5.4.
 *
 * <pre>
 *   0 or 1: whether weighted | source, destination | weight | source, destination | weight | ...
 * </pre>
 */
public final class EdgeList {
    private static final int HEADER = 1;
    private static final int LONGS = 2;

    private EdgeList() {}

    /**
     * The numbers of a contribution.
     *
     * @param sources ranks, each with the number of edges in degrees
     * @param destinations where the edges lead to, source by source
     * @param weights of the edges; null in a graph without
     * @param size of the communicator
     * @throws MpiFailure of class ARG when a rank, degree or weight is not one, or one is missing
     */
    public static long[] encode(
            int[] sources, int[] degrees, int[] destinations, int[] weights, int size) {
        int edges = checkedEdges(sources, degrees, destinations, size);
        if (weights != null) {
            DistGraphTopology.checkWeights("edges", weights, edges);
        }
        long[] code = new long[HEADER + LONGS * edges];
        code[0] = weights == null ? 0 : 1;
        int edge = 0;
        for (int s = 0; s < sources.length; s++) {
            for (int end = edge + degrees[s]; edge < end; edge++) {
                code[HEADER + LONGS * edge] = (long) sources[s] << 32 | destinations[edge];
                code[HEADER + LONGS * edge + 1] = weights == null ? 0 : weights[edge];
            }
        }
        return code;
    }

    private static int checkedEdges(int[] sources, int[] degrees, int[] destinations, int size) {
        if (sources == null || degrees == null || degrees.length < sources.length) {
            throw new MpiFailure(ErrorClass.ARG, "each source needs a degree")
                    .with("sources", Arrays.toString(sources), "degrees", Arrays.toString(degrees));
        }
        int available = destinations == null ? 0 : destinations.length;
        int edges = 0;
        for (int s = 0; s < sources.length; s++) {
            DistGraphTopology.checkRank("sources", sources[s], size);
            if (degrees[s] < 0 || degrees[s] > available - edges) {
                throw new MpiFailure(
                                ErrorClass.ARG,
                                "a degree must not be negative nor go beyond the destinations")
                        .with("degrees[" + s + "]", degrees[s])
                        .with("destinations left", available - edges);
            }
            edges += degrees[s];
        }
        for (int e = 0; e < edges; e++) {
            DistGraphTopology.checkRank("destinations", destinations[e], size);
        }
        return edges;
    }

    /**
     * The part of all contributions that concerns a rank. Its edges are in the order of the
     * contributing ranks, and in theirs, so that several edges between two ranks are in the same
     * order on both.
     *
     * @param contributions of all ranks, each as {@link #encode} made it
     * @throws MpiFailure of class ARG when some contributions have weights and others do not
     */
    public static DistGraphTopology of(int rank, long[][] contributions) {
        boolean weighted = contributions[0][0] != 0;
        for (int r = 0; r < contributions.length; r++) {
            if (contributions[r][0] != 0 != weighted) {
                throw new MpiFailure(ErrorClass.ARG, "either all ranks give weights or none does")
                        .with("rank 0 weighted", weighted)
                        .with("rank " + r + " weighted", !weighted);
            }
        }
        return new DistGraphTopology(
                pick(contributions, rank, true), pick(contributions, rank, false), weighted);
    }

    private static DistGraphTopology.Edges pick(long[][] all, int rank, boolean incoming) {
        List<int[]> edges = new ArrayList<>();
        for (long[] code : all) {
            for (int i = HEADER; i < code.length; i += LONGS) {
                int source = (int) (code[i] >> 32);
                int destination = (int) code[i];
                if ((incoming ? destination : source) == rank) {
                    int other = incoming ? source : destination;
                    edges.add(new int[] {other, (int) code[i + 1]});
                }
            }
        }
        return new DistGraphTopology.Edges(
                edges.stream().mapToInt(edge -> edge[0]).toArray(),
                edges.stream().mapToInt(edge -> edge[1]).toArray());
    }
}
