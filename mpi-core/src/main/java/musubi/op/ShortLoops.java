package musubi.op;

/** The loops of the predefined operators over {@code short} arrays. */
final class ShortLoops {
    private ShortLoops() {}

    /** Applies any operator but a location to elements. */
    static void apply(Operator operator, short[] in, short[] inout, int from, int end) {
        switch (operator.family()) {
            case EXTREMUM -> extremum(in, inout, from, end, operator.flip());
            case SUM -> sum(in, inout, from, end);
            case PRODUCT -> product(in, inout, from, end);
            case BITWISE -> bitwise(operator, in, inout, from, end);
            case LOGICAL -> logical(in, inout, from, end, operator.table());
            default -> throw new AssertionError(operator);
        }
    }

    /** Stores on a condition: HotSpot makes a slower loop of Math.max over this type. */
    private static void extremum(short[] in, short[] inout, int from, int end, int flip) {
        for (int k = from; k < end; k++) {
            short a = in[k];
            if ((a ^ flip) > (inout[k] ^ flip)) {
                inout[k] = a;
            }
        }
    }

    private static void sum(short[] in, short[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = (short) (in[k] + inout[k]);
        }
    }

    private static void product(short[] in, short[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = (short) (in[k] * inout[k]);
        }
    }

    private static void bitwise(Operator operator, short[] in, short[] inout, int from, int end) {
        int x = operator.whenDifferent();
        int y = operator.whenBoth();
        for (int k = from; k < end; k++) {
            short a = in[k];
            short b = inout[k];
            inout[k] = (short) (x & (a ^ b) ^ y & a & b);
        }
    }

    private static void logical(short[] in, short[] inout, int from, int end, int table) {
        for (int k = from; k < end; k++) {
            inout[k] = (short) Operator.lookUp(table, in[k] != 0, inout[k] != 0);
        }
    }

    /** MINLOC or MAXLOC over pairs of a value and an index. */
    static void location(Operator operator, short[] in, short[] inout, int from, int end) {
        int flip = operator.flip();
        for (int k = from; k < end; k += 2) {
            int a = in[k] ^ flip;
            int b = inout[k] ^ flip;
            if (a > b || a == b && in[k + 1] < inout[k + 1]) {
                inout[k] = in[k];
                inout[k + 1] = in[k + 1];
            }
        }
    }
}
