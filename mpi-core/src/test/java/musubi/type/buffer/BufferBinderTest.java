package musubi.type.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.IntBuffer;

class BufferBinderTest {
    private final BufferBinder binder = new BufferBinder();
    private final Region region = new Region();

    private void fails(ErrorClass expected, Object buffer, long offset, long count, MpiType type) {
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> binder.bind(region, buffer, offset, count, type));
        assertEquals(expected, failure.errorClass(), failure.getMessage());
    }

    private byte firstByte() {
        byte[] one = new byte[1];
        region.copyTo(0, MemorySegment.ofArray(one), 0, 1);
        return one[0];
    }

    @Test
    void shouldStartAtTheOffsetWhenAnArrayIsBound() {
        byte[] bytes = {1, 2, 3, 4};
        binder.bind(region, bytes, 2, 2, MpiType.BYTE);
        assertEquals(3, firstByte());
        assertEquals(2, region.length());
    }

    @Test
    void shouldIgnorePositionAndLimitWhenABufferIsBound() {
        ByteBuffer direct = ByteBuffer.allocateDirect(16).order(ByteOrder.nativeOrder());
        direct.put(0, (byte) 9).position(8).limit(9);
        binder.bind(region, direct, 0, 16, MpiType.BYTE);
        assertEquals(9, firstByte());
        assertEquals(16, region.length());
        ByteBuffer heap = ByteBuffer.wrap(new byte[] {5, 6, 7}, 1, 2).slice();
        binder.bind(region, heap, 0, 2, MpiType.BYTE);
        assertEquals(6, firstByte());
    }

    @Test
    void shouldAcceptAnyTypeWhenTheBufferIsOfBytes() {
        binder.bind(region, ByteBuffer.allocateDirect(80), 0, 10, MpiType.DOUBLE);
        assertEquals(80, region.length());
        fails(ErrorClass.BUFFER, ByteBuffer.allocateDirect(79), 0, 10, MpiType.DOUBLE);
        binder.bind(region, new byte[80], 8, 9, MpiType.DOUBLE);
        assertEquals(72, region.length());
        fails(ErrorClass.BUFFER, new byte[80], 9, 9, MpiType.DOUBLE);
        fails(ErrorClass.TYPE, new byte[80], 0, 1, MpiType.OBJECT);
    }

    @Test
    void shouldFailWithClassTypeWhenTheBufferIsOfObjectsOrNone() {
        fails(ErrorClass.TYPE, "text", 0, 1, MpiType.CHAR);
        fails(ErrorClass.TYPE, new int[2][2], 0, 1, MpiType.INT);
        fails(ErrorClass.TYPE, new Integer[2], 0, 1, MpiType.BYTE);
        fails(ErrorClass.TYPE, new int[2], 0, 1, MpiType.OBJECT);
    }

    @Test
    void shouldTakeMemoryOfAnyPrimitiveTypeForItemsOfAnyOther() {
        int[] ints = {ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? 7 : 7 << 24, 0, 0};
        binder.bind(region, ints, 0, 11, MpiType.BYTE);
        assertEquals(11, region.length());
        assertEquals(7, firstByte());
        binder.bind(region, new boolean[8], 0, 1, MpiType.DOUBLE);
        binder.bind(region, IntBuffer.allocate(4), 0, 2, MpiType.LONG);
        assertEquals(16, region.length());
        fails(ErrorClass.BUFFER, ints, 0, 13, MpiType.BYTE);
        fails(ErrorClass.BUFFER, IntBuffer.allocate(3), 0, 2, MpiType.LONG);
    }

    @Test
    void shouldReachTheArrayBeforeAHeapBufferAlsoAsBytes() {
        int[] ints = {1, 2, 3, 4};
        IntBuffer slice = IntBuffer.wrap(ints, 2, 2).slice();
        Object bytes = binder.bytesOf(slice);
        for (int at = -8; at <= 4; at += 4) {
            binder.bind(region, bytes, at, 4, MpiType.BYTE);
            assertEquals(3 + at / 4, firstByte());
        }
        fails(ErrorClass.BUFFER, bytes, -12, 4, MpiType.BYTE);
        fails(ErrorClass.BUFFER, bytes, 5, 4, MpiType.BYTE);
    }

    @Test
    void shouldSayThatElementsDifferOnlyWhenAsked() {
        for (Object fitting : new Object[] {new int[1], new byte[1], IntBuffer.allocate(1), "x"}) {
            BufferBinder.checkElements(fitting, MpiType.INT);
        }
        for (Object other : new Object[] {new float[1], new boolean[1], DoubleBuffer.allocate(1)}) {
            assertThrows(MpiFailure.class, () -> BufferBinder.checkElements(other, MpiType.INT));
        }
    }

    @Test
    void shouldFailWithClassBufferWhenItIsTooSmallOrNullOrReadOnly() {
        fails(ErrorClass.BUFFER, new int[4], 2, 3, MpiType.INT);
        fails(ErrorClass.BUFFER, new int[4], -1, 1, MpiType.INT);
        fails(ErrorClass.BUFFER, new int[4], 0, 3, MpiType.INT2);
        fails(ErrorClass.BUFFER, null, 0, 1, MpiType.INT);
        fails(ErrorClass.BUFFER, DoubleBuffer.allocate(4).asReadOnlyBuffer(), 0, 1, MpiType.DOUBLE);
    }

    @Test
    void shouldFailWithClassCountWhenCountIsNegative() {
        fails(ErrorClass.COUNT, new int[4], 0, -1, MpiType.INT);
    }

    @Test
    void shouldBindNothingWhenCountIsZeroAndTheBufferNull() {
        binder.bind(region, null, 0, 0, MpiType.INT);
        assertEquals(0, region.length());
    }

    @Test
    void shouldBindNothingWhenCountIsZeroWhateverTheBufferIs() {
        for (Object other : new Object[] {7, "text", new float[3], new Integer[3]}) {
            binder.bind(region, new int[1], 0, 1, MpiType.INT);
            binder.bind(region, other, 0, 0, MpiType.INT);
            assertEquals(0, region.length());
        }
    }

    @Test
    void shouldAllocateNothingWhenTheSameBuffersComeAgain() {
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        double[] array = new double[8];
        bindMany(direct, array, 50_000);
        long before = allocatedBytes();
        bindMany(direct, array, 50_000);
        assertTrue(allocatedBytes() - before < 5_000, "allocated " + (allocatedBytes() - before));
    }

    private void bindMany(ByteBuffer direct, double[] array, int times) {
        for (int i = 0; i < times; i++) {
            binder.bind(region, direct, 0, 8, MpiType.DOUBLE);
            binder.bind(region, array, 0, 8, MpiType.DOUBLE);
        }
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean)
                        java.lang.management.ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }
}
