package musubi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class NodeOrderTest {
    @Test
    void shouldMakeRanksOfANodeAdjacent() {
        assertArrayEquals(
                new int[] {0, 2, 4, 1, 3, 5}, NodeOrder.order(new long[] {7, 3, 7, 3, 7, 3}));
        assertArrayEquals(new int[] {0, 3, 1, 2, 4}, NodeOrder.order(new long[] {9, 1, 1, 9, 0}));
    }

    @Test
    void shouldChangeNothingWhenRanksAreInOrderAlready() {
        assertArrayEquals(new int[] {0, 1, 2, 3}, NodeOrder.order(new long[] {5, 5, 2, 2}));
        assertArrayEquals(new int[] {0, 1, 2}, NodeOrder.order(new long[3]));
        assertArrayEquals(new int[0], NodeOrder.order(new long[0]));
    }
}
