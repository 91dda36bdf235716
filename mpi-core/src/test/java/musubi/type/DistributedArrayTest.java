package musubi.type;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.MpiFailure;
import musubi.type.DistributedArray.Distribution;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Distributed arrays, compared with a list of the owners of all elements. */
class DistributedArrayTest {
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final int dimensions = 1 + random.nextInt(3);
    private final int[] sizes = new int[dimensions];
    private final Distribution[] distributions = new Distribution[dimensions];
    private final int[] arguments = new int[dimensions];
    private final int[] grid = new int[dimensions];

    private int choose() {
        int processes = 1;
        for (int d = 0; d < dimensions; d++) {
            sizes[d] = 1 + random.nextInt(9);
            distributions[d] = Distribution.values()[random.nextInt(3)];
            grid[d] = distributions[d] == Distribution.NONE ? 1 : 1 + random.nextInt(3);
            int least =
                    distributions[d] == Distribution.BLOCK ? Math.ceilDiv(sizes[d], grid[d]) : 1;
            arguments[d] =
                    random.nextBoolean() ? DistributedArray.DEFAULT : least + random.nextInt(3);
            processes *= grid[d];
        }
        return processes;
    }

    private int ownerIn(int d, int index) {
        int block = arguments[d];
        return switch (distributions[d]) {
            case NONE -> 0;
            case BLOCK -> index / (block > 0 ? block : Math.ceilDiv(sizes[d], grid[d]));
            case CYCLIC -> index / (block > 0 ? block : 1) % grid[d];
        };
    }

    private int ownerOf(int element, boolean rowMajor) {
        int[] index = new int[dimensions];
        int rest = element;
        for (int i = 0; i < dimensions; i++) {
            int d = rowMajor ? dimensions - 1 - i : i;
            index[d] = rest % sizes[d];
            rest /= sizes[d];
        }
        int rank = 0;
        for (int d = 0; d < dimensions; d++) {
            rank = rank * grid[d] + ownerIn(d, index[d]);
        }
        return rank;
    }

    @RepeatedTest(200)
    void shouldNameTheElementsOfEachProcess() {
        int processes = choose();
        int all = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        boolean rowMajor = random.nextBoolean();
        String what = "seed=" + seed;
        int[] array = new int[all];
        Arrays.setAll(array, i -> i);
        Packer packer = new Packer(new BufferBinder());
        DistributedArray whole = new DistributedArray(longs(sizes), distributions, arguments, grid);
        for (int rank = 0; rank < processes; rank++) {
            MpiType type = whole.typeOf(processes, rank, rowMajor, MpiType.INT);
            assertEquals(4L * all, type.extentBytes(), what);
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < all; i++) {
                if (ownerOf(i, rowMajor) == rank) {
                    expected.add(i);
                }
            }
            int[] got = new int[expected.size()];
            byte[] packed = packer.pack(new TypedBuffer().set(array, 0, 1, type));
            TypedBuffer row = new TypedBuffer().set(got, 0, got.length, MpiType.INT);
            packer.unpack(row, 0, 4L * got.length, packed, 0);
            assertEquals(4L * got.length, type.sizeBytes(), what);
            assertArrayEquals(expected.stream().mapToInt(i -> i).toArray(), got, what);
        }
    }

    private static long[] longs(int[] numbers) {
        return Arrays.stream(numbers).asLongStream().toArray();
    }

    @Test
    void shouldFailWhenItDoesNotFit() {
        int[] two = {2, 2};
        Distribution[] blocks = {Distribution.BLOCK, Distribution.NONE};
        assertThrows(MpiFailure.class, () -> new DistributedArray(longs(two), blocks, two, two));
        int[] grid = {2, 1};
        int[] tooSmall = {1, 1};
        int[] four = {4, 4};
        assertThrows(
                MpiFailure.class, () -> new DistributedArray(longs(four), blocks, tooSmall, grid));
        DistributedArray fine = new DistributedArray(longs(four), blocks, two, grid);
        assertThrows(MpiFailure.class, () -> fine.typeOf(3, 0, true, MpiType.INT));
        assertThrows(MpiFailure.class, () -> fine.typeOf(2, 2, true, MpiType.INT));
    }
}
