package applications.graph;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * PageRank of a Kronecker graph, by the power method. The vertices are divided into blocks; each
 * iteration gathers the shares that all vertices pass to their neighbours, and reduces the rank of
 * the vertices without neighbours, which is divided among all; each vertex pulls the shares of its
 * neighbours. {@code -scale}: 2^scale vertices; {@code -iterations}. Verified: the last iteration
 * with the edges as they are generated, the sum, and that the iterations converge; the value is the
 * sum of the squares of the ranks.
 */
public final class PageRank implements Application {
    private static final double DAMPING = 0.85;
    private static final double TOLERANCE = 1e-10;

    private World world;
    private int iterations;
    private KroneckerGraph graph;
    private int vertices;
    private double[] ranks;
    private double[] previous;
    private double[] shares;
    private double[] allShares;
    private int[] counts;
    private int[] offsets;
    private final double[] unlinked = new double[1];
    private final double[] totalUnlinked = new double[1];

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        iterations = arguments.number("-iterations", 20);
        graph = new KroneckerGraph(arguments.number("-scale", 16), world.rank(), world.size());
        vertices = graph.vertices();
        Blocks blocks = new Blocks(vertices, world.size());
        int count = blocks.size(world.rank());
        ranks = new double[count];
        previous = new double[count];
        shares = new double[count];
        allShares = new double[vertices];
        counts = new int[world.size()];
        offsets = new int[world.size()];
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = blocks.size(rank);
            offsets[rank] = blocks.start(rank);
        }
        Arrays.fill(ranks, 1.0 / vertices);
    }

    @Override
    public void compute() throws MPIException {
        for (int i = 0; i < iterations; i++) {
            unlinked[0] = share(ranks, shares, graph.starts());
            world.allGatherV(shares, shares.length, allShares, counts, offsets);
            world.allReduce(unlinked, totalUnlinked, 1, Operation.SUM);
            double[] next = previous;
            previous = ranks;
            ranks = next;
            double least = (1 - DAMPING + DAMPING * totalUnlinked[0]) / vertices;
            pull(allShares, graph.starts(), graph.neighbours(), least, next);
        }
    }

    /** Divides ranks by the number of neighbours; returns the sum of those without any. */
    private static double share(double[] ranks, double[] shares, int[] starts) {
        double unlinked = 0;
        for (int vertex = 0; vertex < ranks.length; vertex++) {
            int degree = starts[vertex + 1] - starts[vertex];
            shares[vertex] = degree == 0 ? 0 : ranks[vertex] / degree;
            unlinked += degree == 0 ? ranks[vertex] : 0;
        }
        return unlinked;
    }

    private static void pull(
            double[] shares, int[] starts, int[] neighbours, double least, double[] ranks) {
        for (int vertex = 0; vertex < ranks.length; vertex++) {
            double sum = 0;
            int end = starts[vertex + 1];
            for (int i = starts[vertex]; i < end; i++) {
                sum += shares[neighbours[i]];
            }
            ranks[vertex] = least + DAMPING * sum;
        }
    }

    @Override
    public Result verify() throws MPIException {
        double[] expected = pushed();
        double[] sums = new double[4];
        for (int i = 0; i < ranks.length; i++) {
            // The comparison is false for NaN.
            double error = Math.abs(ranks[i] - expected[offsets[world.rank()] + i]);
            sums[0] += error <= TOLERANCE * ranks[i] ? 0 : 1;
            sums[1] += ranks[i];
            sums[2] += Math.abs(ranks[i] - previous[i]);
            sums[3] += ranks[i] * ranks[i];
        }
        double[] totals = new double[4];
        world.allReduce(sums, totals, 4, Operation.SUM);
        boolean isOne = Math.abs(totals[1] - 1) <= TOLERANCE;
        // The change of the first iteration is at most 2; damping reduces the others.
        double change = 2 * Math.pow(DAMPING, iterations - 1);
        boolean isConverging = totals[2] <= change + TOLERANCE;
        return new Result(totals[3], totals[0] == 0 && isOne && isConverging);
    }

    /** The last iteration for all vertices, along the edges of a block for each rank. */
    private double[] pushed() throws MPIException {
        double[] all = new double[vertices];
        world.allGatherV(previous, previous.length, all, counts, offsets);
        long begin = graph.edges() * world.rank() / world.size();
        long end = graph.edges() * (world.rank() + 1) / world.size();
        double[] degrees = new double[vertices];
        for (long edge = begin; edge < end; edge++) {
            long ends = graph.ends(edge);
            int isLink = KroneckerGraph.low(ends) != KroneckerGraph.high(ends) ? 1 : 0;
            degrees[KroneckerGraph.low(ends)] += isLink;
            degrees[KroneckerGraph.high(ends)] += isLink;
        }
        double[] totalDegrees = new double[vertices];
        world.allReduce(degrees, totalDegrees, vertices, Operation.SUM);
        double[] pushed = new double[vertices];
        for (long edge = begin; edge < end; edge++) {
            long ends = graph.ends(edge);
            int one = KroneckerGraph.low(ends);
            int other = KroneckerGraph.high(ends);
            if (one != other) {
                pushed[one] += DAMPING * all[other] / totalDegrees[other];
                pushed[other] += DAMPING * all[one] / totalDegrees[one];
            }
        }
        double[] total = new double[vertices];
        world.allReduce(pushed, total, vertices, Operation.SUM);
        double rest = 1 - DAMPING;
        for (int vertex = 0; vertex < vertices; vertex++) {
            rest += totalDegrees[vertex] == 0 ? DAMPING * all[vertex] : 0;
        }
        for (int vertex = 0; vertex < vertices; vertex++) {
            total[vertex] += rest / vertices;
        }
        return total;
    }
}
