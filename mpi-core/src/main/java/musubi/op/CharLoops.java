package musubi.op;

/** The loops of the predefined operators over {@code char} arrays, which are unsigned. */
final class CharLoops {
    private CharLoops() {}

    /** Applies any operator but a location to elements. */
    static void apply(Operator operator, char[] in, char[] inout, int from, int end) {
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
    private static void extremum(char[] in, char[] inout, int from, int end, int flip) {
        for (int k = from; k < end; k++) {
            char a = in[k];
            if ((a ^ flip) > (inout[k] ^ flip)) {
                inout[k] = a;
            }
        }
    }

    private static void sum(char[] in, char[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = (char) (in[k] + inout[k]);
        }
    }

    private static void product(char[] in, char[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = (char) (in[k] * inout[k]);
        }
    }

    private static void bitwise(Operator operator, char[] in, char[] inout, int from, int end) {
        int x = operator.whenDifferent();
        int y = operator.whenBoth();
        for (int k = from; k < end; k++) {
            char a = in[k];
            char b = inout[k];
            inout[k] = (char) (x & (a ^ b) ^ y & a & b);
        }
    }

    private static void logical(char[] in, char[] inout, int from, int end, int table) {
        for (int k = from; k < end; k++) {
            inout[k] = (char) Operator.lookUp(table, in[k] != 0, inout[k] != 0);
        }
    }
}
