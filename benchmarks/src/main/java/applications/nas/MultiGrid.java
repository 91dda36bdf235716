package applications.nas;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * MG of the NAS Parallel Benchmarks: solves a Poisson equation on a periodic grid in three
 * dimensions, with ten charges of each sign at random points, by V-cycles of the multigrid method
 * down to a grid of 2 x 2 x 2 points. Ranks have blocks: z, then y, then x is halved, so that there
 * are at most eight. After each operator the layers around the blocks are exchanged, axis by axis.
 * {@code -class S, W, A, B}, and {@code -iterations} for another number of cycles. Verified are the
 * residual, by its products with plane waves, which are eigenvectors of the matrix, that cycles
 * make it smaller, and for the usual number of cycles its published norm, which is the value.
 */
public final class MultiGrid implements Application {
    private static final int MOST_RANKS = 8;
    private static final double TOLERANCE = 1e-8;

    /** The logarithm of the points in each dimension, cycles, smoother and norm of each class. */
    private enum Class {
        S(5, 4, -3.0 / 8, 1.0 / 32, -1.0 / 64, 0.5307707005734e-4),
        W(7, 4, -3.0 / 8, 1.0 / 32, -1.0 / 64, 0.6467329375339e-5),
        A(8, 4, -3.0 / 8, 1.0 / 32, -1.0 / 64, 0.2433365309069e-5),
        B(8, 20, -3.0 / 17, 1.0 / 33, -1.0 / 61, 0.1800564401355e-5);

        private final int levels;
        private final int iterations;
        private final double[] smoother;
        private final double norm;

        Class(int levels, int iterations, double centre, double face, double edge, double norm) {
            this.levels = levels;
            this.iterations = iterations;
            smoother = new double[] {centre, face, edge};
            this.norm = norm;
        }
    }

    private World world;
    private Class size;
    private int iterations;

    /** Points of the grid in each dimension. */
    private int points;

    /** The first point of this rank in each dimension. */
    private int[] first;

    /** The solution, the residual and the right side; the finest grid is the last one. */
    private Grid[] u;

    private Grid[] r;
    private Grid v;
    private HaloExchange halo;
    private GridOperators operators;
    private double firstNorm;
    private double norm;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        size = Class.valueOf(arguments.text("-class", "S"));
        iterations = arguments.number("-iterations", size.iterations);
        int count = world.size();
        if (Integer.bitCount(count) != 1 || count > MOST_RANKS) {
            throw new IllegalArgumentException("mg runs on 1, 2, 4 or 8 ranks, not on " + count);
        }
        int[] ranks = {count >= 8 ? 2 : 1, count >= 4 ? 2 : 1, count >= 2 ? 2 : 1};
        points = 1 << size.levels;
        u = new Grid[size.levels + 1];
        r = new Grid[size.levels + 1];
        for (int level = 1; level <= size.levels; level++) {
            u[level] = grid(ranks, level);
            r[level] = grid(ranks, level);
        }
        v = grid(ranks, size.levels);
        int rank = world.rank();
        first =
                new int[] {
                    rank % ranks[0] * (points / ranks[0]),
                    rank / ranks[0] % ranks[1] * (points / ranks[1]),
                    rank / ranks[0] / ranks[1] * (points / ranks[2])
                };
        halo = new HaloExchange(world, ranks, v);
        operators = new GridOperators(size.smoother, v.nx);
        new Charges(points, first).set(world, v);
        halo.exchange(v);
    }

    private static Grid grid(int[] ranks, int level) {
        int points = 1 << level;
        return new Grid(points / ranks[0], points / ranks[1], points / ranks[2]);
    }

    @Override
    public void compute() throws MPIException {
        int finest = size.levels;
        residual(finest, v);
        firstNorm = norm();
        for (int i = 0; i < iterations; i++) {
            cycle();
            residual(finest, v);
        }
        norm = norm();
    }

    private void cycle() throws MPIException {
        int finest = size.levels;
        for (int level = finest; level > 1; level--) {
            operators.restrict(r[level], r[level - 1]);
            halo.exchange(r[level - 1]);
        }
        u[1].clear();
        smooth(1);
        for (int level = 2; level < finest; level++) {
            u[level].clear();
            operators.interpolate(u[level - 1], u[level]);
            residual(level, r[level]);
            smooth(level);
        }
        operators.interpolate(u[finest - 1], u[finest]);
        residual(finest, v);
        smooth(finest);
    }

    private void residual(int level, Grid right) throws MPIException {
        operators.residual(u[level], right, r[level]);
        halo.exchange(r[level]);
    }

    private void smooth(int level) throws MPIException {
        operators.smooth(r[level], u[level]);
        halo.exchange(u[level]);
    }

    /** The norm of the residual: the root of the mean of its squares. */
    private double norm() throws MPIException {
        double[] sum = {r[size.levels].sumOfSquares()};
        double[] total = new double[1];
        world.allReduce(sum, total, 1, Operation.SUM);
        return Math.sqrt(total[0] / ((double) points * points * points));
    }

    @Override
    public Result verify() throws MPIException {
        PlaneWaves waves = new PlaneWaves(world, points, first);
        boolean isCorrect = norm < firstNorm && waves.isResidual(u[size.levels], v, r[size.levels]);
        if (iterations == size.iterations) {
            isCorrect &= Math.abs((norm - size.norm) / size.norm) <= TOLERANCE;
        }
        return new Result(norm, isCorrect);
    }
}
