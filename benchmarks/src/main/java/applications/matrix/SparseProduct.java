package applications.matrix;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Random46;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * Repeated products x' = A x with a random sparse matrix, in the manner of the kernel SparseMatmult
 * of the Java Grande benchmarks: the elements are triplets in random order and are divided evenly
 * among the ranks, so that any rank can add to any element of the result, and each iteration ends
 * with the sum of the whole vector over the ranks. The columns of A are scaled to the sum 1, so
 * that x stays of the same size. {@code -n} is the order, {@code -nonzeros} the number of triplets,
 * at least n, {@code -iterations} the number of products.
 */
public final class SparseProduct implements Application {
    private static final long SEED = 141_421_357;
    private static final int NUMBERS_PER_TRIPLET = 3;
    private static final double TOLERANCE = 1e-11;

    private World world;
    private int n;
    private int iterations;

    /** This rank's triplets. */
    private int[] rows;

    private int[] columns;
    private double[] values;
    private double[] x;
    private double[] part;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        n = arguments.number("-n", 50_000);
        int nonzeros = arguments.number("-nonzeros", 5 * n);
        iterations = arguments.number("-iterations", 200);
        if (nonzeros < n) {
            throw new IllegalArgumentException(
                    "spmv: -nonzeros " + nonzeros + " is less than -n " + n);
        }
        x = new double[n];
        part = new double[n];
        int first = (int) ((long) nonzeros * world.rank() / world.size());
        int end = (int) ((long) nonzeros * (world.rank() + 1) / world.size());
        makeTriplets(first, end - first);
        for (int i = 0; i < columns.length; i++) {
            part[columns[i]] += values[i];
        }
        world.allReduce(part, x, n, Operation.SUM);
        for (int i = 0; i < columns.length; i++) {
            values[i] /= x[columns[i]];
        }
        Arrays.fill(x, 1);
    }

    /** The first n triplets of the matrix have one in each column, so that no column is empty. */
    private void makeTriplets(int first, int count) {
        rows = new int[count];
        columns = new int[count];
        values = new double[count];
        long steps = (long) NUMBERS_PER_TRIPLET * first;
        Random46 random = new Random46(Random46.skip(SEED, Random46.A, steps));
        for (int i = 0; i < count; i++) {
            rows[i] = (int) (random.next() * n);
            int column = (int) (random.next() * n);
            columns[i] = first + i < n ? first + i : column;
            values[i] = random.next();
        }
    }

    @Override
    public void compute() throws MPIException {
        for (int iteration = 0; iteration < iterations; iteration++) {
            multiply(rows, columns, x);
            world.allReduce(part, x, n, Operation.SUM);
        }
    }

    /** This rank's part of the product with the matrix or, rows for columns, its transpose. */
    private void multiply(int[] to, int[] from, double[] vector) {
        double[] values = this.values;
        double[] part = this.part;
        Arrays.fill(part, 0);
        for (int i = 0; i < values.length; i++) {
            part[to[i]] += vector[from[i]] * values[i];
        }
    }

    /**
     * Compares w (A ... (A x)) with ((w A) ... A) x, computed with the transposed matrix, for a
     * random vector w, and the sum of x with n, since the sum of each column is 1. The value is the
     * first product, scaled by 1 / n.
     */
    @Override
    public Result verify() throws MPIException {
        double[] weights = new double[n];
        Random46 random = new Random46(SEED + 2);
        for (int i = 0; i < n; i++) {
            weights[i] = random.next();
        }
        double value = 0;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            value += weights[i] * x[i];
            sum += x[i];
        }
        for (int iteration = 0; iteration < iterations; iteration++) {
            multiply(columns, rows, weights);
            world.allReduce(part, weights, n, Operation.SUM);
        }
        double expected = 0;
        for (double weight : weights) {
            expected += weight;
        }
        return new Result(value / n, isNear(value, expected) && isNear(sum, n));
    }

    private static boolean isNear(double value, double expected) {
        return Math.abs(value - expected) <= TOLERANCE * Math.abs(expected);
    }
}
