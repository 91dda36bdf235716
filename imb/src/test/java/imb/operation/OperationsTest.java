package imb.operation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;

/** What the operations compute without communication. */
class OperationsTest {
    @Test
    void shouldDivideACountIntoNearlyEqualSharesWhenItIsNoMultiple() {
        assertArrayEquals(new int[] {4, 3, 3}, ReductionBenchmarks.shares(10, 3));
        assertArrayEquals(new int[] {1, 0, 0}, ReductionBenchmarks.shares(1, 3));
    }

    @Test
    void shouldGiveTheHiddenPartWhenOperationsOverlap() {
        assertEquals(100, Computation.hiddenPercent(10, 10, 10));
        assertEquals(0, Computation.hiddenPercent(20, 10, 10));
        assertEquals(50, Computation.hiddenPercent(15, 10, 10));
        assertEquals(0, Computation.hiddenPercent(25, 10, 10));
        assertEquals(100, Computation.hiddenPercent(20, 20, 5));
    }

    @Test
    void shouldPollTheGivenNumberOfTimesWhenTheWorkIsInParts() {
        int[] polls = {0};
        new Computation().run(10, 3, () -> polls[0]++);
        new Computation().run(10, 0, () -> polls[0]++);
        new Computation().run(1, 2, () -> polls[0]++);
        assertEquals(5, polls[0]);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 2, 2x2",
        "6, 2, 3x2",
        "12, 2, 4x3",
        "7, 2, 7x1",
        "8, 3, 2x2x2",
        "12, 3, 3x2x2",
        "24, 3, 4x3x2",
        "64, 3, 4x4x4",
        "1000, 3, 10x10x10"
    })
    void shouldMakeGridsCloseToCubesWhenRanksPermit(int ranks, int dimensions, String expected) {
        String[] shape =
                Arrays.stream(Stencil.shape(ranks, dimensions))
                        .mapToObj(String::valueOf)
                        .toArray(String[]::new);
        assertEquals(expected, String.join("x", shape));
    }

    @Test
    void shouldGoRoundWhenARankIsAtTheEdgeOfTheGrid() {
        assertArrayEquals(new int[] {2, 1, 3, 3}, Stencil.neighbours(0, new int[] {3, 2}));
        assertArrayEquals(new int[] {4, 3, 2, 2}, Stencil.neighbours(5, new int[] {3, 2}));
    }

    @Test
    void shouldHaveEachRankAsTheNeighbourOfItsNeighboursWhenTurnedRound() {
        int[] shape = {3, 2, 2};
        for (int rank = 0; rank < 12; rank++) {
            int[] neighbours = Stencil.neighbours(rank, shape);
            for (int i = 0; i < neighbours.length; i++) {
                assertEquals(rank, Stencil.neighbours(neighbours[i], shape)[i ^ 1]);
            }
        }
    }
}
