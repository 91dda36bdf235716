package musubi.region;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;

class RegionTest {
    private static final int BYTES = 4096;

    private static List<Object> arrays() {
        return List.of(
                new byte[BYTES],
                new short[BYTES / 2],
                new char[BYTES / 2],
                new int[BYTES / 4],
                new float[BYTES / 4],
                new long[BYTES / 8],
                new double[BYTES / 8]);
    }

    @Test
    void shouldKeepEveryByteWhenCopiedBetweenAnyTwoKindsOfMemory() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] bytes = new byte[BYTES];
        for (Object from : arrays()) {
            for (Object to : arrays()) {
                random.nextBytes(bytes);
                int start = random.nextInt(100);
                int end = random.nextInt(100);
                int n = random.nextInt(BYTES - 200);
                MemorySegment memory = MemorySegment.ofArray(bytes);
                Region source = new Region().wrapArray(from, 0, BYTES);
                source.copyFrom(memory, 0, 0, BYTES);
                Region target = new Region().wrapArray(to, 0, BYTES);
                source.copyTo(start, target, end, n);
                byte[] back = new byte[n];
                target.copyTo(end, MemorySegment.ofArray(back), 0, n);
                byte[] expected = new byte[n];
                System.arraycopy(bytes, start, expected, 0, n);
                assertArrayEquals(
                        expected,
                        back,
                        "seed=" + seed + " " + from.getClass() + " " + to.getClass());
            }
        }
    }

    @Test
    void shouldTouchNoByteBesideThemWhenElementsAreCopiedInAndOutOfMemory() {
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        for (Object array : arrays()) {
            ElementKind kind = ElementKind.of(array);
            int step = 1 << kind.shift;
            for (int n = 0; n <= kind.fewBytes + 3 * step; n += step) {
                Region region = new Region().wrapArray(array, 0, BYTES);
                region.copyFrom(MemorySegment.ofArray(new byte[BYTES]), 0, 0, BYTES);
                region.copyFrom(MemorySegment.ofArray(bytes), 8, step, n);
                byte[] out = new byte[BYTES];
                region.copyTo(step, MemorySegment.ofArray(out), 24, n);
                byte[] whole = new byte[BYTES];
                region.copyTo(0, MemorySegment.ofArray(whole), 0, BYTES);
                String what = kind + " bytes=" + n;
                assertArrayEquals(placed(bytes, 8, n, 24), out, what);
                assertArrayEquals(placed(bytes, 8, n, step), whole, what);
            }
        }
    }

    private static byte[] placed(byte[] source, int from, int count, int at) {
        byte[] result = new byte[BYTES];
        System.arraycopy(source, from, result, at, count);
        return result;
    }

    @Test
    void shouldStoreBooleansAsOneByteEachWhenCopiedBothWays() {
        boolean[] source = {true, false, true, true};
        boolean[] target = new boolean[4];
        byte[] bytes = new byte[4];
        new Region().wrapArray(source, 0, 4).copyTo(0, MemorySegment.ofArray(bytes), 0, 4);
        assertArrayEquals(new byte[] {1, 0, 1, 1}, bytes);
        new Region().wrapArray(target, 0, 4).copyFrom(MemorySegment.ofArray(bytes), 0, 0, 4);
        assertArrayEquals(source, target);
    }

    @Test
    void shouldCopyAllWhenLargerThanOnePiece() {
        try (Arena arena = Arena.ofConfined()) {
            int n = (3 << 20) + 40;
            long[] values = new Random(7).longs(n / 8).toArray();
            MemorySegment memory = arena.allocate(n);
            new Region().wrapArray(values, 0, n).copyTo(0, memory, 0, n);
            assertArrayEquals(values, memory.toArray(ValueLayout.JAVA_LONG));
        }
    }

    @Test
    void shouldStartInsideWhenSliced() {
        int[] values = {1, 2, 3, 4};
        Region slice = new Region().slice(new Region().wrapArray(values, 0, 16), 8, 4);
        int[] out = new int[1];
        slice.copyTo(0, MemorySegment.ofArray(out), 0, 4);
        assertEquals(3, out[0]);
        assertEquals(4, slice.length());
    }

    @Test
    void shouldRefuseWhenNotAPrimitiveArray() {
        assertThrows(
                IllegalArgumentException.class, () -> new Region().wrapArray(new Object[1], 0, 0));
    }
}
