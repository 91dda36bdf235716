package musubi.topo;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;

/**
 * A graph of which each rank holds its own edges only: those that lead to it and those that start
 * from it. MPI-4.1 section 8.5.4. Immutable.
 *
 * @param incoming edges to this rank
 * @param outgoing edges from this rank
 * @param weighted whether edges have weights
 */
public record DistGraphTopology(Edges incoming, Edges outgoing, boolean weighted)
        implements Topology {
    /**
     * The edges of one rank in one direction.
     *
     * @param ranks at the other end
     * @param weights as many; zeros in a graph without weights
     */
    public record Edges(int[] ranks, int[] weights) {
        /**
         * Edges as a program passes them.
         *
         * @param weights null in a graph without weights, or when there are no edges
         * @param size of the communicator
         * @throws MpiFailure of class ARG when a rank or a weight is not one, or one is missing
         */
        public static Edges of(String what, int[] ranks, int[] weights, int size) {
            if (ranks == null) {
                throw new MpiFailure(ErrorClass.ARG, "the array of " + what + " is null");
            }
            for (int rank : ranks) {
                checkRank(what, rank, size);
            }
            int[] given = weights == null ? new int[ranks.length] : weights;
            checkWeights(what, given, ranks.length);
            return new Edges(ranks.clone(), Arrays.copyOf(given, ranks.length));
        }
    }

    static void checkRank(String what, int rank, int size) {
        if (rank < 0 || rank >= size) {
            throw new MpiFailure(
                            ErrorClass.ARG, "no such rank in the communicator among the " + what)
                    .with("rank", rank, "size", size);
        }
    }

    static void checkWeights(String what, int[] weights, int edges) {
        if (weights.length < edges) {
            throw new MpiFailure(ErrorClass.ARG, "too few weights of " + what)
                    .with("weights", weights.length, "edges", edges);
        }
        for (int i = 0; i < edges; i++) {
            if (weights[i] < 0) {
                throw new MpiFailure(ErrorClass.ARG, "a weight must not be negative")
                        .with(what + " weights[" + i + "]", weights[i]);
            }
        }
    }

    @Override
    public Neighbours neighbours(int rank) {
        return Neighbours.inGraph(incoming.ranks, outgoing.ranks);
    }
}
