package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.region.Region;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Locale;
import java.util.Random;

final class NativeCopyTest {
    private static final int BYTES = 40_000;
    private static final int OFFSET = 1000;

    private final MemorySegment map = Arena.ofAuto().allocate(64 << 10);

    private NativeCopy copyAfter(long bytes) {
        return NativeCopy.of(
                map,
                name -> {
                    String key = name.toLowerCase(Locale.ROOT).replace('_', '.');
                    if (key.endsWith("shm.native.copy")) {
                        return "true";
                    }
                    return key.endsWith("shm.native.copy.after") ? Long.toString(bytes) : null;
                });
    }

    @Test
    void shouldCopyArraysAndMemoryInAndOutWhenBound() {
        NativeCopy copy = copyAfter(0);
        Region whole = new Region(copy).wrap(map, 0, map.byteSize());
        double[] sent = new double[BYTES / 8];
        for (int i = 0; i < sent.length; i++) {
            sent[i] = i + 0.5;
        }
        Region source = new Region().wrapArray(sent, 80, BYTES - 80);
        source.copyTo(8, whole, OFFSET, 32_000);
        assertTrue(copy.takes(32_000));
        double[] received = new double[BYTES / 8];
        Region slot = new Region(copy).wrap(map, OFFSET, 32_000);
        slot.copyTo(0, new Region().wrapArray(received, 16, BYTES - 16), 8, 32_000);
        double[] expected = new double[BYTES / 8];
        System.arraycopy(sent, 11, expected, 3, 4000);
        assertArrayEquals(expected, received);
        MemorySegment direct = Arena.ofAuto().allocate(32_000);
        slot.copyTo(0, new Region().wrap(direct, 0, 32_000), 0, 32_000);
        assertEquals(-1, direct.mismatch(map.asSlice(OFFSET, 32_000)));
    }

    static List<Object> arrays() {
        return List.of(
                new byte[BYTES],
                new double[BYTES / 8],
                new int[BYTES / 4],
                new long[BYTES / 8],
                new float[BYTES / 4],
                new short[BYTES / 2],
                new char[BYTES / 2]);
    }

    @ParameterizedTest
    @MethodSource("arrays")
    void shouldCopyWhateverTheArrayHolds(Object array) {
        Region whole = new Region(copyAfter(0)).wrap(map, 0, map.byteSize());
        byte[] sent = new byte[BYTES];
        new Random(7).nextBytes(sent);
        Region middle = new Region().wrapArray(array, 0, BYTES);
        middle.copyFrom(MemorySegment.ofArray(sent), 0, 0, BYTES);
        middle.copyTo(24, whole, OFFSET, 20_000);
        whole.copyTo(OFFSET, middle, 64, 20_000);
        byte[] received = new byte[BYTES];
        middle.copyTo(0, MemorySegment.ofArray(received), 0, BYTES);
        System.arraycopy(sent, 24, sent, 64, 20_000);
        assertArrayEquals(sent, received);
    }

    @Test
    void shouldCopyBooleansInTheUsualWay() {
        Region whole = new Region(copyAfter(0)).wrap(map, 0, map.byteSize());
        boolean[] sent = new boolean[BYTES];
        sent[12_345] = true;
        new Region().wrapArray(sent, 0, BYTES).copyTo(0, whole, 0, BYTES);
        boolean[] received = new boolean[BYTES];
        whole.copyTo(0, new Region().wrapArray(received, 0, BYTES), 0, BYTES);
        assertArrayEquals(sent, received);
    }

    @Test
    void shouldWaitUntilSoManyBytesAreCopied() {
        NativeCopy copy = copyAfter(3L * BYTES);
        MemorySegment source = MemorySegment.ofArray(new byte[BYTES]);
        assertFalse(copy.copyIn(source, 0, 0, BYTES));
        assertFalse(copy.copyIn(source, 0, 0, BYTES));
        assertFalse(copy.takes(BYTES));
        assertTrue(copy.copyIn(source, 0, 0, BYTES));
        assertFalse(copy.takes(1024));
    }

    @Test
    void shouldRefuseBytesOutsideOfEither() {
        NativeCopy copy = copyAfter(0);
        MemorySegment array = MemorySegment.ofArray(new byte[BYTES]);
        assertThrows(IndexOutOfBoundsException.class, () -> copy.copyIn(array, 1, 0, BYTES));
        assertThrows(
                IndexOutOfBoundsException.class,
                () -> copy.copyOut(map.byteSize() - 1, array, 0, BYTES));
    }
}
