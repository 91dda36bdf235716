package applications.matrix;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Random46;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * The product C = A B of dense square matrices by SUMMA (van de Geijn and Watts, 1997). The ranks
 * form a grid, as square as their number permits, and each has one block of every matrix. For each
 * panel of columns of A and rows of B, the owners broadcast their parts along the rows and columns
 * of the grid, and each rank adds the product of both parts to its block of C. {@code -n} is the
 * order of the matrices, {@code -panel} the width of a panel.
 */
public final class MatrixProduct implements Application {
    private static final long SEED = 314_159_265;
    private static final double TOLERANCE = 1e-11;

    /** Steps of the product that are added to an element at once. */
    private static final int STEPS = 4;

    /** The columns of C that are worked on at once: their part of a panel of B stays in cache. */
    private static final int TILE = 256;

    private World world;
    private World gridRow;
    private World gridColumn;
    private int n;
    private int panel;

    /** Where the blocks begin, and n at the end. */
    private int[] rowStarts;

    private int[] columnStarts;

    /** The first row and column of this rank's blocks, and their extent. */
    private int firstRow;

    private int firstColumn;
    private int rows;
    private int columns;

    private double[][] blockA;
    private double[][] blockB;

    /** With an unused row if the number of rows is odd, as rows are computed in pairs. */
    private double[][] blockC;

    /** Parts of the current panel, padded with zeros to a multiple of STEPS. */
    private double[] panelA;

