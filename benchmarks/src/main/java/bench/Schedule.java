package bench;

import mpi.MPI;

/**
 * How many iterations a measurement has. All ranks agree through rank 0, as in the C programs.
 *
 * @param warmUpS seconds of warm-up for each size
 * @param budgetS seconds of measuring for each size
 * @param fixed iterations of all batches together; 0 to choose them by the budget
 */
record Schedule(double warmUpS, double budgetS, int fixed) {
    /** Equal parts that a measurement is cut into. */
    static final int BATCHES = 11;

    private static final long MOST_ITERATIONS = 200_000;
    private static final long MOST_WARM_UP_ITERATIONS = 1 << 20;
    private static final double SHORTEST_S = 1e-7;
    private static final int ROOT = 0;

    /** Runs a benchmark so many times; returns the seconds that it took this rank, 0 if idle. */
    @FunctionalInterface
    interface Loop {
        double run(long iterations);
    }

    /**
     * Warms up with doubling counts; returns the iterations of one batch.
     *
     * @param first the first count
     */
    long iterationsAfterWarmUp(Loop loop, long first) {
        double spent = 0;
        double fastest = Double.MAX_VALUE;
        int[] goOn = {1};
        for (long count = first; goOn[0] != 0; count *= 2) {
            double time = loop.run(count);
            spent += time;
            fastest = Math.min(fastest, time / count);
            goOn[0] = spent < warmUpS && count < MOST_WARM_UP_ITERATIONS ? 1 : 0;
            MPI.COMM_WORLD.bcast(goOn, 1, MPI.INT, ROOT);
        }
        long[] iterations = {iterations(fastest)};
        MPI.COMM_WORLD.bcast(iterations, 1, MPI.LONG, ROOT);
        return iterations[0];
    }

    private long iterations(double one) {
        if (fixed > 0) {
            return (fixed + BATCHES - 1) / BATCHES;
        }
        double wanted = budgetS / BATCHES / (one > 0 ? one : SHORTEST_S);
        return Math.clamp((long) wanted, 1, MOST_ITERATIONS / BATCHES);
    }
}
