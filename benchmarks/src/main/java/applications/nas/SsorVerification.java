package applications.nas;

import applications.frame.Application.Result;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * What NAS LU is verified by: root mean squares of the residual and of the error, and an integral
 * of the pressure over the faces of a box, which are published for each class.
 */
final class SsorVerification {
    private static final int COMPONENTS = SsorGrid.COMPONENTS;
    private static final double TOLERANCE = 1e-8;

    private final SsorGrid grid;

    SsorVerification(SsorGrid grid) {
        this.grid = grid;
    }

    /** The root mean square of each component of the residual inside the grid. Collective. */
    double[] residual() throws MPIException {
        double[] sums = new double[COMPONENTS];
        double[] v = grid.v;
        for (int k = 1; k < grid.n - 1; k++) {
            for (int j = grid.fromY; j < grid.toY; j++) {
                int end = grid.at(k, j, grid.toX);
                for (int at = grid.at(k, j, grid.fromX); at < end; at += COMPONENTS) {
                    addSquares(v, at, sums);
                }
            }
        }
        return rootMeans(sums);
    }

    private static void addSquares(double[] v, int at, double[] sums) {
        for (int m = 0; m < COMPONENTS; m++) {
            sums[m] += v[at + m] * v[at + m];
        }
    }

    /** The root mean square of each component's error inside the grid. Collective. */
    double[] error() throws MPIException {
        double[] sums = new double[COMPONENTS];
        for (int k = 1; k < grid.n - 1; k++) {
            for (int j = grid.fromY; j < grid.toY; j++) {
                for (int i = grid.fromX; i < grid.toX; i++) {
                    addSquaredErrors(k, j, i, sums);
                }
            }
        }
        return rootMeans(sums);
    }

    private void addSquaredErrors(int k, int j, int i, double[] sums) {
        double step = grid.step;
        double x = (grid.firstX + i) * step;
        double y = (grid.firstY + j) * step;
        for (int m = 0; m < COMPONENTS; m++) {
            double exact = grid.exact(m, x, y, k * step);
            double error = exact - grid.u[grid.at(k, j, i) + m];
            sums[m] += error * error;
        }
    }

    private double[] rootMeans(double[] sums) throws MPIException {
        double[] means = new double[COMPONENTS];
        grid.world.allReduce(sums, means, COMPONENTS, Operation.SUM);
        double points = Math.pow(grid.n - 2, 3);
        for (int m = 0; m < COMPONENTS; m++) {
            means[m] = Math.sqrt(means[m] / points);
        }
        return means;
    }

    /** The integral of the pressure, by the trapezoidal rule. Collective. */
    double integral() throws MPIException {
        int lastX = grid.n - 2;
        int lastY = grid.n - 3;
        int lastZ = grid.n - 2;
        double[] sum = new double[1];
        for (int k = 2; k <= lastZ; k++) {
            int weightZ = k == 2 || k == lastZ ? 1 : 2;
            for (int j = grid.fromY; j < grid.toY; j++) {
                int y = grid.firstY + j;
                int weightY = y == 1 || y == lastY ? 1 : 2;
                for (int i = grid.fromX; y <= lastY && i < grid.toX; i++) {
                    int x = grid.firstX + i;
                    int weightX = x == 1 || x == lastX ? 1 : 2;
                    sum[0] += weighted(weightX, weightY, weightZ, grid.at(k, j, i));
                }
            }
        }
        double[] total = new double[1];
        grid.world.allReduce(sum, total, 1, Operation.SUM);
        return 0.25 * grid.step * grid.step * total[0];
    }

    /** The pressure at a point on a face, on which one of the weights is 1; else 0. */
    private double weighted(int weightX, int weightY, int weightZ, int at) {
        int weight =
                (2 - weightX) * weightY * weightZ
                        + weightX * (2 - weightY) * weightZ
                        + weightX * weightY * (2 - weightZ);
        return weight == 0 ? 0 : weight * pressure(at);
    }

    private double pressure(int at) {
        double[] u = grid.u;
        double square = u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2] + u[at + 3] * u[at + 3];
        return SsorGrid.C2 * (u[at + SsorGrid.ENERGY] - 0.5 * square / u[at]);
    }

    /** Compares with published values: residuals, errors, the integral, which is the value. */
    Result compare(double[] residual, double[] published) throws MPIException {
        double[] error = error();
        double integral = integral();
        boolean isCorrect = isNear(integral, published[2 * COMPONENTS]);
        for (int m = 0; m < COMPONENTS; m++) {
            isCorrect &= isNear(residual[m], published[m]);
            isCorrect &= isNear(error[m], published[COMPONENTS + m]);
        }
        return new Result(integral, isCorrect);
    }

    private static boolean isNear(double value, double expected) {
        return Math.abs((value - expected) / expected) <= TOLERANCE;
    }
}