    private double[] panelB;
    private double[][] panelRows;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        n = arguments.number("-n", 512);
        panel = Math.max(1, arguments.number("-panel", 64));
        int size = world.size();
        int gridRows = (int) Math.sqrt(size);
        while (size % gridRows != 0) {
            gridRows--;
        }
        int gridColumns = size / gridRows;
        if (n < gridColumns) {
            throw new IllegalArgumentException(
                    "summa: -n "
                            + n
                            + " is too small for a grid of ranks of "
                            + gridRows
                            + " x "
                            + gridColumns
                            + "; use fewer ranks");
        }
        int row = world.rank() / gridColumns;
        int column = world.rank() % gridColumns;
        gridRow = world.split(row, column);
        gridColumn = world.split(column, row);
        rowStarts = starts(gridRows);
        columnStarts = starts(gridColumns);
        firstRow = rowStarts[row];
        firstColumn = columnStarts[column];
        rows = rowStarts[row + 1] - firstRow;
        columns = columnStarts[column + 1] - firstColumn;
        blockA = randomBlock(0);
        blockB = randomBlock((long) n * n);
        int rowsInPairs = rows + rows % 2;
        int steps = roundUp(panel);
        blockC = new double[rowsInPairs][columns];
        panelA = new double[rowsInPairs * steps];
        panelB = new double[steps * columns];
        panelRows = new double[steps][columns];
    }

    private int[] starts(int parts) {
        int[] starts = new int[parts + 1];
        for (int part = 0; part <= parts; part++) {
            starts[part] = (int) ((long) n * part / parts);
        }
        return starts;
    }

    /** This rank's block of a matrix whose elements follow each other from a random number on. */
    private double[][] randomBlock(long first) {
        double[][] block = new double[rows][columns];
        for (int i = 0; i < rows; i++) {
            long steps = first + (long) (firstRow + i) * n + firstColumn;
            Random46 random = new Random46(Random46.skip(SEED, Random46.A, steps));
            for (int j = 0; j < columns; j++) {
                block[i][j] = random.next();
            }
        }
        return block;
    }

    private static int roundUp(int steps) {
        return (steps + STEPS - 1) / STEPS * STEPS;
    }

    @Override
    public void compute() throws MPIException {
        int ownerA = 0;
        int ownerB = 0;
        int width;
        for (int k = 0; k < n; k += width) {
            while (columnStarts[ownerA + 1] <= k) {
                ownerA++;
            }
            while (rowStarts[ownerB + 1] <= k) {
                ownerB++;
            }
            int end = Math.min(columnStarts[ownerA + 1], rowStarts[ownerB + 1]);
            width = Math.min(panel, end - k);
            int steps = roundUp(width);
            broadcastA(k, width, ownerA);
            broadcastB(k, width, ownerB);
            for (int from = 0; from < columns; from += TILE) {
                addTile(steps, from, Math.min(from + TILE, columns));
            }
        }
    }

    private void broadcastA(int k, int width, int owner) throws MPIException {
        int steps = roundUp(width);
        if (gridRow.rank() == owner) {
            for (int i = 0; i < rows; i++) {
                System.arraycopy(blockA[i], k - firstColumn, panelA, i * steps, width);
                Arrays.fill(panelA, i * steps + width, (i + 1) * steps, 0);
            }
        }
        gridRow.broadcast(panelA, 0, rows * steps, owner);
    }

    /** Rows of their own, as the JIT compiler vectorises loops with one index for all arrays. */
    private void broadcastB(int k, int width, int owner) throws MPIException {
        if (gridColumn.rank() == owner) {
            for (int i = 0; i < width; i++) {
                System.arraycopy(blockB[k - firstRow + i], 0, panelB, i * columns, columns);
            }
        }
        gridColumn.broadcast(panelB, 0, width * columns, owner);
        for (int i = 0; i < width; i++) {
            System.arraycopy(panelB, i * columns, panelRows[i], 0, columns);
        }
        for (int i = width; i < roundUp(width); i++) {
            Arrays.fill(panelRows[i], 0);
        }
    }

    private void addTile(int steps, int from, int to) {
        for (int i = 0; i < rows; i += 2) {
            for (int k = 0; k < steps; k += STEPS) {
                addSteps(i, k, steps, from, to);
            }
        }
    }

    /** Adds STEPS products to each element of a part of two rows, in ascending order of k. */
    private void addSteps(int i, int k, int steps, int from, int to) {
        double[] upper = blockC[i];
        double[] lower = blockC[i + 1];
        double[] b0 = panelRows[k];
        double[] b1 = panelRows[k + 1];
        double[] b2 = panelRows[k + 2];
        double[] b3 = panelRows[k + 3];
        int at = i * steps + k;
        double upper0 = panelA[at];
        double upper1 = panelA[at + 1];
        double upper2 = panelA[at + 2];
        double upper3 = panelA[at + 3];
        at += steps;
        double lower0 = panelA[at];
        double lower1 = panelA[at + 1];
        double lower2 = panelA[at + 2];
        double lower3 = panelA[at + 3];
        for (int j = from; j < to; j++) {
            double x0 = b0[j];
            double x1 = b1[j];
            double x2 = b2[j];
            double x3 = b3[j];
            upper[j] = upper[j] + upper0 * x0 + upper1 * x1 + upper2 * x2 + upper3 * x3;
            lower[j] = lower[j] + lower0 * x0 + lower1 * x1 + lower2 * x2 + lower3 * x3;
        }
    }

    /**
     * Compares C x with A (B x), which is not computed by the kernel, for a random vector x, and
     * for ones: their sum is the checksum.
     */
    @Override
    public Result verify() throws MPIException {
        Random46 random = new Random46(Random46.skip(SEED, Random46.A, 2L * n * n));
        double[] vector = new double[n];
        for (int i = 0; i < n; i++) {
            vector[i] = random.next();
        }
        boolean isCorrect = isNear(times(blockC, vector), times(blockA, times(blockB, vector)));
        Arrays.fill(vector, 1);
        double[] sums = times(blockC, vector);
        isCorrect &= isNear(sums, times(blockA, times(blockB, vector)));
        double checksum = 0;
        for (double sum : sums) {
            checksum += sum;
        }
        return new Result(checksum, isCorrect);
    }

    /** The product of a whole matrix, of which each rank has its block, and a vector. */
    private double[] times(double[][] block, double[] vector) throws MPIException {
        double[] part = new double[n];
        for (int i = 0; i < rows; i++) {
            double[] row = block[i];
            double sum = 0;
            for (int j = 0; j < columns; j++) {
                sum += row[j] * vector[firstColumn + j];
            }
            part[firstRow + i] = sum;
        }
        double[] product = new double[n];
        world.allReduce(part, product, n, Operation.SUM);
        return product;
    }

    private static boolean isNear(double[] values, double[] expected) {
        for (int i = 0; i < values.length; i++) {
            // Not > TOLERANCE, which is false for NaN.
            if (!(Math.abs(values[i] - expected[i]) <= TOLERANCE * Math.abs(expected[i]))) {
                return false;
            }
        }
        return true;
    }
}
