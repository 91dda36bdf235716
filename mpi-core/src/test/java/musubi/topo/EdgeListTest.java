package musubi.topo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class EdgeListTest {
    private static final int[] NO = {};

    private record Edge(int source, int destination, int weight) {}

    private static void assertRefused(Executable call) {
        MpiFailure failure = assertThrows(MpiFailure.class, call);
        assertEquals(ErrorClass.ARG, failure.errorClass(), failure.getMessage());
    }

    @Test
    void shouldGiveEachRankItsEdgesInTheOrderOfContributions() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            int size = 1 + random.nextInt(6);
            List<Edge> all = new ArrayList<>();
            long[][] contributions = new long[size][];
            for (int rank = 0; rank < size; rank++) {
                contributions[rank] = contribute(size, random, all);
            }
            for (int rank = 0; rank < size; rank++) {
                checkRank(rank, all, EdgeList.of(rank, contributions), "seed=" + seed);
            }
        }
    }

    /** Sources may occur several times, and may have no edges. */
    private static long[] contribute(int size, Random random, List<Edge> all) {
        int[] sources = random.ints(random.nextInt(4), 0, size).toArray();
        int[] degrees = random.ints(sources.length, 0, 4).toArray();
        int edges = IntStream.of(degrees).sum();
        int[] destinations = random.ints(edges, 0, size).toArray();
        int[] weights = random.ints(edges, 0, 100).toArray();
        for (int s = 0, e = 0; s < sources.length; s++) {
            for (int i = 0; i < degrees[s]; i++, e++) {
                all.add(new Edge(sources[s], destinations[e], weights[e]));
            }
        }
        return EdgeList.encode(sources, degrees, destinations, weights, size);
    }

    private static void checkRank(int rank, List<Edge> all, DistGraphTopology got, String what) {
        List<Edge> in = all.stream().filter(e -> e.destination == rank).toList();
        List<Edge> out = all.stream().filter(e -> e.source == rank).toList();
        assertTrue(got.weighted(), what);
        assertEquals(in, edges(got.incoming(), rank, true), what);
        assertEquals(out, edges(got.outgoing(), rank, false), what);
    }

    private static List<Edge> edges(DistGraphTopology.Edges edges, int rank, boolean incoming) {
        return IntStream.range(0, edges.ranks().length)
                .mapToObj(
                        i ->
                                new Edge(
                                        incoming ? edges.ranks()[i] : rank,
                                        incoming ? rank : edges.ranks()[i],
                                        edges.weights()[i]))
                .toList();
    }

    @Test
    void shouldHaveZerosWithoutWeights() {
        int[] one = {1};
        long[][] all = {
            EdgeList.encode(one, one, one, null, 2), EdgeList.encode(NO, NO, NO, null, 2)
        };
        DistGraphTopology graph = EdgeList.of(1, all);
        assertFalse(graph.weighted());
        assertEquals(1, graph.incoming().ranks()[0]);
        assertEquals(0, graph.outgoing().weights()[0]);
    }

    @Test
    void shouldRefuseWhenOnlySomeGiveWeights() {
        long[][] all = {EdgeList.encode(NO, NO, NO, NO, 2), EdgeList.encode(NO, NO, NO, null, 2)};
        assertRefused(() -> EdgeList.of(0, all));
        assertRefused(() -> EdgeList.of(1, all));
    }

    @Test
    void shouldRefuseWrongEdges() {
        int[] one = {1};
        int[] two = {2};
        assertRefused(() -> EdgeList.encode(two, one, one, null, 2));
        assertRefused(() -> EdgeList.encode(one, one, two, null, 2));
        assertRefused(() -> EdgeList.encode(one, two, one, null, 2));
        assertRefused(() -> EdgeList.encode(one, new int[] {-1}, one, null, 2));
        assertRefused(() -> EdgeList.encode(one, NO, one, null, 2));
        assertRefused(() -> EdgeList.encode(null, one, one, null, 2));
        assertRefused(() -> EdgeList.encode(one, one, null, null, 2));
        assertRefused(() -> EdgeList.encode(one, one, one, NO, 2));
        assertRefused(() -> EdgeList.encode(one, one, one, new int[] {-1}, 2));
        assertRefused(() -> DistGraphTopology.Edges.of("sources", null, null, 2));
        assertRefused(() -> DistGraphTopology.Edges.of("sources", two, null, 2));
        assertRefused(() -> DistGraphTopology.Edges.of("sources", one, NO, 2));
    }
}
