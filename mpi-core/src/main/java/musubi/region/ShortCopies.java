package musubi.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies of a few elements as plain loads and stores. The routine behind the JDK's bulk copies
 * moves the last bytes with masked vectors, which reach into the next cache line; in a ring that
 * line belongs to another record: 25 ns more for 8 bytes in one cache, 110 ns between two. Limit:
 * {@link ElementKind#fewBytes}. Measured: docs/measurements/shm.md.
 */
final class ShortCopies {
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private ShortCopies() {}

    static void copy(
            ElementKind kind,
            Object array,
            int from,
            MemorySegment memory,
            long offset,
            int count) {
        switch (kind) {
            case BYTE -> copy((byte[]) array, from, memory, offset, count);
            case DOUBLE -> copy((double[]) array, from, memory, offset, count);
            case INT -> copy((int[]) array, from, memory, offset, count);
            case LONG -> copy((long[]) array, from, memory, offset, count);
            case FLOAT -> copy((float[]) array, from, memory, offset, count);
            case SHORT -> copy((short[]) array, from, memory, offset, count);
            case CHAR -> copy((char[]) array, from, memory, offset, count);
            case BOOLEAN -> throw new IllegalArgumentException("no copy from boolean[]");
        }
    }

    static void copy(
            ElementKind kind, MemorySegment memory, long offset, Object array, int to, int count) {
        switch (kind) {
            case BYTE -> copy(memory, offset, (byte[]) array, to, count);
            case DOUBLE -> copy(memory, offset, (double[]) array, to, count);
            case INT -> copy(memory, offset, (int[]) array, to, count);
            case LONG -> copy(memory, offset, (long[]) array, to, count);
            case FLOAT -> copy(memory, offset, (float[]) array, to, count);
            case SHORT -> copy(memory, offset, (short[]) array, to, count);
            case CHAR -> copy(memory, offset, (char[]) array, to, count);
            case BOOLEAN -> throw new IllegalArgumentException("no copy into boolean[]");
        }
    }

    private static void copy(byte[] a, int from, MemorySegment memory, long offset, int count) {
        int i = 0;
        for (; i <= count - Long.BYTES; i += Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + i, (long) LONG.get(a, from + i));
        }
        for (; i < count; i++) {
            memory.set(ValueLayout.JAVA_BYTE, offset + i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, byte[] a, int to, int count) {
        int i = 0;
        for (; i <= count - Long.BYTES; i += Long.BYTES) {
            LONG.set(a, to + i, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + i));
        }
        for (; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_BYTE, offset + i);
        }
    }

    private static void copy(double[] a, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset + 8L * i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, double[] a, int to, int count) {
        for (int i = 0; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset + 8L * i);
        }
    }

    private static void copy(int[] a, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset + 4L * i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, int[] a, int to, int count) {
        for (int i = 0; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset + 4L * i);
        }
    }

    private static void copy(long[] a, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset + 8L * i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, long[] a, int to, int count) {
        for (int i = 0; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + 8L * i);
        }
    }

    private static void copy(float[] a, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset + 4L * i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, float[] a, int to, int count) {
        for (int i = 0; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, offset + 4L * i);
        }
    }

    private static void copy(short[] a, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset + 2L * i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, short[] a, int to, int count) {
        for (int i = 0; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset + 2L * i);
        }
    }

    private static void copy(char[] a, int from, MemorySegment memory, long offset, int count) {
        for (int i = 0; i < count; i++) {
            memory.set(ValueLayout.JAVA_CHAR_UNALIGNED, offset + 2L * i, a[from + i]);
        }
    }

    private static void copy(MemorySegment memory, long offset, char[] a, int to, int count) {
        for (int i = 0; i < count; i++) {
            a[to + i] = memory.get(ValueLayout.JAVA_CHAR_UNALIGNED, offset + 2L * i);
        }
    }
}
