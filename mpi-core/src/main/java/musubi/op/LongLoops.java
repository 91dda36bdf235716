package musubi.op;

/** The loops of the predefined operators over {@code long} arrays. */
final class LongLoops {
    private LongLoops() {}

    /** Applies any operator but a location to elements. */
    static void apply(Operator operator, long[] in, long[] inout, int from, int end) {
        switch (operator.family()) {
            case EXTREMUM -> extremum(in, inout, from, end, operator.flip());
            case SUM -> sum(in, inout, from, end);
            case PRODUCT -> product(in, inout, from, end);
            case BITWISE -> bitwise(operator, in, inout, from, end);
            case LOGICAL -> logical(in, inout, from, end, operator.table());
            default -> throw new AssertionError(operator);
        }
    }

    private static void extremum(long[] in, long[] inout, int from, int end, long flip) {
        for (int k = from; k < end; k++) {
            inout[k] = flip ^ Math.max(flip ^ in[k], flip ^ inout[k]);
        }
    }

    private static void sum(long[] in, long[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = in[k] + inout[k];
        }
    }

    private static void product(long[] in, long[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = in[k] * inout[k];
        }
    }

    private static void bitwise(Operator operator, long[] in, long[] inout, int from, int end) {
        int x = operator.whenDifferent();
        int y = operator.whenBoth();
        for (int k = from; k < end; k++) {
            long a = in[k];
            long b = inout[k];
            inout[k] = x & (a ^ b) ^ y & a & b;
        }
    }

    private static void logical(long[] in, long[] inout, int from, int end, int table) {
        for (int k = from; k < end; k++) {
            inout[k] = Operator.lookUp(table, in[k] != 0, inout[k] != 0);
        }
    }

    /** MINLOC or MAXLOC over pairs of a value and an index. */
    static void location(Operator operator, long[] in, long[] inout, int from, int end) {
        int flip = operator.flip();
        for (int k = from; k < end; k += 2) {
            long a = in[k] ^ flip;
            long b = inout[k] ^ flip;
            if (a > b || a == b && in[k + 1] < inout[k + 1]) {
                inout[k] = in[k];
                inout[k + 1] = in[k + 1];
            }
        }
    }
}
