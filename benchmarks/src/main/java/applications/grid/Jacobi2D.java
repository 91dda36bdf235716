package applications.grid;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.World;
import applications.frame.World.Operation;
import applications.frame.World.Transfer;

import mpi.MPIException;

/**
 * Jacobi relaxation of Laplace's equation with the five-point formula on n x n points within a
 * fixed boundary. The rows are divided into blocks; each step exchanges the rows at the borders of
 * a block with both neighbours by non-blocking transfers while the rows between are relaxed, and
 * every few steps the largest change of a point is reduced to all ranks. {@code -n}, {@code
 * -iterations}, and {@code -interval} between two reductions. Each point is verified with the
 * formula of the discrete solution.
 */
public final class Jacobi2D implements Application {
    private static final int UP = 1;
    private static final int DOWN = 2;
    private static final double TOLERANCE = 1e-11;

    private World world;
    private int n;
    private int iterations;
    private int interval;

    /** The length of a row, with the boundary. */
    private int width;

    /** The first row of the block in the whole grid, from 1. */
    private int firstRow;

    private int rows;
    private double[] from;
    private double[] into;
    private LaplaceSolution solution;
    private final Transfer[] transfers = new Transfer[4];
    private final double[] change = new double[1];
    private final double[] largestChange = new double[1];

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        n = arguments.number("-n", 1000);
        iterations = arguments.number("-iterations", 200);
        interval = arguments.number("-interval", 10);
        Blocks blocks = Blocks.filled("-n", n, world.size());
        firstRow = 1 + blocks.start(world.rank());
        rows = blocks.size(world.rank());
        width = n + 2;
        solution = new LaplaceSolution(n, 2);
        from = new double[Math.multiplyExact(rows + 2, width)];
        into = new double[from.length];
        for (int row = 0; row < rows + 2; row++) {
            for (int column = 0; column < width; column++) {
                int point = row * width + column;
                from[point] = solution.at(LaplaceSolution.AMPLITUDES, firstRow - 1 + row, column);
                into[point] = from[point];
            }
        }
    }

    @Override
    public void compute() throws MPIException {
        for (int step = 1; step <= iterations; step++) {
            int started = startExchange();
            relax(2, rows);
            for (int i = 0; i < started; i++) {
                transfers[i].complete();
            }
            relax(1, 2);
            relax(Math.max(2, rows), rows + 1);
            if (step % interval == 0 || step == iterations) {
                change[0] = largestDifference(from, into, width, (rows + 1) * width);
                world.allReduce(change, largestChange, 1, Operation.MAX);
            }
            double[] relaxed = into;
            into = from;
            from = relaxed;
        }
    }

    /** Starts the exchange of the border rows; returns the number of transfers. */
    private int startExchange() throws MPIException {
        int above = world.rank() - 1;
        int below = world.rank() + 1;
        int started = 0;
        if (above >= 0) {
            transfers[started++] = world.startReceive(from, 0, width, above, DOWN);
            transfers[started++] = world.startSend(from, width, width, above, UP);
        }
        if (below < world.size()) {
            int last = rows * width;
            transfers[started++] = world.startReceive(from, last + width, width, below, UP);
            transfers[started++] = world.startSend(from, last, width, below, DOWN);
        }
        return started;
    }

    private void relax(int begin, int end) {
        for (int row = begin; row < end; row++) {
            relaxRow(from, into, row * width + 1, n, width);
        }
    }

    private static void relaxRow(double[] from, double[] into, int start, int count, int width) {
        for (int i = start; i < start + count; i++) {
            into[i] = 0.25 * (from[i - width] + from[i - 1] + from[i + 1] + from[i + width]);
        }
    }

    private static double largestDifference(double[] one, double[] other, int begin, int end) {
        double largest = 0;
        for (int i = begin; i < end; i++) {
            double difference = Math.abs(one[i] - other[i]);
            if (difference > largest) {
                largest = difference;
            }
        }
        return largest;
    }

    @Override
    public Result verify() throws MPIException {
        double[] amplitudes = LaplaceSolution.AMPLITUDES.clone();
        for (int mode = 0; mode < amplitudes.length; mode++) {
            amplitudes[mode] *= Math.pow(solution.eigenvalue(mode), iterations);
        }
        int[] wrong = new int[1];
        for (int row = 1; row <= rows; row++) {
            for (int column = 0; column < width; column++) {
                double exact = solution.at(amplitudes, firstRow - 1 + row, column);
                // The comparison is false for NaN.
                if (!(Math.abs(from[row * width + column] - exact) <= TOLERANCE)) {
                    wrong[0]++;
                }
            }
        }
        int[] totalWrong = new int[1];
        world.allReduce(wrong, totalWrong, 1, Operation.SUM);
        return new Result(largestChange[0], totalWrong[0] == 0);
    }
}
