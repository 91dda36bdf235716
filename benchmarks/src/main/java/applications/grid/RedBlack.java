package applications.grid;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.World;
import applications.frame.World.Operation;
import applications.frame.World.Transfer;

import mpi.MPIException;

/**
 * Successive over-relaxation of Laplace's equation on n x n points within a fixed boundary, in the
 * manner of the SOR kernel of the Java Grande Forum: in place, first all points whose coordinates
 * have an even sum (red), then the others (black). The rows are divided into blocks; after each
 * half step, neighbours exchange the rows at their border. {@code -n} and {@code -iterations}. Each
 * point is verified with the formula of the discrete solution; the value is the sum of all points.
 */
public final class RedBlack implements Application {
    private static final int RED = 0;
    private static final int BLACK = 1;
    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final double OMEGA = 1.25;
    private static final double TOLERANCE = 1e-11;

    private World world;
    private int n;
    private int iterations;

    /** The length of a row, with the boundary. */
    private int width;

    /** The first row of the block in the whole grid, from 1. */
    private int firstRow;

    private int rows;
    private double[] grid;
    private LaplaceSolution solution;
    private final Transfer[] transfers = new Transfer[4];

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        n = arguments.number("-n", 1000);
        iterations = arguments.number("-iterations", 100);
        Blocks blocks = Blocks.filled("-n", n, world.size());
        firstRow = 1 + blocks.start(world.rank());
        rows = blocks.size(world.rank());
        width = n + 2;
        solution = new LaplaceSolution(n, 2);
        grid = new double[Math.multiplyExact(rows + 2, width)];
        for (int row = 0; row < rows + 2; row++) {
            for (int column = 0; column < width; column++) {
                grid[row * width + column] =
                        solution.at(LaplaceSolution.AMPLITUDES, firstRow - 1 + row, column);
            }
        }
    }

    @Override
    public void compute() throws MPIException {
        for (int step = 0; step < iterations; step++) {
            relax(RED);
            exchange();
            relax(BLACK);
            exchange();
        }
    }

    private void relax(int color) {
        for (int row = 1; row <= rows; row++) {
            int column = firstColumn(row, color);
            relaxRow(grid, row * width + column, row * width + n, width);
        }
    }

    /** The first column of a colour in a row of the block: 1 or 2. */
    private int firstColumn(int row, int color) {
        return 1 + (firstRow - 1 + row + 1 + color) % 2;
    }

    private static void relaxRow(double[] grid, int first, int last, int width) {
        for (int i = first; i <= last; i += 2) {
            double neighbours = grid[i - width] + grid[i - 1] + grid[i + 1] + grid[i + width];
            grid[i] = OMEGA / 4 * neighbours + (1 - OMEGA) * grid[i];
        }
    }

    private void exchange() throws MPIException {
        int above = world.rank() - 1;
        int below = world.rank() + 1;
        int started = 0;
        if (above >= 0) {
            transfers[started++] = world.startReceive(grid, 0, width, above, DOWN);
            transfers[started++] = world.startSend(grid, width, width, above, UP);
        }
        if (below < world.size()) {
            int last = rows * width;
            transfers[started++] = world.startReceive(grid, last + width, width, below, UP);
            transfers[started++] = world.startSend(grid, last, width, below, DOWN);
        }
        for (int i = 0; i < started; i++) {
            transfers[i].complete();
        }
    }

    /**
     * Amplitudes of the modes after all steps, on red and on black points: only the points of the
     * other colour are the neighbours of a point.
     */
    private double[][] finalAmplitudes() {
        double[][] amplitudes = {
            LaplaceSolution.AMPLITUDES.clone(), LaplaceSolution.AMPLITUDES.clone()
        };
        double[] red = amplitudes[RED];
        double[] black = amplitudes[BLACK];
        for (int mode = 0; mode < red.length; mode++) {
            for (int step = 0; step < iterations; step++) {
                double coupling = OMEGA * solution.eigenvalue(mode);
                red[mode] = coupling * black[mode] + (1 - OMEGA) * red[mode];
                black[mode] = coupling * red[mode] + (1 - OMEGA) * black[mode];
            }
        }
        return amplitudes;
    }

    @Override
    public Result verify() throws MPIException {
        double[][] amplitudes = finalAmplitudes();
        int wrong = 0;
        double sum = 0;
        for (int row = 1; row <= rows; row++) {
            for (int column = 1; column <= n; column++) {
                int color = (firstRow - 1 + row + column) % 2;
                double exact = solution.at(amplitudes[color], firstRow - 1 + row, column);
                double relaxed = grid[row * width + column];
                sum += relaxed;
                // The comparison is false for NaN.
                if (!(Math.abs(relaxed - exact) <= TOLERANCE)) {
                    wrong++;
                }
            }
        }
        double[] sums = {sum, wrong};
        double[] totals = new double[2];
        world.allReduce(sums, totals, 2, Operation.SUM);
        return new Result(totals[0], totals[1] == 0);
    }
}
