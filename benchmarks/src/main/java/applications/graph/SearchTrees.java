package applications.graph;

import applications.frame.Blocks;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * Verifies trees of parents with the rules of the Graph500 benchmark: they are trees, their edges
 * are edges of the graph, and an edge of the graph joins vertices whose depths differ by at most
 * one, or two that are not reached. The edges are generated again, a block by each rank.
 */
final class SearchTrees {
    private static final int NONE = -1;

    private final World world;
    private final KroneckerGraph graph;

    /** Of all vertices. */
    private final int[] parents;

    private final int[] depths;

    SearchTrees(World world, KroneckerGraph graph) {
        this.world = world;
        this.graph = graph;
        parents = new int[graph.vertices()];
        depths = new int[graph.vertices()];
    }

    /** Whether this rank's parents and those of the others are such a tree. Collective. */
    boolean isTree(int root, int[] ownParents) throws MPIException {
        gather(ownParents);
        int[] errors = {parents[root] == root && setDepths(root) ? 0 : 1};
        // Whether an edge between a vertex and its parent has been generated.
        int[] hasEdge = new int[parents.length];
        hasEdge[root] = 1;
        errors[0] += checkEdges(hasEdge);
        int[] totalErrors = new int[1];
        world.allReduce(errors, totalErrors, 1, Operation.SUM);
        int[] hasEdgeAnywhere = new int[parents.length];
        world.allReduce(hasEdge, hasEdgeAnywhere, parents.length, Operation.MAX);
        boolean hasEdges = true;
        for (int vertex = 0; vertex < parents.length; vertex++) {
            hasEdges &= parents[vertex] == NONE || hasEdgeAnywhere[vertex] == 1;
        }
        return totalErrors[0] == 0 && hasEdges;
    }

    private void gather(int[] ownParents) throws MPIException {
        Blocks blocks = new Blocks(parents.length, world.size());
        int[] counts = new int[world.size()];
        int[] offsets = new int[world.size()];
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = blocks.size(rank);
            offsets[rank] = blocks.start(rank);
        }
        world.allGatherV(ownParents, ownParents.length, parents, counts, offsets);
    }

    /** Follows the parents to the root; returns whether there are no cycles. */
    private boolean setDepths(int root) {
        Arrays.fill(depths, NONE);
        depths[root] = 0;
        int[] path = new int[parents.length];
        for (int start = 0; start < parents.length; start++) {
            int length = 0;
            int vertex = start;
            while (vertex != NONE && depths[vertex] == NONE && length < path.length) {
                path[length++] = vertex;
                vertex = parents[vertex];
            }
            if (vertex == NONE ? length > 1 : depths[vertex] == NONE) {
                return false;
            }
            for (int i = length - 1; i >= 0 && vertex != NONE; i--) {
                depths[path[i]] = depths[vertex] + length - i;
            }
        }
        return true;
    }

    /** Checks this rank's block of the generated edges; returns the number of errors. */
    private int checkEdges(int[] hasEdge) throws MPIException {
        long begin = graph.edges() * world.rank() / world.size();
        long end = graph.edges() * (world.rank() + 1) / world.size();
        int errors = 0;
        for (long edge = begin; edge < end; edge++) {
            long ends = graph.ends(edge);
            int one = KroneckerGraph.low(ends);
            int other = KroneckerGraph.high(ends);
            if (one != other) {
                boolean isReached = depths[one] != NONE;
                if (isReached != (depths[other] != NONE)
                        || Math.abs(depths[one] - depths[other]) > 1) {
                    errors++;
                }
                hasEdge[one] |= parents[one] == other ? 1 : 0;
                hasEdge[other] |= parents[other] == one ? 1 : 0;
            }
        }
        return errors;
    }

    /** The sum of the depths of all vertices in the last tree. */
    long sumOfDepths() {
        long sum = 0;
        for (int depth : depths) {
            sum += Math.max(0, depth);
        }
        return sum;
    }
}
