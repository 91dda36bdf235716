package musubi.region;

import static musubi.region.ByteViews.CHARS;
import static musubi.region.ByteViews.DOUBLES;
import static musubi.region.ByteViews.FLOATS;
import static musubi.region.ByteViews.INTS;
import static musubi.region.ByteViews.LONGS;
import static musubi.region.ByteViews.SHORTS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Copies rows of short blocks between arrays or memory and packed bytes, by plain loads and stores.
 * A bulk copy for each block would cost more than the block: a column of a matrix of {@code double}
 * has blocks of 8 bytes.
 */
final class StridedCopies {
    private StridedCopies() {}

    /** Copies blocks of an array out; {@code from} is the element that the first one starts at. */
    static void gather(ElementKind kind, Object array, int from, BlockRow row, byte[] packed) {
        switch (kind) {
            case DOUBLE -> gather((double[]) array, from, row, packed);
            case LONG -> gather((long[]) array, from, row, packed);
            case FLOAT -> gather((float[]) array, from, row, packed);
            case INT -> gather((int[]) array, from, row, packed);
            case SHORT -> gather((short[]) array, from, row, packed);
            case CHAR -> gather((char[]) array, from, row, packed);
            case BYTE -> gather((byte[]) array, from, row, packed);
            case BOOLEAN -> gather((boolean[]) array, from, row, packed);
        }
    }

    /** Copies blocks into an array; {@code to} is the element that the first one starts at. */
    static void scatter(byte[] packed, BlockRow row, ElementKind kind, Object array, int to) {
        switch (kind) {
            case DOUBLE -> scatter(packed, row, (double[]) array, to);
            case LONG -> scatter(packed, row, (long[]) array, to);
            case FLOAT -> scatter(packed, row, (float[]) array, to);
            case INT -> scatter(packed, row, (int[]) array, to);
            case SHORT -> scatter(packed, row, (short[]) array, to);
            case CHAR -> scatter(packed, row, (char[]) array, to);
            case BYTE -> scatter(packed, row, (byte[]) array, to);
            case BOOLEAN -> scatter(packed, row, (boolean[]) array, to);
        }
    }

