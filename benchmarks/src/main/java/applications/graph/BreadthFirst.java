package applications.graph;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.SplitMix64;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * Breadth-first search of a Kronecker graph from several roots, in the manner of the Graph500
 * benchmark. The vertices are divided into blocks; each level sends the edges that leave the
 * frontier to the ranks of their other ends by an exchange between all ranks, each vertex once from
 * each rank. {@code -scale}: 2^scale vertices; {@code -roots}. The trees of parents are verified
 * with the rules of Graph500; the value is the sum of the depths of all vertices.
 */
public final class BreadthFirst implements Application {
    private static final int NONE = -1;

    private World world;
    private int roots;
    private KroneckerGraph graph;
    private Blocks blocks;

    /** The first vertex of this rank. */
    private int first;

    /** The vertices of this rank. */
    private int count;

    /** For each root, the parents of this rank's vertices. */
    private int[][] parents;

    /** This rank's vertices that have been reached, in this order. */
    private int[] reached;

    private int reachedCount;

    /** Of all vertices, whether this rank has sent an edge to it. */
    private boolean[] isSent;

    /** Pairs of a vertex and its possible parent, for each rank from a fixed offset. */
    private int[] sent;

    private int[] sentOffsets;
    private int[] sentCounts;
    private int[] received;
    private int[] receivedOffsets;
    private int[] receivedCounts;
    private final int[] found = new int[1];
    private final int[] totalFound = new int[1];

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        int scale = arguments.number("-scale", 16);
        roots = arguments.number("-roots", 4);
        int ranks = world.size();
        graph = new KroneckerGraph(scale, world.rank(), ranks);
        blocks = new Blocks(graph.vertices(), ranks);
        first = blocks.start(world.rank());
        count = blocks.size(world.rank());
        parents = new int[roots][count];
        reached = new int[count];
        isSent = new boolean[graph.vertices()];
        sent = new int[2 * graph.vertices()];
        sentOffsets = new int[ranks];
        sentCounts = new int[ranks];
        received = new int[Math.multiplyExact(2 * count, ranks)];
        receivedOffsets = new int[ranks];
        receivedCounts = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            sentOffsets[rank] = 2 * blocks.start(rank);
        }
    }

    /** The start of a search: an end of a random edge. */
    private int root(int search) {
        long edge = (SplitMix64.at(-2L - search) >>> 1) % graph.edges();
        while (true) {
            long ends = graph.ends(edge);
            if (KroneckerGraph.low(ends) != KroneckerGraph.high(ends)) {
                return KroneckerGraph.low(ends);
            }
            edge = (edge + 1) % graph.edges();
        }
    }

    @Override
    public void compute() throws MPIException {
        for (int search = 0; search < roots; search++) {
            search(root(search), parents[search]);
        }
    }

    private void search(int root, int[] parent) throws MPIException {
        Arrays.fill(parent, NONE);
        Arrays.fill(isSent, false);
        reachedCount = 0;
        if (graph.owner(root) == world.rank()) {
            reach(parent, root - first, root);
        }
        int begin = 0;
        do {
            int end = reachedCount;
            Arrays.fill(sentCounts, 0);
            for (int i = begin; i < end; i++) {
                expand(reached[i], parent);
            }
            exchange();
            receive(parent);
            begin = end;
            found[0] = reachedCount - end;
            world.allReduce(found, totalFound, 1, Operation.SUM);
        } while (totalFound[0] > 0);
    }

    private void reach(int[] parent, int vertex, int from) {
        if (parent[vertex] == NONE) {
            parent[vertex] = from;
            reached[reachedCount++] = vertex;
        }
    }

    /** Follows the edges of a vertex of this rank. */
    private void expand(int vertex, int[] parent) {
        int[] neighbours = graph.neighbours();
        int[] starts = graph.starts();
        boolean[] isSent = this.isSent;
        int first = this.first;
        int count = this.count;
        int end = starts[vertex + 1];
        for (int i = starts[vertex]; i < end; i++) {
            int neighbour = neighbours[i];
            int own = neighbour - first;
            if (own >= 0 && own < count) {
                reach(parent, own, first + vertex);
            } else if (!isSent[neighbour]) {
                isSent[neighbour] = true;
                add(neighbour, first + vertex);
            }
        }
    }

    private void add(int vertex, int from) {
        int owner = graph.owner(vertex);
        int next = sentOffsets[owner] + sentCounts[owner];
        sent[next] = vertex;
        sent[next + 1] = from;
        sentCounts[owner] += 2;
    }

    private void exchange() throws MPIException {
        world.allToAll(sentCounts, 1, receivedCounts);
        int offset = 0;
        for (int rank = 0; rank < receivedCounts.length; rank++) {
            receivedOffsets[rank] = offset;
            offset += receivedCounts[rank];
        }
        world.allToAllV(sent, sentCounts, sentOffsets, received, receivedCounts, receivedOffsets);
    }

    private void receive(int[] parent) {
        int last = receivedCounts.length - 1;
        int end = receivedOffsets[last] + receivedCounts[last];
        for (int i = 0; i < end; i += 2) {
            reach(parent, received[i] - first, received[i + 1]);
        }
    }

    @Override
    public Result verify() throws MPIException {
        SearchTrees trees = new SearchTrees(world, graph);
        long depths = 0;
        boolean isCorrect = true;
        for (int search = 0; search < roots; search++) {
            isCorrect &= trees.isTree(root(search), parents[search]);
            depths += trees.sumOfDepths();
        }
        return new Result(depths, isCorrect);
    }
}
