package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Neighbours in a graph of random edges, with multiple edges and loops. Each edge is a source and a
 * destination; all ranks have all edges, in the same order.
 */
final class EdgeModel implements NeighbourhoodModel {
    private final Comm comm;
    private final int[][] all;
    private final int[][] incoming;
    private final int outDegree;

    private EdgeModel(Comm comm, List<int[]> edges) {
        this.comm = comm;
        all = edges.toArray(int[][]::new);
        int me = comm.getRank();
        incoming = Arrays.stream(all).filter(e -> e[1] == me).toArray(int[][]::new);
        outDegree = (int) Arrays.stream(all).filter(e -> e[0] == me).count();
    }

    /** Directed edges; one rank after the other specifies some, of any ranks. */
    static EdgeModel distributed(Random random) {
        Intracomm world = MPI.COMM_WORLD;
        int n = world.getSize();
        List<int[]> edges = new ArrayList<>();
        List<int[]> mine = new ArrayList<>();
        for (int rank = 0; rank < n; rank++) {
            int count = random.nextInt(6);
            for (int e = 0; e < count; e++) {
                int[] edge = {random.nextInt(n), random.nextInt(n)};
                edges.add(edge);
                mine.addAll(rank == world.getRank() ? List.of(edge) : List.of());
            }
        }
        int[] ones = new int[mine.size()];
        Arrays.fill(ones, 1);
        GraphComm comm =
                world.createDistGraph(
                        ends(mine, 0), ones, ends(mine, 1), MPI.INFO_NULL, random.nextBoolean());
        return new EdgeModel(comm, edges);
    }

    /** A symmetric graph, the same on all ranks. MPI-4.1 section 8.6 requires symmetry. */
    static EdgeModel graph(Random random) {
        Intracomm world = MPI.COMM_WORLD;
        int n = world.getSize();
        List<int[]> edges = new ArrayList<>();
        int count = random.nextInt(3 * n);
        for (int e = 0; e < count; e++) {
            int a = random.nextInt(n);
            int b = random.nextInt(n);
            edges.add(new int[] {a, b});
            if (a != b) {
                edges.add(new int[] {b, a});
            }
        }
        List<int[]> byNode =
                IntStream.range(0, n)
                        .boxed()
                        .flatMap(node -> edges.stream().filter(e -> e[0] == node))
                        .toList();
        int[] index =
                IntStream.range(0, n)
                        .map(node -> (int) edges.stream().filter(e -> e[0] <= node).count())
                        .toArray();
        return new EdgeModel(world.createGraph(index, ends(byNode, 1), false), edges);
    }

    private static int[] ends(List<int[]> edges, int end) {
        return edges.stream().mapToInt(e -> e[end]).toArray();
    }

    @Override
    public Comm comm() {
        return comm;
    }

    @Override
    public int outDegree() {
        return outDegree;
    }

    @Override
    public int inDegree() {
        return incoming.length;
    }

    @Override
    public int source(int block) {
        return incoming[block][0];
    }

    @Override
    public int sentAs(int block) {
        int before = 0;
        for (int[] edge : all) {
            if (edge == incoming[block]) {
                return before;
            }
            before += edge[0] == incoming[block][0] ? 1 : 0;
        }
        throw new AssertionError("no such edge");
    }
}
