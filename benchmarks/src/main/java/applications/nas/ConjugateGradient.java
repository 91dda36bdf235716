package applications.nas;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * CG of the NAS Parallel Benchmarks: the smallest eigenvalue of a sparse random symmetric matrix by
 * inverse power iteration, each step of which solves a system with 25 steps of the method of
 * conjugate gradients. The matrix is in blocks on a grid of ranks, with as many columns as rows or
 * twice as many; vectors are distributed over the columns of the grid. A product of matrix and
 * vector is summed along a row of the grid by pairwise exchange, then a transposed rank receives
 * it; a scalar product is summed by pairwise exchange of single numbers. {@code -class S, W, A, B},
 * and {@code -iterations} for another number of power iterations. Verified are the residual of the
 * last solution, with the matrix as a sum of outer products, and for the usual number of iterations
 * the published eigenvalue.
 */
public final class ConjugateGradient implements Application {
    private static final int STEPS = 25;
    private static final double TOLERANCE = 1e-10;
    private static final int TAG = 1;

    /** The order, random elements of a vector, iterations, shift and eigenvalue of each class. */
    private enum Class {
        S(1400, 7, 15, 10, 8.5971775078648),
        W(7000, 8, 15, 12, 10.362595087124),
        A(14_000, 11, 15, 20, 17.130235054029),
        B(75_000, 13, 75, 60, 22.712745482631);

        private final int order;
        private final int nonzeros;
        private final int iterations;
        private final double shift;
        private final double zeta;

        Class(int order, int nonzeros, int iterations, double shift, double zeta) {
            this.order = order;
            this.nonzeros = nonzeros;
            this.iterations = iterations;
            this.shift = shift;
            this.zeta = zeta;
        }
    }

    private World world;
    private int rank;
    private Class size;
    private int iterations;

    private int gridColumns;

    /** This rank's place in the grid. */
    private int gridRow;

    private int gridColumn;

    /** The part of the row block that this rank holds when the products are summed. */
    private int keptOffset;

    private int kept;
    private int transposed;

    private OuterProducts products;
    private SparseBlock matrix;

    /** Vectors over the rows of the block: the product, and a partner's. */
    private double[] rowSums;

    private double[] received;

    /** Vectors over the columns of the block. */
    private double[] x;

    private double[] previousX;
    private double[] z;
    private double[] p;
    private double[] q;
    private double[] r;

    /** Scalars to be summed, and a partner's. */
    private final double[] scalars = new double[2];

