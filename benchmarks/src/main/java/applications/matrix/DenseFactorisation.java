package applications.matrix;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Random46;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * The factorisation P A = L U of a dense random matrix by Gaussian elimination with partial
 * pivoting. The columns are dealt to the ranks in turn; for each column its owner finds the pivot
 * and broadcasts the multipliers, with which each rank updates its columns on the right. {@code -n}
 * is the order of the matrix.
 */
public final class DenseFactorisation implements Application {
    private static final long SEED = 161_803_399;

    /** The largest error, in units of the rounding error of a column. */
    private static final double LIMIT = 1;

    private World world;
    private int rank;
    private int size;
    private int n;

    /** The columns rank, rank + size and so on; in the end U on and above the diagonal, L below. */
    private double[][] columns;

    /** The multipliers of the current column at their rows, then the row of the pivot. */
    private double[] multipliers;

    /** The row that was exchanged with each row in turn. */
    private int[] pivots;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        rank = world.rank();
        size = world.size();
        n = arguments.number("-n", 1000);
        columns = new double[firstAfter(n - 1)][n];
        for (int local = 0; local < columns.length; local++) {
            randomColumn(rank + local * size, columns[local]);
        }
        multipliers = new double[n + 1];
        pivots = new int[n];
    }

    /** This rank's first column on the right of a column. */
    private int firstAfter(int column) {
        return (column + size - rank) / size;
    }

    private void randomColumn(int column, double[] values) {
        Random46 random =
                new Random46(Random46.skip(SEED, Random46.A, (long) column * values.length));
        for (int i = 0; i < values.length; i++) {
            values[i] = random.next() - 0.5;
        }
    }

    @Override
    public void compute() throws MPIException {
        for (int k = 0; k < n; k++) {
            int owner = k % size;
            if (owner == rank) {
                findMultipliers(k, columns[k / size]);
            }
            world.broadcast(multipliers, k + 1, n - k, owner);
            int pivot = (int) multipliers[n];
            pivots[k] = pivot;
            exchangeRows(k, pivot, owner == rank ? k / size : -1);
            for (int local = firstAfter(k); local < columns.length; local++) {
                double[] column = columns[local];
                subtract(column, column[k], multipliers, k + 1, n);
            }
        }
    }

    private void findMultipliers(int k, double[] column) {
        int pivot = k;
        double largest = Math.abs(column[k]);
        for (int i = k + 1; i < n; i++) {
            double value = Math.abs(column[i]);
            if (value > largest) {
                largest = value;
                pivot = i;
            }
        }
        double diagonal = column[pivot];
        column[pivot] = column[k];
        column[k] = diagonal;
        double reciprocal = 1 / diagonal;
        for (int i = k + 1; i < n; i++) {
            column[i] *= reciprocal;
        }
        System.arraycopy(column, k + 1, multipliers, k + 1, n - k - 1);
        multipliers[n] = pivot;
    }

    /** In all columns but one, where it is done already. */
    private void exchangeRows(int row, int other, int except) {
        if (row == other) {
            return;
        }
        for (int local = 0; local < columns.length; local++) {
            if (local != except) {
                double[] column = columns[local];
                double value = column[row];
                column[row] = column[other];
                column[other] = value;
            }
        }
    }

    private static void subtract(
            double[] column, double factor, double[] multipliers, int from, int to) {
        for (int i = from; i < to; i++) {
            column[i] -= factor * multipliers[i];
        }
    }

    /**
     * Compares P (A x), with A made again, with L (U x) for a random vector x; checks also that no
     * multiplier exceeds 1. The value is the sum of the absolute pivots.
     */
    @Override
    public Result verify() throws MPIException {
        double[] vector = new double[n];
        randomColumn(n, vector);
        double[] original = new double[n];
        double[] norms = new double[n];
        double[] upper = new double[n];
        double[] diagonal = new double[n];
        double[] column = new double[n];
        for (int local = 0; local < columns.length; local++) {
            int j = rank + local * size;
            randomColumn(j, column);
            for (int i = 0; i < n; i++) {
                original[i] += column[i] * vector[j];
                norms[i] += Math.abs(column[i]);
            }
            for (int i = 0; i <= j; i++) {
                upper[i] += columns[local][i] * vector[j];
            }
            diagonal[j] = Math.abs(columns[local][j]);
        }
        double[] expected = permuted(sum(original));
        double[] actual = timesLower(sum(upper));
        double norm = max(sum(norms));
        double error = 0;
        for (int i = 0; i < n; i++) {
            // Math.max keeps NaN.
            error = Math.max(error, Math.abs(actual[i] - expected[i]));
        }
        double unit = n * Math.ulp(1.0) * norm * max(vector);
        double value = 0;
        for (double pivot : sum(diagonal)) {
            value += pivot;
        }
        // 1 is exceeded by the rounding error of the reciprocal.
        return new Result(value, error <= LIMIT * unit && largestMultiplier() <= 1 + 1e-15);
    }

    private double[] permuted(double[] values) {
        for (int k = 0; k < n; k++) {
            double value = values[k];
            values[k] = values[pivots[k]];
            values[pivots[k]] = value;
        }
        return values;
    }

    private double[] timesLower(double[] vector) throws MPIException {
        double[] part = new double[n];
        for (int local = 0; local < columns.length; local++) {
            int j = rank + local * size;
            part[j] += vector[j];
            for (int i = j + 1; i < n; i++) {
                part[i] += columns[local][i] * vector[j];
            }
        }
        return sum(part);
    }

    private double largestMultiplier() throws MPIException {
        double[] largest = new double[1];
        for (int local = 0; local < columns.length; local++) {
            for (int i = rank + local * size + 1; i < n; i++) {
                largest[0] = Math.max(largest[0], Math.abs(columns[local][i]));
            }
        }
        double[] result = new double[1];
        world.allReduce(largest, result, 1, Operation.MAX);
        return result[0];
    }

    private double[] sum(double[] part) throws MPIException {
        double[] result = new double[n];
        world.allReduce(part, result, n, Operation.SUM);
        return result;
    }

    private static double max(double[] values) {
        double result = 0;
        for (double value : values) {
            result = Math.max(result, Math.abs(value));
        }
        return result;
    }
}
