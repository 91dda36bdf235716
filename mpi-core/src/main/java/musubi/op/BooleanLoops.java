package musubi.op;

/** The loop of the logical and bitwise operators over {@code boolean} arrays. */
final class BooleanLoops {
    private BooleanLoops() {}

    /** Applies an operator to elements. */
    static void apply(Operator operator, boolean[] in, boolean[] inout, int from, int end) {
        int table = operator.table();
        for (int k = from; k < end; k++) {
            inout[k] = Operator.lookUp(table, in[k], inout[k]) != 0;
        }
    }
}
