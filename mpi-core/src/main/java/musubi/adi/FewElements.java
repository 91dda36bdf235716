package musubi.adi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies of a few elements between an array and memory, one element after the other. It makes no
 * segment over the array, which the compiler does not always manage to do without (72 bytes for a
 * message), and it touches no byte beyond the elements.
 */
final class FewElements {
    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private FewElements() {}

    /** Copies {@code count} elements of an array, from index {@code start} on, to memory. */
    static void copyTo(Object array, int start, MemorySegment memory, long offset, int count) {
        switch (array) {
            case byte[] a -> to(a, start, memory, offset, count);
            case double[] a -> to(a, start, memory, offset, count);
            case float[] a -> to(a, start, memory, offset, count);
            case long[] a -> to(a, start, memory, offset, count);
            case int[] a -> to(a, start, memory, offset, count);
            case short[] a -> to(a, start, memory, offset, count);
            case char[] a -> to(a, start, memory, offset, count);
            default -> throw new IllegalStateException("no elements in " + array.getClass());
        }
    }

    /** Copies {@code count} elements from memory to an array, from index {@code start} on. */
    static void copyFrom(MemorySegment memory, long offset, Object array, int start, int count) {
        switch (array) {
            case byte[] a -> from(memory, offset, a, start, count);
            case double[] a -> from(memory, offset, a, start, count);
            case float[] a -> from(memory, offset, a, start, count);
            case long[] a -> from(memory, offset, a, start, count);
            case int[] a -> from(memory, offset, a, start, count);
            case short[] a -> from(memory, offset, a, start, count);
            case char[] a -> from(memory, offset, a, start, count);
            default -> throw new IllegalStateException("no elements in " + array.getClass());
        }
    }

    private static void to(byte[] a, int start, MemorySegment memory, long offset, int count) {
        int i = 0;
        for (; i + 8 <= count; i += 8) {
            memory.set(JAVA_LONG_UNALIGNED, offset + i, (long) WORDS.get(a, start + i));
        }
        for (; i < count; i++) {
            memory.set(JAVA_BYTE, offset + i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, byte[] a, int start, int count) {
        int i = 0;
        for (; i + 8 <= count; i += 8) {
            WORDS.set(a, start + i, memory.get(JAVA_LONG_UNALIGNED, offset + i));
        }
        for (; i < count; i++) {
            a[start + i] = memory.get(JAVA_BYTE, offset + i);
        }
    }

    private static void to(double[] a, int start, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(JAVA_DOUBLE_UNALIGNED, offset + 8L * i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, double[] a, int start, int count) {
        for (int i = 0; i < count; i++) {
            a[start + i] = memory.get(JAVA_DOUBLE_UNALIGNED, offset + 8L * i);
        }
    }

    private static void to(float[] a, int start, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(JAVA_FLOAT_UNALIGNED, offset + 4L * i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, float[] a, int start, int count) {
        for (int i = 0; i < count; i++) {
            a[start + i] = memory.get(JAVA_FLOAT_UNALIGNED, offset + 4L * i);
        }
    }

    private static void to(long[] a, int start, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(JAVA_LONG_UNALIGNED, offset + 8L * i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, long[] a, int start, int count) {
        for (int i = 0; i < count; i++) {
            a[start + i] = memory.get(JAVA_LONG_UNALIGNED, offset + 8L * i);
        }
    }

    private static void to(int[] a, int start, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(JAVA_INT_UNALIGNED, offset + 4L * i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, int[] a, int start, int count) {
        for (int i = 0; i < count; i++) {
            a[start + i] = memory.get(JAVA_INT_UNALIGNED, offset + 4L * i);
        }
    }

    private static void to(short[] a, int start, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(JAVA_SHORT_UNALIGNED, offset + 2L * i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, short[] a, int start, int count) {
        for (int i = 0; i < count; i++) {
            a[start + i] = memory.get(JAVA_SHORT_UNALIGNED, offset + 2L * i);
        }
    }

    private static void to(char[] a, int start, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(JAVA_CHAR_UNALIGNED, offset + 2L * i, a[start + i]);
        }
    }

    private static void from(MemorySegment memory, long offset, char[] a, int start, int count) {
        for (int i = 0; i < count; i++) {
            a[start + i] = memory.get(JAVA_CHAR_UNALIGNED, offset + 2L * i);
        }
    }
}