    private static void gather(double[] a, int from, BlockRow row, byte[] packed) {
        int length = row.length >> 3;
        int stride = (int) (row.stride >> 3);
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            DOUBLES.set(packed, p, a[start]);
            p += 8;
            for (int k = start + 1; k < start + length; k++) {
                DOUBLES.set(packed, p, a[k]);
                p += 8;
            }
            start += stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, double[] a, int to) {
        int length = row.length >> 3;
        int stride = (int) (row.stride >> 3);
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            a[start] = (double) DOUBLES.get(packed, p);
            p += 8;
            for (int k = start + 1; k < start + length; k++) {
                a[k] = (double) DOUBLES.get(packed, p);
                p += 8;
            }
            start += stride;
        }
    }

    private static void gather(long[] a, int from, BlockRow row, byte[] packed) {
        int length = row.length >> 3;
        int stride = (int) (row.stride >> 3);
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            LONGS.set(packed, p, a[start]);
            p += 8;
            for (int k = start + 1; k < start + length; k++) {
                LONGS.set(packed, p, a[k]);
                p += 8;
            }
            start += stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, long[] a, int to) {
        int length = row.length >> 3;
        int stride = (int) (row.stride >> 3);
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            a[start] = (long) LONGS.get(packed, p);
            p += 8;
            for (int k = start + 1; k < start + length; k++) {
                a[k] = (long) LONGS.get(packed, p);
                p += 8;
            }
            start += stride;
        }
    }

    private static void gather(float[] a, int from, BlockRow row, byte[] packed) {
        int length = row.length >> 2;
        int stride = (int) (row.stride >> 2);
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            FLOATS.set(packed, p, a[start]);
            p += 4;
            for (int k = start + 1; k < start + length; k++) {
                FLOATS.set(packed, p, a[k]);
                p += 4;
            }
            start += stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, float[] a, int to) {
        int length = row.length >> 2;
        int stride = (int) (row.stride >> 2);
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            a[start] = (float) FLOATS.get(packed, p);
            p += 4;
            for (int k = start + 1; k < start + length; k++) {
                a[k] = (float) FLOATS.get(packed, p);
                p += 4;
            }
            start += stride;
        }
    }

    private static void gather(int[] a, int from, BlockRow row, byte[] packed) {
        int length = row.length >> 2;
        int stride = (int) (row.stride >> 2);
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            INTS.set(packed, p, a[start]);
            p += 4;
            for (int k = start + 1; k < start + length; k++) {
                INTS.set(packed, p, a[k]);
                p += 4;
            }
            start += stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, int[] a, int to) {
        int length = row.length >> 2;
        int stride = (int) (row.stride >> 2);
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            a[start] = (int) INTS.get(packed, p);
            p += 4;
            for (int k = start + 1; k < start + length; k++) {
                a[k] = (int) INTS.get(packed, p);
                p += 4;
            }
            start += stride;
        }
    }

    private static void gather(short[] a, int from, BlockRow row, byte[] packed) {
        int length = row.length >> 1;
        int stride = (int) (row.stride >> 1);
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            SHORTS.set(packed, p, a[start]);
            p += 2;
            for (int k = start + 1; k < start + length; k++) {
                SHORTS.set(packed, p, a[k]);
                p += 2;
            }
            start += stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, short[] a, int to) {
        int length = row.length >> 1;
        int stride = (int) (row.stride >> 1);
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            a[start] = (short) SHORTS.get(packed, p);
            p += 2;
            for (int k = start + 1; k < start + length; k++) {
                a[k] = (short) SHORTS.get(packed, p);
                p += 2;
            }
            start += stride;
        }
    }

    private static void gather(char[] a, int from, BlockRow row, byte[] packed) {
        int length = row.length >> 1;
        int stride = (int) (row.stride >> 1);
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            CHARS.set(packed, p, a[start]);
            p += 2;
            for (int k = start + 1; k < start + length; k++) {
                CHARS.set(packed, p, a[k]);
                p += 2;
            }
            start += stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, char[] a, int to) {
        int length = row.length >> 1;
        int stride = (int) (row.stride >> 1);
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            a[start] = (char) CHARS.get(packed, p);
            p += 2;
            for (int k = start + 1; k < start + length; k++) {
                a[k] = (char) CHARS.get(packed, p);
                p += 2;
            }
            start += stride;
        }
    }

    private static void gather(byte[] a, int from, BlockRow row, byte[] packed) {
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            copy(a, start, packed, p, row.length);
            p += row.length;
            start += (int) row.stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, byte[] a, int to) {
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            copy(packed, p, a, start, row.length);
            p += row.length;
            start += (int) row.stride;
        }
    }

    private static void copy(byte[] a, int from, byte[] b, int to, int length) {
        int k = 0;
        for (; k <= length - Long.BYTES; k += Long.BYTES) {
            LONGS.set(b, to + k, (long) LONGS.get(a, from + k));
        }
        for (; k < length; k++) {
            b[to + k] = a[from + k];
        }
    }

    private static void gather(boolean[] a, int from, BlockRow row, byte[] packed) {
        int p = row.packedAt;
        int start = from;
        for (int i = 0; i < row.count; i++) {
            for (int k = start; k < start + row.length; k++) {
                packed[p++] = (byte) (a[k] ? 1 : 0);
            }
            start += (int) row.stride;
        }
    }

    private static void scatter(byte[] packed, BlockRow row, boolean[] a, int to) {
        int p = row.packedAt;
        int start = to;
        for (int i = 0; i < row.count; i++) {
            for (int k = start; k < start + row.length; k++) {
                a[k] = packed[p++] != 0;
            }
            start += (int) row.stride;
        }
    }

    /** Copies blocks of memory out; {@code from} is where the first one starts. */
    static void gather(MemorySegment memory, long from, BlockRow row, byte[] packed) {
        int p = row.packedAt;
        long start = from;
        for (int i = 0; i < row.count; i++) {
            int k = 0;
            for (; k <= row.length - Long.BYTES; k += Long.BYTES) {
                LONGS.set(packed, p + k, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, start + k));
            }
            if (k <= row.length - Integer.BYTES) {
                INTS.set(packed, p + k, memory.get(ValueLayout.JAVA_INT_UNALIGNED, start + k));
                k += Integer.BYTES;
            }
            for (; k < row.length; k++) {
                packed[p + k] = memory.get(ValueLayout.JAVA_BYTE, start + k);
            }
            p += row.length;
            start += row.stride;
        }
    }

    /** Copies blocks into memory; {@code to} is where the first one starts. */
    static void scatter(byte[] packed, BlockRow row, MemorySegment memory, long to) {
        int p = row.packedAt;
        long start = to;
        for (int i = 0; i < row.count; i++) {
            int k = 0;
            for (; k <= row.length - Long.BYTES; k += Long.BYTES) {
                long word = (long) LONGS.get(packed, p + k);
                memory.set(ValueLayout.JAVA_LONG_UNALIGNED, start + k, word);
            }
            if (k <= row.length - Integer.BYTES) {
                int word = (int) INTS.get(packed, p + k);
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, start + k, word);
                k += Integer.BYTES;
            }
            for (; k < row.length; k++) {
                memory.set(ValueLayout.JAVA_BYTE, start + k, packed[p + k]);
            }
            p += row.length;
            start += row.stride;
        }
    }
}
