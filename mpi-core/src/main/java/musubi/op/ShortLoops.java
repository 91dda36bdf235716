package musubi.op;

/** The loops of the predefined operators over {@code short} arrays. */
final class ShortLoops {
    private ShortLoops() {}

    /** Applies any operator but a location to {@code n} elements. */
    static void apply(Operator operator, short[] in, int i, short[] inout, int j, int n) {
        switch (operator.family()) {
            case EXTREMUM -> extremum(in, i, inout, j, n, operator.flip());
            case SUM -> sum(in, i, inout, j, n);
            case PRODUCT -> product(in, i, inout, j, n);
            case BITWISE -> bitwise(operator, in, i, inout, j, n);
            case LOGICAL -> logical(in, i, inout, j, n, operator.table());
            default -> throw new AssertionError(operator);
        }
    }

    /** Stores on a condition: HotSpot makes a slower loop of Math.max over this type. */
    private static void extremum(short[] in, int i, short[] inout, int j, int n, int flip) {
        for (int k = 0; k < n; k++) {
            short a = in[i + k];
            if ((a ^ flip) > (inout[j + k] ^ flip)) {
                inout[j + k] = a;
            }
        }
    }

    private static void sum(short[] in, int i, short[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = (short) (in[i + k] + inout[j + k]);
        }
    }

    private static void product(short[] in, int i, short[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = (short) (in[i + k] * inout[j + k]);
        }
    }

    private static void bitwise(Operator operator, short[] in, int i, short[] inout, int j, int n) {
        int x = operator.whenDifferent();
        int y = operator.whenBoth();
        for (int k = 0; k < n; k++) {
            short a = in[i + k];
            short b = inout[j + k];
            inout[j + k] = (short) (x & (a ^ b) ^ y & a & b);
        }
    }

    private static void logical(short[] in, int i, short[] inout, int j, int n, int table) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = (short) Operator.look(table, in[i + k] != 0, inout[j + k] != 0);
        }
    }

    /** MINLOC or MAXLOC over {@code n} pairs of a value and an index. */
    static void location(Operator operator, short[] in, int i, short[] inout, int j, int n) {
        int flip = operator.flip();
        for (int k = 0; k < 2 * n; k += 2) {
            int a = in[i + k] ^ flip;
            int b = inout[j + k] ^ flip;
            if (a > b || a == b && in[i + k + 1] < inout[j + k + 1]) {
                inout[j + k] = in[i + k];
                inout[j + k + 1] = in[i + k + 1];
            }
        }
    }
}
