package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import nicam.vector.DistributedVector;
import nicam.vector.VectorSpace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Distributed vectors beside arrays. */
interface VectorTests extends InJob {
    /** {@code -Dvector.shifts} changes it. */
    int SHIFTS = Integer.getInteger("vector.shifts", 2_000);

    private static VectorSpace space(int length, int count) {
        int ranks = MPI.COMM_WORLD.getSize();
        return new VectorSpace(
                MPI.COMM_WORLD.nicam(),
                MPI.newByteBuffer(VectorSpace.bytes(length, count, ranks)),
                length,
                count);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    default void shouldComputeAsAnArrayWhenOperatorsAreRandom(int ranks) {
        long seed = System.nanoTime();
        System.out.println("vector.seed=" + seed);
        job(ranks).run(() -> computeBeside(ranks, seed));
    }

    private static void computeBeside(int ranks, long seed) {
        int length = 13;
        int all = length * ranks;
        int me = MPI.COMM_WORLD.getRank();
        Random random = new Random(seed);
        try (VectorSpace space = space(length, 12)) {
            DistributedVector vector = space.vector();
            double[] array = new double[all];
            for (int i = 0; i < all; i++) {
                array[i] = random.nextInt(100);
            }
            for (int i = 0; i < length; i++) {
                vector.local().put(i, array[me * length + i]);
            }
            for (int step = 0; step < 120; step++) {
                int places = random.nextInt(2 * length - 1) - length + 1;
                double factor = random.nextInt(3) - 1;
                DistributedVector shifted = vector.cshift(places);
                DistributedVector scaled = shifted.map(x -> factor * x % 1000);
                DistributedVector next = scaled.plus(vector);
                double[] old = array.clone();
                for (int i = 0; i < all; i++) {
                    array[i] = factor * old[Math.floorMod(i - places, all)] % 1000 + old[i];
                    array[i] %= 100_000;
                }
                DistributedVector bounded = next.map(x -> x % 100_000);
                for (DistributedVector each :
                        new DistributedVector[] {vector, shifted, scaled, next}) {
                    each.close();
                }
                vector = bounded;
                for (int i = 0; i < length; i++) {
                    assertEquals(array[me * length + i], vector.local().get(i), "seed=" + seed);
                }
                assertEquals(Arrays.stream(array).sum(), vector.sum());
                assertEquals(Arrays.stream(array).max().orElseThrow(), vector.max());
            }
            DistributedVector product = vector.times(vector).minus(vector);
            double first = array[me * length];
            assertEquals(first * first - first, product.local().get(0));
            DistributedVector last = vector;
            assertThrows(IllegalArgumentException.class, () -> last.cshift(length));
            product.close();
            assertThrows(IllegalStateException.class, product::sum);
        }
    }

    @Test
    default void shouldShiftRightWhenNodesAreDelayed() {
        job(3).run(() -> shiftOften(SHIFTS));
    }

    /** No barrier precedes a shift, and each node stands still now and then. */
    private static void shiftOften(int shifts) {
        int length = 4;
        int all = 3 * length;
        int me = MPI.COMM_WORLD.getRank();
        Random delays = new Random(me);
        try (VectorSpace space = space(length, 12)) {
            DistributedVector vector = space.vector();
            for (int i = 0; i < length; i++) {
                vector.local().put(i, me * length + i);
            }
            int moved = 0;
            for (int step = 0; step < shifts; step++) {
                if (delays.nextInt(200) == 0) {
                    LockSupport.parkNanos(delays.nextInt(200_000));
                }
                int places = step % 3 == 0 ? -1 : 2;
                DistributedVector next = vector.cshift(places);
                vector.close();
                vector = next;
                moved += places;
                assertEquals(
                        Math.floorMod(me * length - moved, all), vector.local().get(0), "" + step);
            }
            assertEquals(all * (all - 1) / 2, vector.sum());
        }
    }
}
