package imb;

import mpi.Intracomm;
import mpi.MPI;

/**
 * The number of iterations of a measurement, determined by rank 0, as in the C program.
 *
 * @param warmUpS seconds of warm-up for each size
 * @param budgetS seconds of measurement for each size
 * @param fixed iterations of all batches; 0 for as many as the budget allows
 */
record IterationPlan(double warmUpS, double budgetS, int fixed) {
    /** Number of equal batches of a measurement. */
    static final int BATCHES = 11;

    private static final int FIRST_COUNT = 4;
    private static final long MOST_ITERATIONS = 2_000_000;
    private static final long MOST_WARM_UP_ITERATIONS = 1 << 24;
    private static final double SHORTEST_S = 1e-7;

    /** Ratio of times below which JIT compilation is still in progress. */
    private static final double STILL_FASTER = 0.9;

    /** The longest warm-up, as a multiple of the requested one. */
    private static final int PATIENCE = 10;

    private static final int ROOT = 0;

    /** Runs a number of iterations; returns the total seconds on this rank. */
    @FunctionalInterface
    interface Loop {
        double run(long iterations);
    }

    /**
     * Warms up with doubling counts; returns the iterations of one batch. Extends the warm-up while
     * times decrease, until JIT compilation is complete.
     */
    long iterationsAfterWarmUp(Loop loop, Intracomm comm) {
        double spent = 0;
        double fastest = Double.MAX_VALUE;
        int[] goOn = {1};
        for (long count = firstCount(); goOn[0] != 0; count *= 2) {
            double time = loop.run(count);
            spent += time;
            boolean faster = time / count < STILL_FASTER * fastest;
            fastest = Math.min(fastest, time / count);
            double wanted = faster ? PATIENCE * warmUpS : warmUpS;
            goOn[0] = spent < wanted && count < MOST_WARM_UP_ITERATIONS ? 1 : 0;
            comm.bcast(goOn, 1, MPI.INT, ROOT);
        }
        long[] iterations = {iterations(fastest)};
        comm.bcast(iterations, 1, MPI.LONG, ROOT);
        return iterations[0];
    }

    private long firstCount() {
        return fixed > 0 ? Math.min(FIRST_COUNT, fixed) : FIRST_COUNT;
    }

    private long iterations(double one) {
        if (fixed > 0) {
            return (fixed + BATCHES - 1) / BATCHES;
        }
        double wanted = budgetS / BATCHES / (one > 0 ? one : SHORTEST_S);
        return Math.clamp((long) wanted, 1, MOST_ITERATIONS / BATCHES);
    }
}
