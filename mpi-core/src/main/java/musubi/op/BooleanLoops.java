package musubi.op;

/** The loop of the logical and bitwise operators over {@code boolean} arrays. */
final class BooleanLoops {
    private BooleanLoops() {}

    /** Applies an operator to {@code n} elements. */
    static void apply(Operator operator, boolean[] in, int i, boolean[] inout, int j, int n) {
        int table = operator.table();
        for (int k = 0; k < n; k++) {
            inout[j + k] = Operator.look(table, in[i + k], inout[j + k]) != 0;
        }
    }
}
