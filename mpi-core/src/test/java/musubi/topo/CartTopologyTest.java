package musubi.topo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class CartTopologyTest {
    private static final long[] DISPLACEMENTS = {
        -2147483648L, -7, -4, -3, -2, -1, 0, 1, 2, 3, 4, 7, 2147483647, 2147483648L
    };

    private static void assertFails(ErrorClass expected, Executable call) {
        MpiFailure failure = assertThrows(MpiFailure.class, call);
        assertEquals(expected, failure.errorClass(), failure.getMessage());
    }

    @Test
    void shouldCountPlacesInRowMajorOrder() {
        for (CartTopology grid : Grids.all()) {
            List<int[]> places = Grids.places(grid.dims());
            assertEquals(places.size(), grid.size());
            for (int rank = 0; rank < places.size(); rank++) {
                assertArrayEquals(places.get(rank), grid.coords(rank));
                assertEquals(rank, grid.rank(places.get(rank)));
            }
        }
    }

    @Test
    void shouldWrapCoordinatesOrRefuseThemByDimension() {
        for (CartTopology grid : Grids.all()) {
            for (int d = 0; d < grid.dims().length; d++) {
                for (int laps = -3; laps <= 3; laps++) {
                    checkLaps(grid, d, laps);
                }
            }
        }
    }

    private static void checkLaps(CartTopology grid, int d, int laps) {
        int[] moved = grid.coords(grid.size() - 1);
        moved[d] += laps * grid.dims()[d];
        if (grid.periods()[d] || laps == 0) {
            assertEquals(grid.size() - 1, grid.rank(moved));
        } else {
            assertFails(ErrorClass.ARG, () -> grid.rank(moved));
        }
    }

    @Test
    void shouldFindNeighboursAtAnyDistance() {
        for (CartTopology grid : Grids.all()) {
            List<int[]> all = Grids.places(grid.dims());
            for (int i = 0; i < all.size() * grid.dims().length; i++) {
                int rank = i % all.size();
                int d = i / all.size();
                for (long places : DISPLACEMENTS) {
                    int walked = walked(grid, all, rank, d, places);
                    assertEquals(walked, grid.neighbour(rank, d, places));
                }
            }
        }
    }

    /** The neighbour, found by a search of all coordinates. */
    private static int walked(CartTopology grid, List<int[]> all, int rank, int d, long places) {
        long wanted = all.get(rank)[d] + places;
        if (grid.periods()[d]) {
            wanted = (wanted % grid.dims()[d] + grid.dims()[d]) % grid.dims()[d];
        }
        for (int other = 0; other < all.size(); other++) {
            int[] coords = all.get(other);
            boolean found = coords[d] == wanted;
            for (int i = 0; i < coords.length; i++) {
                found &= i == d || coords[i] == all.get(rank)[i];
            }
            if (found) {
                return other;
            }
        }
        return MessageAddress.PROC_NULL;
    }

    @Test
    void shouldListNeighboursDimensionByDimensionBelowFirst() {
        for (CartTopology grid : Grids.all()) {
            for (int rank = 0; rank < grid.size(); rank++) {
                Neighbours neighbours = grid.neighbours(rank);
                int dimensions = grid.dims().length;
                assertEquals(2 * dimensions, neighbours.inDegree());
                assertEquals(2 * dimensions, neighbours.outDegree());
                for (int d = 0; d < dimensions; d++) {
                    int below = grid.neighbour(rank, d, -1);
                    int above = grid.neighbour(rank, d, 1);
                    assertEquals(below, neighbours.source(2 * d));
                    assertEquals(below, neighbours.destination(2 * d));
                    assertEquals(above, neighbours.source(2 * d + 1));
                    assertEquals(above, neighbours.destination(2 * d + 1));
                }
            }
        }
    }

    /** MPI-4.1 section 8.6: block s of the sender becomes block s ^ 1 of the receiver. */
    @Test
    void shouldMatchBlocksOfLowerAndUpperNeighbours() {
        for (CartTopology grid : Grids.all()) {
            for (int from = 0; from < grid.size(); from++) {
                for (int to = 0; to < grid.size(); to++) {
                    List<Integer> sent = sent(grid.neighbours(from), to);
                    List<Integer> awaited = awaited(grid.neighbours(to), from);
                    List<Integer> opposite = sent.stream().map(block -> block ^ 1).toList();
                    assertEquals(opposite, awaited, () -> Arrays.toString(grid.dims()));
                }
            }
        }
    }

    private static List<Integer> sent(Neighbours neighbours, int to) {
        List<Integer> blocks = new ArrayList<>();
        for (int block = 0; block < neighbours.outDegree(); block++) {
            if (neighbours.destination(block) == to) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    private static List<Integer> awaited(Neighbours neighbours, int from) {
        List<Integer> blocks = new ArrayList<>();
        for (int i = 0; i < neighbours.inDegree(); i++) {
            int block = neighbours.receiveOrder(i);
            if (neighbours.source(block) == from) {
                blocks.add(block);
            }
        }
        return blocks;
    }

    @Test
    void shouldSplitIntoWhatRemainsAndWhatDoesNot() {
        for (CartTopology grid : Grids.all()) {
            for (boolean[] remain : Grids.flags(grid.dims().length)) {
                checkSplit(grid, remain);
            }
        }
    }

    private static void checkSplit(CartTopology grid, boolean[] remain) {
        CartTopology kept = grid.keep(remain);
        CartTopology dropped = grid.drop(remain);
        assertEquals(grid.size(), kept.size() * dropped.size());
        int[] next = new int[dropped.size()];
        for (int rank = 0; rank < grid.size(); rank++) {
            int part = dropped.rank(grid.coordsOf(rank, remain, false));
            int place = kept.rank(grid.coordsOf(rank, remain, true));
            assertEquals(next[part]++, place, "ranks of a part keep their order");
            int[] coords = kept.coords(place);
            for (int d = 0, k = 0; d < remain.length; d++) {
                if (remain[d]) {
                    assertEquals(grid.coords(rank)[d], coords[k]);
                    assertEquals(grid.periods()[d], kept.periods()[k++]);
                }
            }
        }
    }

    @Test
    void shouldBeOneRankWithoutDimensions() {
        CartTopology grid = CartTopology.of(new int[0], new boolean[0], 7);
        assertEquals(1, grid.size());
        assertEquals(0, grid.rank(null));
        assertEquals(0, grid.coords(0).length);
        assertEquals(0, grid.neighbours(0).inDegree());
        assertEquals(1, grid.keep(null).size());
        assertFails(ErrorClass.DIMS, () -> grid.neighbour(0, 0, 1));
    }

    @Test
    void shouldRefuseGridsThatDoNotFit() {
        boolean[] no = new boolean[2];
        assertFails(ErrorClass.ARG, () -> CartTopology.of(new int[] {2, 3}, no, 5));
        assertFails(ErrorClass.ARG, () -> CartTopology.of(new int[] {65536, 65536}, no, 5));
        assertFails(ErrorClass.DIMS, () -> CartTopology.of(new int[] {2, 0}, no, 5));
        assertFails(ErrorClass.DIMS, () -> CartTopology.of(new int[] {-2, -3}, no, 6));
        assertFails(ErrorClass.ARG, () -> CartTopology.of(null, no, 5));
        assertFails(ErrorClass.ARG, () -> CartTopology.of(new int[] {1, 1, 1}, no, 5));
        assertFails(ErrorClass.ARG, () -> CartTopology.of(new int[] {1}, null, 5));
        assertEquals(6, CartTopology.of(new int[] {2, 3}, new boolean[5], 6).size());
    }

    @Test
    void shouldRefuseRanksPlacesAndDimensionsThatAreNotThere() {
        CartTopology grid = CartTopology.of(new int[] {2, 3}, new boolean[] {false, true}, 6);
        assertFails(ErrorClass.RANK, () -> grid.coords(6));
        assertFails(ErrorClass.RANK, () -> grid.coords(-1));
        assertFails(ErrorClass.ARG, () -> grid.rank(new int[] {1}));
        assertFails(ErrorClass.ARG, () -> grid.rank(null));
        assertFails(ErrorClass.ARG, () -> grid.rank(new int[] {2, 0}));
        assertFails(ErrorClass.DIMS, () -> grid.neighbour(0, 2, 1));
        assertFails(ErrorClass.DIMS, () -> grid.neighbour(0, -1, 1));
        assertFails(ErrorClass.ARG, () -> grid.keep(new boolean[1]));
        assertFails(ErrorClass.ARG, () -> grid.keep(null));
    }

    @Test
    void shouldNotChangeWithTheArraysOfItsMaker() {
        int[] dims = {2, 3};
        boolean[] periods = {true, false};
        CartTopology grid = CartTopology.of(dims, periods, 6);
        dims[0] = 9;
        periods[0] = false;
        grid.dims()[1] = 9;
        assertArrayEquals(new int[] {2, 3}, grid.dims());
        assertTrue(grid.periods()[0]);
    }
}
