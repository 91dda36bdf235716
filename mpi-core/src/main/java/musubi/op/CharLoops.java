package musubi.op;

/** The loops of the predefined operators over {@code char} arrays, which are unsigned. */
final class CharLoops {
    private CharLoops() {}

    /** Applies any operator but a location to {@code n} elements. */
    static void apply(Operator operator, char[] in, int i, char[] inout, int j, int n) {
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
    private static void extremum(char[] in, int i, char[] inout, int j, int n, int flip) {
        for (int k = 0; k < n; k++) {
            char a = in[i + k];
            if ((a ^ flip) > (inout[j + k] ^ flip)) {
                inout[j + k] = a;
            }
        }
    }

    private static void sum(char[] in, int i, char[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = (char) (in[i + k] + inout[j + k]);
        }
    }

    private static void product(char[] in, int i, char[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = (char) (in[i + k] * inout[j + k]);
        }
    }

    private static void bitwise(Operator operator, char[] in, int i, char[] inout, int j, int n) {
        int x = operator.whenDifferent();
        int y = operator.whenBoth();
        for (int k = 0; k < n; k++) {
            char a = in[i + k];
            char b = inout[j + k];
            inout[j + k] = (char) (x & (a ^ b) ^ y & a & b);
        }
    }

    private static void logical(char[] in, int i, char[] inout, int j, int n, int table) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = (char) Operator.look(table, in[i + k] != 0, inout[j + k] != 0);
        }
    }
}
