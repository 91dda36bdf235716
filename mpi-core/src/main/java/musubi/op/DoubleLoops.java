package musubi.op;

/** The loops of the predefined operators over {@code double} arrays and complex numbers in them. */
final class DoubleLoops {
    private DoubleLoops() {}

    /** Applies an extremum, sum or product to {@code n} elements. */
    static void apply(Operator operator, double[] in, int i, double[] inout, int j, int n) {
        switch (operator) {
            case MAX -> max(in, i, inout, j, n);
            case MIN -> min(in, i, inout, j, n);
            case SUM -> sum(in, i, inout, j, n);
            case PROD -> product(in, i, inout, j, n);
            default -> throw new AssertionError(operator);
        }
    }

    private static void max(double[] in, int i, double[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = Math.max(in[i + k], inout[j + k]);
        }
    }

    private static void min(double[] in, int i, double[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = Math.min(in[i + k], inout[j + k]);
        }
    }

    private static void sum(double[] in, int i, double[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = in[i + k] + inout[j + k];
        }
    }

    private static void product(double[] in, int i, double[] inout, int j, int n) {
        for (int k = 0; k < n; k++) {
            inout[j + k] = in[i + k] * inout[j + k];
        }
    }

    /** Multiplies {@code n} complex numbers, each a real and an imaginary part. */
    static void complexProduct(double[] in, int i, double[] inout, int j, int n) {
        for (int k = 0; k < 2 * n; k += 2) {
            double re = inout[j + k];
            double im = inout[j + k + 1];
            inout[j + k] = in[i + k] * re - in[i + k + 1] * im;
            inout[j + k + 1] = in[i + k] * im + in[i + k + 1] * re;
        }
    }

    /** MINLOC or MAXLOC over {@code n} pairs of a value and an index. */
    static void location(Operator operator, double[] in, int i, double[] inout, int j, int n) {
        boolean max = operator.isMax();
        for (int k = 0; k < 2 * n; k += 2) {
            double a = in[i + k];
            double b = inout[j + k];
            boolean better = max ? a > b : a < b;
            if (better || a == b && in[i + k + 1] < inout[j + k + 1]) {
                inout[j + k] = a;
                inout[j + k + 1] = in[i + k + 1];
            }
        }
    }
}