    private final double[] receivedScalars = new double[2];
    private double zeta;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        rank = world.rank();
        size = Class.valueOf(arguments.text("-class", "S"));
        iterations = arguments.number("-iterations", size.iterations);
        int ranks = world.size();
        if (Integer.bitCount(ranks) != 1) {
            throw new IllegalArgumentException(
                    "cg runs on 1, 2, 4, 8, ... ranks (powers of two), not on " + ranks);
        }
        int gridRows = 1 << Integer.numberOfTrailingZeros(ranks) / 2;
        gridColumns = ranks / gridRows;
        gridRow = rank / gridColumns;
        gridColumn = rank % gridColumns;
        int perRow = gridColumns / gridRows;
        int firstRow = start(gridRow * perRow);
        int rows = start((gridRow + 1) * perRow) - firstRow;
        int columns = start(gridColumn + 1) - start(gridColumn);
        int part = gridRow * perRow + gridColumn % perRow;
        keptOffset = start(part) - firstRow;
        kept = start(part + 1) - start(part);
        transposed = gridColumn / perRow * gridColumns + part;
        products = new OuterProducts(size.order, size.nonzeros, size.shift);
        matrix = products.block(firstRow, rows, start(gridColumn), columns);
        rowSums = new double[rows];
        received = new double[rows];
        allocate(columns);
    }

    /** Where a part begins when the order is divided among the columns of the grid. */
    private int start(int part) {
        return (int) ((long) size.order * part / gridColumns);
    }

    private void allocate(int columns) {
        x = new double[columns];
        previousX = new double[columns];
        z = new double[columns];
        p = new double[columns];
        q = new double[columns];
        r = new double[columns];
    }

    @Override
    public void compute() throws MPIException {
        Arrays.fill(x, 1);
        for (int i = 0; i < iterations; i++) {
            solve();
            scalars[0] = dot(x, z);
            scalars[1] = dot(z, z);
            sumScalars(2);
            zeta = size.shift + 1 / scalars[0];
            double[] next = previousX;
            previousX = x;
            x = next;
            scale(1 / Math.sqrt(scalars[1]), z, x);
        }
    }

    /** Solves: matrix z = x. */
    private void solve() throws MPIException {
        Arrays.fill(z, 0);
        System.arraycopy(x, 0, r, 0, x.length);
        System.arraycopy(x, 0, p, 0, x.length);
        double rho = sum(dot(r, r));
        for (int step = 0; step < STEPS; step++) {
            multiply();
            double alpha = rho / sum(dot(p, q));
            add(alpha, p, z);
            add(-alpha, q, r);
            double last = rho;
            rho = sum(dot(r, r));
            addTo(rho / last, p, r);
        }
    }

    /** Q = matrix p. */
    private void multiply() throws MPIException {
        matrix.multiply(p, rowSums);
        int offset = 0;
        int count = rowSums.length;
        for (int bit = 1; bit < gridColumns; bit *= 2) {
            int sentOffset = offset;
            int sent = count;
            if (bit == 1 && kept < count) {
                // Each of the two keeps a part of the rows, and sends the other.
                sent = count - kept;
                sentOffset = keptOffset == 0 ? kept : 0;
                offset = keptOffset;
                count = kept;
            }
            World.Transfer receive = world.startReceive(received, offset, count, rank ^ bit, TAG);
            world.send(rowSums, sentOffset, sent, rank ^ bit, TAG);
            receive.complete();
            addReceived(offset, offset + count);
        }
        transpose();
    }

    private void addReceived(int from, int to) {
        double[] rowSums = this.rowSums;
        double[] received = this.received;
        for (int i = from; i < to; i++) {
            rowSums[i] += received[i];
        }
    }

    private void transpose() throws MPIException {
        if (transposed == rank) {
            System.arraycopy(rowSums, keptOffset, q, 0, kept);
            return;
        }
        World.Transfer receive = world.startReceive(q, 0, q.length, transposed, TAG);
        world.send(rowSums, keptOffset, kept, transposed, TAG);
        receive.complete();
    }

    /** Sums a number along the row of the grid. */
    private double sum(double number) throws MPIException {
        scalars[0] = number;
        sumScalars(1);
        return scalars[0];
    }

    private void sumScalars(int count) throws MPIException {
        for (int bit = 1; bit < gridColumns; bit *= 2) {
            World.Transfer receive = world.startReceive(receivedScalars, 0, count, rank ^ bit, TAG);
            world.send(scalars, 0, count, rank ^ bit, TAG);
            receive.complete();
            for (int i = 0; i < count; i++) {
                scalars[i] += receivedScalars[i];
            }
        }
    }

    private static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    /** To += factor from. */
    private static void add(double factor, double[] from, double[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] += factor * from[i];
        }
    }

    /** To = more + factor to. */
    private static void addTo(double factor, double[] to, double[] more) {
        for (int i = 0; i < to.length; i++) {
            to[i] = more[i] + factor * to[i];
        }
    }

    private static void scale(double factor, double[] from, double[] to) {
        for (int i = 0; i < to.length; i++) {
            to[i] = factor * from[i];
        }
    }

    @Override
    public Result verify() throws MPIException {
        double[] solution = whole(z);
        double[] right = whole(previousX);
        double[] product = new double[size.order];
        products.multiply(solution, product);
        double expected = size.shift + 1 / dot(right, solution);
        add(-1, right, product);
        boolean isCorrect =
                Math.sqrt(dot(product, product) / dot(right, right)) <= TOLERANCE
                        && isNear(expected)
                        && (iterations != size.iterations || isNear(size.zeta));
        return new Result(zeta, isCorrect);
    }

    private boolean isNear(double expected) {
        return Math.abs((zeta - expected) / expected) <= TOLERANCE;
    }

    /** A vector over all columns. */
    private double[] whole(double[] vector) throws MPIException {
        double[] own = new double[size.order];
        double[] all = new double[size.order];
        // The other rows of the grid have the same.
        if (gridRow == 0) {
            System.arraycopy(vector, 0, own, start(gridColumn), vector.length);
        }
        world.allReduce(own, all, own.length, Operation.SUM);
        return all;
    }
}
