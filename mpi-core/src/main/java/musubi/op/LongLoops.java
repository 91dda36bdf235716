package musubi.op;

/** The loops of the predefined operators over {@code long} arrays. */
final class LongLoops {
    private LongLoops() {}

    /** Applies any operator but a location to {@code n} elements. */
    static void apply(Operator operator, long[] in, int i, long[] inout, int j, int n) {
        switch (operator.family()) {
            case EXTREMUM -> extremum(in, i, inout, j, n, operator.flip());
            case SUM -> sum(in, i, inout, j, n);
            case PRODUCT -> product(in, i, inout, j, n);
            case BITWISE -> bitwise(operator, in, i, inout, j, n);
            case LOGICAL -> logical(in, i, inout, j, n, operator.table());
            default -> throw new AssertionError(operator);
        }
    }

    private static void extremum(long[] in, int i, long[] inout, int j, int n, long flip) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = flip ^ Math.max(flip ^ in[i + k], flip ^ inout[j + k]);
        }
    }

    private static void sum(long[] in, int i, long[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = in[i + k] + inout[j + k];
        }
    }

    private static void product(long[] in, int i, long[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = in[i + k] * inout[j + k];
        }
    }

    private static void bitwise(Operator operator, long[] in, int i, long[] inout, int j, int n) {
        int x = operator.whenDifferent();
        int y = operator.whenBoth();
        for (int k = 0; k < n; k++) {
            long a = in[i + k];
            long b = inout[j + k];
            inout[j + k] = x & (a ^ b) ^ y & a & b;
        }
    }

    private static void logical(long[] in, int i, long[] inout, int j, int n, int table) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = Operator.look(table, in[i + k] != 0, inout[j + k] != 0);
        }
    }

    /** MINLOC or MAXLOC over {@code n} pairs of a value and an index. */
    static void location(Operator operator, long[] in, int i, long[] inout, int j, int n) {
        int flip = operator.flip();
        for (int k = 0; k < 2 * n; k += 2) {
            long a = in[i + k] ^ flip;
            long b = inout[j + k] ^ flip;
            if (a > b || a == b && in[i + k + 1] < inout[j + k + 1]) {
                inout[j + k] = in[i + k];
                inout[j + k + 1] = in[i + k + 1];
            }
        }
    }
}
