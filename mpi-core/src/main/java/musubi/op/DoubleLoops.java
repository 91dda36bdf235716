package musubi.op;

/** The loops of the predefined operators over {@code double} arrays and complex numbers in them. */
final class DoubleLoops {
    private DoubleLoops() {}

    /** Applies an extremum, sum or product to elements. */
    static void apply(Operator operator, double[] in, double[] inout, int from, int end) {
        switch (operator) {
            case MAX -> max(in, inout, from, end);
            case MIN -> min(in, inout, from, end);
            case SUM -> sum(in, inout, from, end);
            case PROD -> product(in, inout, from, end);
            default -> throw new AssertionError(operator);
        }
    }

    private static void max(double[] in, double[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = Math.max(in[k], inout[k]);
        }
    }

    private static void min(double[] in, double[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = Math.min(in[k], inout[k]);
        }
    }

    private static void sum(double[] in, double[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = in[k] + inout[k];
        }
    }

    private static void product(double[] in, double[] inout, int from, int end) {
        for (int k = from; k < end; k++) {
            inout[k] = in[k] * inout[k];
        }
    }

    /** Multiplies complex numbers, each a real and an imaginary part. */
    static void complexProduct(double[] in, double[] inout, int from, int end) {
        for (int k = from; k < end; k += 2) {
            double re = inout[k];
            double im = inout[k + 1];
            inout[k] = in[k] * re - in[k + 1] * im;
            inout[k + 1] = in[k] * im + in[k + 1] * re;
        }
    }

    /** MINLOC or MAXLOC over pairs of a value and an index. */
    static void location(Operator operator, double[] in, double[] inout, int from, int end) {
        boolean max = operator.isMax();
        for (int k = from; k < end; k += 2) {
            double a = in[k];
            double b = inout[k];
            boolean better = max ? a > b : a < b;
            if (better || a == b && in[k + 1] < inout[k + 1]) {
                inout[k] = a;
                inout[k + 1] = in[k + 1];
            }
        }
    }
}
