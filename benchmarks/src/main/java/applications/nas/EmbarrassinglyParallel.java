package applications.nas;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Random46;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * EP of the NAS Parallel Benchmarks: Gaussian deviates by the polar method from 2^m pairs of random
 * numbers, counted by square annuli. The only communication is the sum at the end. {@code -class S,
 * W, A, B}, or {@code -m} for another size.
 */
public final class EmbarrassinglyParallel implements Application {
    private static final long SEED = 271_828_183;
    private static final int LOG_BATCH = 16;
    private static final int ANNULI = 10;
    private static final double TOLERANCE = 1e-8;

    /** The sums of both deviates, for each class. */
    private enum Class {
        S(24, -3.247834652034740e3, -6.958407078382297e3),
        W(25, -2.863319731645753e3, -6.320053679109499e3),
        A(28, -4.295875165629892e3, -1.580732573678431e4),
        B(30, 4.033815542441498e4, -2.660669192809235e4);

        private final int m;
        private final double sumX;
        private final double sumY;

        Class(int m, double sumX, double sumY) {
            this.m = m;
            this.sumX = sumX;
            this.sumY = sumY;
        }
    }

    private World world;
    private int m;

    /** Sums of x and y, then the number of pairs in each annulus. */
    private final double[] sums = new double[2 + ANNULI];

    private final double[] totals = new double[2 + ANNULI];

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        m = arguments.number("-m", Class.valueOf(arguments.text("-class", "S")).m);
    }

    @Override
    public void compute() throws MPIException {
        double[] numbers = new double[2 << LOG_BATCH];
        long batches = 1L << m - LOG_BATCH;
        for (long batch = world.rank(); batch < batches; batch += world.size()) {
            count(batch, numbers);
        }
        world.allReduce(sums, totals, sums.length, Operation.SUM);
    }

    private void count(long batch, double[] numbers) {
        Random46 random = new Random46(Random46.skip(SEED, Random46.A, batch * (2L << LOG_BATCH)));
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = random.next();
        }
        for (int i = 0; i < numbers.length; i += 2) {
            double x = 2 * numbers[i] - 1;
            double y = 2 * numbers[i + 1] - 1;
            double square = x * x + y * y;
            if (square <= 1) {
                double factor = Math.sqrt(-2 * Math.log(square) / square);
                double gaussX = x * factor;
                double gaussY = y * factor;
                int annulus = (int) Math.max(Math.abs(gaussX), Math.abs(gaussY));
                sums[0] += gaussX;
                sums[1] += gaussY;
                sums[2 + annulus]++;
            }
        }
    }

    @Override
    public Result verify() {
        boolean isCorrect = false;
        for (Class known : Class.values()) {
            if (known.m == m) {
                isCorrect = isNear(totals[0], known.sumX) && isNear(totals[1], known.sumY);
            }
        }
        return new Result(totals[0], isCorrect);
    }

    private static boolean isNear(double value, double expected) {
        return Math.abs((value - expected) / expected) <= TOLERANCE;
    }
}
