package musubi.topo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

class BalancedDimsTest {
    private static int[] fill(int ranks, int... dims) {
        int[] filled = dims.clone();
        BalancedDims.fill(ranks, filled);
        return filled;
    }

    /**
     * The result of Open MPI: each prime factor, from the largest on, to the smallest dimension.
     */
    private static int[] byOpenMpi(int ranks, int dimensions) {
        List<Integer> primes = new ArrayList<>();
        int rest = ranks;
        for (int p = 2; rest > 1; p++) {
            for (; rest % p == 0; rest /= p) {
                primes.add(p);
            }
        }
        int[] dims = new int[dimensions];
        Arrays.fill(dims, 1);
        for (int prime : primes.reversed()) {
            int smallest = 0;
            for (int d = 1; d < dimensions; d++) {
                smallest = dims[d] < dims[smallest] ? d : smallest;
            }
            dims[smallest] *= prime;
        }
        return Arrays.stream(dims).map(d -> -d).sorted().map(d -> -d).toArray();
    }

    @Test
    void shouldAgreeWithOpenMpiForSmallJobs() {
        for (int dimensions = 1; dimensions <= 4; dimensions++) {
            for (int ranks = 1; ranks <= 64; ranks++) {
                assertArrayEquals(
                        byOpenMpi(ranks, dimensions),
                        fill(ranks, new int[dimensions]),
                        ranks + " ranks, " + dimensions + " dimensions");
            }
        }
    }

    @Test
    void shouldGiveWellKnownGrids() {
        assertArrayEquals(new int[] {3, 2}, fill(6, 0, 0));
        assertArrayEquals(new int[] {7, 1}, fill(7, 0, 0));
        assertArrayEquals(new int[] {2, 3, 1}, fill(6, 0, 3, 0));
        assertArrayEquals(new int[] {4, 3, 3}, fill(36, 0, 0, 0));
        assertArrayEquals(new int[] {9, 8}, fill(72, 0, 0));
        assertArrayEquals(new int[] {2, 2, 2, 2}, fill(16, 0, 0, 0, 0));
        assertArrayEquals(new int[] {1, 1}, fill(1, 0, 0));
        assertArrayEquals(new int[] {4, 3}, fill(12, 4, 3));
        assertArrayEquals(new int[] {5, 2, 4, 2}, fill(80, 5, 0, 4, 0));
    }

    @Test
    void shouldBeTheMostEvenProduct() {
        for (int dimensions = 1; dimensions <= 4; dimensions++) {
            for (int ranks = 1; ranks <= 400; ranks++) {
                int[] dims = fill(ranks, new int[dimensions]);
                assertEquals(ranks, Arrays.stream(dims).reduce(1, (a, b) -> a * b));
                for (int[] other : products(ranks, dimensions, ranks)) {
                    assertTrue(
                            Arrays.compare(dims, other) <= 0,
                            Arrays.toString(dims) + " " + Arrays.toString(other));
                }
            }
        }
    }

    /** All non-increasing products. */
    private static List<int[]> products(int number, int factors, int limit) {
        List<int[]> products = new ArrayList<>();
        if (factors == 1) {
            if (number <= limit) {
                products.add(new int[] {number});
            }
            return products;
        }
        for (int first = 1; first <= Math.min(number, limit); first++) {
            if (number % first == 0) {
                for (int[] rest : products(number / first, factors - 1, first)) {
                    int[] product = new int[factors];
                    product[0] = first;
                    System.arraycopy(rest, 0, product, 1, rest.length);
                    products.add(product);
                }
            }
        }
        return products;
    }

    @Test
    void shouldKeepFixedEntries() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 1000; round++) {
            int[] dims = random.ints(1 + random.nextInt(5), 1, 5).toArray();
            int ranks = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
            int[] asked = Arrays.stream(dims).map(d -> random.nextBoolean() ? 0 : d).toArray();
            int[] filled = fill(ranks, asked);
            int product = 1;
            int last = Integer.MAX_VALUE;
            for (int d = 0; d < dims.length; d++) {
                product *= filled[d];
                if (asked[d] != 0) {
                    assertEquals(asked[d], filled[d], "seed=" + seed);
                } else {
                    assertTrue(filled[d] <= last, "seed=" + seed);
                    last = filled[d];
                }
            }
            assertEquals(ranks, product, "seed=" + seed);
        }
    }

    @Test
    void shouldBeQuickForLargeNumbers() {
        assertArrayEquals(new int[] {2147483647, 1, 1}, fill(2147483647, 0, 0, 0));
        assertArrayEquals(new int[] {46341, 46339}, fill(46341 * 46339, 0, 0));
        assertEquals(1 << 30, Arrays.stream(fill(1 << 30, new int[20])).reduce(1, (a, b) -> a * b));
        int smooth = 2 * 2 * 2 * 2 * 3 * 3 * 3 * 5 * 5 * 7 * 11 * 13;
        assertEquals(smooth, Arrays.stream(fill(smooth, new int[6])).reduce(1, (a, b) -> a * b));
    }

    @Test
    void shouldFailWhenDimensionsCannotBeFilled() {
        for (int[] dims : new int[][] {{5, 0}, {-1, 0}, {3, 3}, {12, 12}, {65536, 65536, 0}, {}}) {
            MpiFailure failure = assertThrows(MpiFailure.class, () -> BalancedDims.fill(12, dims));
            assertEquals(ErrorClass.DIMS, failure.errorClass(), failure.getMessage());
        }
        for (int ranks : new int[] {0, -4}) {
            MpiFailure failure =
                    assertThrows(MpiFailure.class, () -> BalancedDims.fill(ranks, new int[2]));
            assertEquals(ErrorClass.DIMS, failure.errorClass());
        }
        assertEquals(
                ErrorClass.ARG,
                assertThrows(MpiFailure.class, () -> BalancedDims.fill(4, null)).errorClass());
        BalancedDims.fill(1, new int[0]);
    }
}
