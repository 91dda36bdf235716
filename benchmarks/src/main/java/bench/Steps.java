package bench;

import mpi.Intracomm;
import mpi.MPI;

import java.util.Arrays;
import java.util.Locale;

/**
 * Measurements of a step in equal batches, by one rank alone or by all ranks of a communicator
 * together; counterpart of {@code steps.h}. Options: {@code -t} seconds of a measurement, {@code
 * -w} seconds of warm-up.
 */
final class Steps {
    static final int BATCHES = 11;

    private static final int ROOT = 0;
    private static final double MICRO = 1e6;
    private static final long MOST_IN_WARM_UP = 1 << 16;
    private static final double SHORTEST_S = 1e-8;

    private final double budget;
    private final double warmUp;

    /** One measured iteration. */
    @FunctionalInterface
    interface Step {
        void run();
    }

    /** A number of iterations with a clock of their own. */
    @FunctionalInterface
    interface Loop {
        /** Returns the seconds that count, of all iterations. */
        double run(long iterations);
    }

    Steps(Words words) {
        budget = words.number("-t", 0.2);
        warmUp = words.number("-w", 1);
    }

    /**
     * The result of a measurement.
     *
     * @param iterations of all batches
     * @param batches seconds of an iteration, ascending
     */
    record Times(long iterations, double... batches) {
        Times {
            Arrays.sort(batches);
        }

        /** Times of a part of the iteration, or of one of several operations in it. */
        Times dividedBy(int parts) {
            return new Times(
                    iterations, Arrays.stream(batches).map(each -> each / parts).toArray());
        }

        double median() {
            return batches[batches.length / 2];
        }

        /** {@code R,name,ranks,bytes,iterations,mean,median,shortest,longest batch}, in µs. */
        void print(String name, int ranks, int bytes) {
            System.out.printf(
                    Locale.ROOT,
                    "R,%s,%d,%d,%d,%.4f,%.4f,%.4f,%.4f%n",
                    name,
                    ranks,
                    bytes,
                    iterations,
                    Arrays.stream(batches).average().orElseThrow() * MICRO,
                    median() * MICRO,
                    batches[0] * MICRO,
                    batches[batches.length - 1] * MICRO);
        }
    }

    /** A step of the calling rank; the others take no part. */
    Times alone(Step step) {
        double spent = 0;
        double latest = SHORTEST_S;
        for (long n = 4; spent < warmUp; n = Math.min(2 * n, MOST_IN_WARM_UP)) {
            double all = secondsOf(step, n);
            spent += all;
            // Not the shortest: the first steps may only fill a queue.
            latest = all / n;
        }
        long count = ofBatch(latest);
        double[] batches = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            batches[i] = secondsOf(step, count) / count;
        }
        return new Times(count * BATCHES, batches);
    }

    /** A step that all ranks run equally often; the slowest rank counts. */
    Times together(Intracomm comm, Step step) {
        return together(comm, (Loop) n -> secondsOf(step, n));
    }

    /** The same with clocks of the ranks; a rank whose time does not count returns 0. */
    Times together(Intracomm comm, Loop loop) {
        double[] spent = {0, Double.MAX_VALUE};
        int[] goOn = {1};
        for (long n = 4; goOn[0] != 0; n = Math.min(2 * n, MOST_IN_WARM_UP)) {
            long start = System.nanoTime();
            double counted = slowest(comm, loop.run(n));
            double all = (System.nanoTime() - start) * 1e-9;
            spent[0] += all;
            spent[1] = Math.min(spent[1], Math.max(counted, all) / n);
            goOn[0] = spent[0] < warmUp ? 1 : 0;
            comm.bcast(goOn, 1, MPI.INT, ROOT);
        }
        long[] count = {ofBatch(spent[1])};
        comm.bcast(count, 1, MPI.LONG, ROOT);
        double[] batches = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            comm.barrier();
            batches[i] = slowest(comm, loop.run(count[0])) / count[0];
        }
        return new Times(count[0] * BATCHES, batches);
    }

    private long ofBatch(double each) {
        return Math.max(1, (long) (budget / BATCHES / Math.max(each, SHORTEST_S)));
    }

    private static double slowest(Intracomm comm, double own) {
        double[] mine = {own};
        double[] most = new double[1];
        comm.allReduce(mine, most, 1, MPI.DOUBLE, MPI.MAX);
        return most[0];
    }

    private static double secondsOf(Step step, long iterations) {
        long start = System.nanoTime();
        for (long i = 0; i < iterations; i++) {
            step.run();
        }
        return (System.nanoTime() - start) * 1e-9;
    }
}
