package musubi.region;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;

final class RecentSlicesTest {
    private static final int FRAGMENT = 16 << 10;

    private final RecentSlices slices = new RecentSlices();

    @Test
    void shouldGiveTheSameSegmentsWhenABufferIsCopiedAgain() {
        byte[] array = new byte[20 * FRAGMENT];
        MemorySegment[] first = new MemorySegment[20];
        for (int i = 0; i < first.length; i++) {
            first[i] = slices.of(array, (long) i * FRAGMENT, FRAGMENT);
        }
        for (int i = 0; i < first.length; i++) {
            assertSame(first[i], slices.of(array, (long) i * FRAGMENT, FRAGMENT));
        }
    }

    @Test
    void shouldReturnTheRequestedBytes() {
        long[] array = new long[2 * FRAGMENT / Long.BYTES];
        for (int i = 0; i < array.length; i++) {
            array[i] = i;
        }
        MemorySegment part = slices.of(array, 80, FRAGMENT);
        assertEquals(10, part.get(ValueLayout.JAVA_LONG, 0));
        MemorySegment longer = slices.of(array, 80, FRAGMENT + 8);
        assertEquals(FRAGMENT + 8, longer.byteSize());
        MemorySegment later = slices.of(array, 88, FRAGMENT);
        assertEquals(11, later.get(ValueLayout.JAVA_LONG, 0));
        MemorySegment direct = MemorySegment.ofArray(array).asSlice(800);
        assertEquals(101, slices.of(direct, 8, FRAGMENT).get(ValueLayout.JAVA_LONG, 0));
    }

    @Test
    void shouldDistinguishEqualArrays() {
        int[] one = new int[FRAGMENT];
        int[] other = new int[FRAGMENT];
        assertNotSame(slices.of(one, 0, FRAGMENT), slices.of(other, 0, FRAGMENT));
        assertSame(other, slices.of(other, 0, FRAGMENT).heapBase().orElseThrow());
        assertSame(one, slices.of(one, 0, FRAGMENT).heapBase().orElseThrow());
    }

    @Test
    void shouldGiveNothingForBooleans() {
        assertNull(slices.of(new boolean[FRAGMENT], 0, FRAGMENT));
    }

    @Test
    void shouldRefuseBytesOutsideOfTheArray() {
        char[] array = new char[FRAGMENT];
        assertThrows(IndexOutOfBoundsException.class, () -> slices.of(array, 2, 2L * FRAGMENT));
        assertThrows(IndexOutOfBoundsException.class, () -> slices.of(array, -2, FRAGMENT));
    }

    @Test
    void shouldNotKeepABufferAliveWhenTheProgramDropsIt() throws InterruptedException {
        WeakReference<Object> buffer = copied();
        while (buffer.get() != null) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(buffer.get());
    }

    private WeakReference<Object> copied() {
        short[] array = new short[FRAGMENT];
        slices.of(array, 0, FRAGMENT);
        return new WeakReference<>(array);
    }
}
