package applications.grid;

/**
 * Values on a square or cube of n points in each direction, within a boundary, whose relaxation is
 * given by a formula: a polynomial that equals the mean of its neighbours, and products of sines
 * that are zero on the boundary. These modes are eigenvectors of the mean of all neighbours, so
 * that the exact result of any number of steps only differs in their amplitudes.
 */
final class LaplaceSolution {
    /** The amplitudes of the modes at the start. */
    static final double[] AMPLITUDES = {1, 0.5, 0.25};

    private final int n;

    /** sin(pi wave i / (n + 1)), for each mode and axis. */
    private final double[][][] sines;

    private final double[] eigenvalues;

    LaplaceSolution(int n, int axes) {
        this.n = n;
        // Low waves decay slowly; the highest one changes its sign from point to point.
        int[][] waves = {{1, 1, 1}, {2, 3, 1}, {n, n, n}};
        sines = new double[waves.length][axes][];
        eigenvalues = new double[waves.length];
        for (int mode = 0; mode < waves.length; mode++) {
            for (int axis = 0; axis < axes; axis++) {
                int wave = Math.min(n, waves[mode][axis]);
                sines[mode][axis] = sine(n, wave);
                eigenvalues[mode] += Math.cos(Math.PI * wave / (n + 1)) / axes;
            }
        }
    }

    private static double[] sine(int n, int wave) {
        double[] sine = new double[n + 2];
        for (int i = 0; i < sine.length; i++) {
            // Whole turns would cost digits.
            long reduced = (long) wave * i % (2L * (n + 1));
            sine[i] = Math.sin(Math.PI * reduced / (n + 1));
        }
        return sine;
    }

    /** The factor between a mode and the mean of its neighbours. */
    double eigenvalue(int mode) {
        return eigenvalues[mode];
    }

    /** The value at a point of a square, counted from 1, with these amplitudes of the modes. */
    double at(double[] amplitudes, int row, int column) {
        double x = (double) row / (n + 1);
        double y = (double) column / (n + 1);
        double sum = x * x - y * y + x * y;
        for (int mode = 0; mode < amplitudes.length; mode++) {
            double[][] sine = sines[mode];
            sum += amplitudes[mode] * sine[0][row] * sine[1][column];
        }
        return sum;
    }

    /** The value at a point of a cube, counted from 1, with these amplitudes of the modes. */
    double at(double[] amplitudes, int plane, int row, int column) {
        double x = (double) plane / (n + 1);
        double y = (double) row / (n + 1);
        double z = (double) column / (n + 1);
        double sum = x * x + y * y - 2 * z * z + x * y * z;
        for (int mode = 0; mode < amplitudes.length; mode++) {
            double[][] sine = sines[mode];
            sum += amplitudes[mode] * sine[0][plane] * sine[1][row] * sine[2][column];
        }
        return sum;
    }
}
