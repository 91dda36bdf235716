package musubi.topo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

class GraphTopologyTest {
    /** The example of MPI-4.1 section 8.5.3, with one more edge to itself and a double one. */
    private static final int[] INDEX = {2, 3, 5, 8};

    private static final int[] EDGES = {1, 3, 0, 3, 3, 0, 2, 3};

    private static void assertRefused(int[] index, int[] edges, int ranks) {
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> GraphTopology.of(index, edges, ranks));
        assertEquals(ErrorClass.ARG, failure.errorClass(), failure.getMessage());
    }

    @Test
    void shouldGiveTheEdgesOfEachRank() {
        GraphTopology graph = GraphTopology.of(INDEX, EDGES, 5);
        assertEquals(4, graph.size());
        assertArrayEquals(new int[] {1, 3}, graph.adjacent(0));
        assertArrayEquals(new int[] {0}, graph.adjacent(1));
        assertArrayEquals(new int[] {3, 3}, graph.adjacent(2));
        assertArrayEquals(new int[] {0, 2, 3}, graph.adjacent(3));
        assertArrayEquals(INDEX, graph.index());
        assertArrayEquals(EDGES, graph.edges());
        assertEquals(3, graph.neighbours(3).inDegree());
        assertEquals(2, graph.neighbours(3).source(1));
        assertEquals(1, graph.neighbours(3).receiveOrder(1));
        for (int rank : new int[] {-1, 4}) {
            MpiFailure failure = assertThrows(MpiFailure.class, () -> graph.adjacent(rank));
            assertEquals(ErrorClass.RANK, failure.errorClass());
        }
    }

    @Test
    void shouldAllowRanksWithoutEdgesAndNoGraphAtAll() {
        GraphTopology graph = GraphTopology.of(new int[] {0, 1, 1}, new int[] {2, 77}, 3);
        assertArrayEquals(new int[0], graph.adjacent(0));
        assertArrayEquals(new int[] {2}, graph.adjacent(1));
        assertArrayEquals(new int[0], graph.adjacent(2));
        assertArrayEquals(new int[] {2}, graph.edges());
        assertEquals(0, GraphTopology.of(new int[0], new int[0], 3).size());
    }

    @Test
    void shouldFailWhenArgumentsAreNoGraph() {
        assertRefused(INDEX, EDGES, 3);
        assertRefused(null, EDGES, 4);
        assertRefused(INDEX, null, 4);
        assertRefused(new int[] {2, 1}, new int[] {0, 1}, 4);
        assertRefused(new int[] {-1}, new int[] {0}, 4);
        assertRefused(new int[] {1, 3}, new int[] {0, 1}, 4);
        assertRefused(new int[] {1, 2}, new int[] {0, 2}, 4);
        assertRefused(new int[] {1, 2}, new int[] {-1, 1}, 4);
    }
}
