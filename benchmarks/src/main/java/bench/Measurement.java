package bench;

import mpi.MPI;

import java.util.Arrays;
import java.util.Locale;

/**
 * What came out for one benchmark and size; the twin of {@code mb_emit} in mb.h.
 *
 * @param iterations of all batches together
 * @param meanS mean seconds of an iteration
 * @param batchesS seconds of an iteration in each batch
 */
record Measurement(String name, long bytes, long iterations, double meanS, double[] batchesS) {
    private static final double MICRO = 1e6;
    private static final double MEGA = 1e6;

    /**
     * Prints {@code R,name,np,bytes,iterations,mean,median,min,max,MB/s,messages/s}, with times in
     * microseconds and MB = 10^6 bytes.
     */
    void print(double bytesPerIteration, double messagesPerIteration) {
        double[] sorted = batchesS.clone();
        Arrays.sort(sorted);
        double median = sorted[sorted.length / 2];
        System.out.printf(
                Locale.ROOT,
                "R,%s,%d,%d,%d,%.4f,%.4f,%.4f,%.4f,%.2f,%.0f%n",
                name,
                MPI.COMM_WORLD.getSize(),
                bytes,
                iterations,
                meanS * MICRO,
                median * MICRO,
                sorted[0] * MICRO,
                sorted[sorted.length - 1] * MICRO,
                median > 0 ? bytesPerIteration / median / MEGA : 0,
                median > 0 ? messagesPerIteration / median : 0);
    }
}
