package musubi.region;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies few bytes between a byte array and an array of another type without a segment over either:
 * the copies of stored messages from and into users' arrays.
 */
final class ByteViews {
    static final VarHandle DOUBLES = view(double[].class);
    static final VarHandle FLOATS = view(float[].class);
    static final VarHandle LONGS = view(long[].class);
    static final VarHandle INTS = view(int[].class);
    static final VarHandle SHORTS = view(short[].class);
    static final VarHandle CHARS = view(char[].class);

    private ByteViews() {}

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
    }

    /**
     * Copies elements out of bytes.
     *
     * @param from index of the first byte
     * @param to index of the first element of {@code target}
     * @param count number of elements
     */
    static void copy(byte[] source, int from, Object target, int to, int count) {
        if (target instanceof double[] a) {
            copy(source, from, a, to, count);
        } else if (target instanceof float[] a) {
            copy(source, from, a, to, count);
        } else if (target instanceof long[] a) {
            copy(source, from, a, to, count);
        } else if (target instanceof int[] a) {
            copy(source, from, a, to, count);
        } else if (target instanceof short[] a) {
            copy(source, from, a, to, count);
        } else if (target instanceof char[] a) {
            copy(source, from, a, to, count);
        } else {
            throw new IllegalStateException("no view as " + target.getClass());
        }
    }

    private static void copy(byte[] source, int from, double[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = (double) DOUBLES.get(source, from + 8 * i);
        }
    }

    private static void copy(byte[] source, int from, float[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = (float) FLOATS.get(source, from + 4 * i);
        }
    }

    private static void copy(byte[] source, int from, long[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = (long) LONGS.get(source, from + 8 * i);
        }
    }

    private static void copy(byte[] source, int from, int[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = (int) INTS.get(source, from + 4 * i);
        }
    }

    private static void copy(byte[] source, int from, short[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = (short) SHORTS.get(source, from + 2 * i);
        }
    }

    private static void copy(byte[] source, int from, char[] target, int to, int count) {
        for (int i = 0; i < count; i++) {
            target[to + i] = (char) CHARS.get(source, from + 2 * i);
        }
    }

    /**
     * Copies elements into bytes.
     *
     * @param from index of the first element of {@code source}
     * @param to index of the first byte
     * @param count number of elements
     */
    static void copy(Object source, int from, byte[] target, int to, int count) {
        if (source instanceof double[] a) {
            for (int i = 0; i < count; i++) {
                DOUBLES.set(target, to + 8 * i, a[from + i]);
            }
        } else if (source instanceof float[] a) {
            for (int i = 0; i < count; i++) {
                FLOATS.set(target, to + 4 * i, a[from + i]);
            }
        } else if (source instanceof long[] a) {
            for (int i = 0; i < count; i++) {
                LONGS.set(target, to + 8 * i, a[from + i]);
            }
        } else if (source instanceof int[] a) {
            for (int i = 0; i < count; i++) {
                INTS.set(target, to + 4 * i, a[from + i]);
            }
        } else if (source instanceof short[] a) {
            for (int i = 0; i < count; i++) {
                SHORTS.set(target, to + 2 * i, a[from + i]);
            }
        } else if (source instanceof char[] a) {
            for (int i = 0; i < count; i++) {
                CHARS.set(target, to + 2 * i, a[from + i]);
            }
        } else {
            throw new IllegalStateException("no view as " + source.getClass());
        }
    }
}
