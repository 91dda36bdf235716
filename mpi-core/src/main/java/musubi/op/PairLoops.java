package musubi.op;

import musubi.type.MpiType;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * MINLOC and MAXLOC over pairs in bytes: a value, and an {@code int} index from the middle on, in
 * native byte order. MPI-4.1 section 6.9.4.
 *
 * <pre>
 *   SHORT_INT   s s . . i i i i
 *   FLOAT_INT   f f f f i i i i
 *   LONG_INT    l l l l l l l l i i i i . . . .
 *   DOUBLE_INT  d d d d d d d d i i i i . . . .
 * </pre>
 */
final class PairLoops {
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);
    private static final VarHandle FLOAT = view(float[].class);
    private static final VarHandle DOUBLE = view(double[].class);

    private PairLoops() {}

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.nativeOrder());
    }

    /** Whether it is a pair type whose base type is BYTE. */
    static boolean supports(MpiType type) {
        return type == MpiType.SHORT_INT
                || type == MpiType.LONG_INT
                || type == MpiType.FLOAT_INT
                || type == MpiType.DOUBLE_INT;
    }

    /** Keeps the pair with the better value, and of equal values that with the smaller index. */
    static void location(
            Operator operator, byte[] in, byte[] inout, int from, int end, MpiType type) {
        int size = type.extentElements();
        int indexAt = size / 2;
        boolean max = operator.isMax();
        for (int k = from; k < end; k += size) {
            int order = max ? order(in, inout, k, type) : order(inout, in, k, type);
            boolean earlier = (int) INT.get(in, k + indexAt) < (int) INT.get(inout, k + indexAt);
            if (order > 0 || order == 0 && earlier) {
                System.arraycopy(in, k, inout, k, size);
            }
        }
    }

    /** Positive when the first value is larger, 0 when they are equal; negative with NaN, too. */
    private static int order(byte[] a, byte[] b, int at, MpiType type) {
        if (type == MpiType.SHORT_INT) {
            return Short.compare((short) SHORT.get(a, at), (short) SHORT.get(b, at));
        }
        if (type == MpiType.LONG_INT) {
            return Long.compare((long) LONG.get(a, at), (long) LONG.get(b, at));
        }
        double x =
                type == MpiType.FLOAT_INT ? (float) FLOAT.get(a, at) : (double) DOUBLE.get(a, at);
        double y =
                type == MpiType.FLOAT_INT ? (float) FLOAT.get(b, at) : (double) DOUBLE.get(b, at);
        if (x > y) {
            return 1;
        }
        return x == y ? 0 : -1;
    }
}
