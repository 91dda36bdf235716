package imb;

import java.util.Arrays;
import java.util.Locale;

/**
 * The result of one benchmark, number of ranks and size; counterpart of {@code mb_emit} in mb.h.
 *
 * @param iterations of all batches
 * @param ranksS seconds of an iteration of the fastest rank, of the mean rank and of the slowest:
 *     IMB's t_min, t_avg and t_max
 * @param batchesS seconds of an iteration of the slowest rank, in each batch
 * @param messages counted for an iteration; 0 if none
 * @param allocated greatest heap allocation of an iteration over the ranks, in bytes
 */
record BenchmarkResult(
        String name,
        int ranks,
        long bytes,
        long iterations,
        double[] ranksS,
        double[] batchesS,
        double messages,
        double allocated) {
    private static final double MICRO = 1e6;
    private static final double MEGA = 1e6;
    private static final int SLOWEST = 2;

    /** The median of the batches, in seconds. */
    double medianS() {
        double[] sorted = batchesS.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /**
     * {@code R,name,ranks,bytes,iterations,t_min,t_avg,t_max,median,shortest,longest
     * batch,MB/s,messages/s,allocated}, with times in microseconds and the rates of the median.
     */
    String line() {
        double median = medianS();
        return String.format(
                Locale.ROOT,
                "R,%s,%d,%d,%d,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.2f,%.0f,%.1f",
                name,
                ranks,
                bytes,
                iterations,
                ranksS[0] * MICRO,
                ranksS[1] * MICRO,
                ranksS[SLOWEST] * MICRO,
                median * MICRO,
                Arrays.stream(batchesS).min().orElse(0) * MICRO,
                Arrays.stream(batchesS).max().orElse(0) * MICRO,
                rate(messages * bytes, median) / MEGA,
                rate(messages, median),
                allocated);
    }

    /** A row of IMB's tables, with the rates of t_max. */
    String row() {
        String times =
                String.format(
                        Locale.ROOT,
                        "%12d %12d %12.2f %12.2f %12.2f",
                        bytes,
                        iterations,
                        ranksS[0] * MICRO,
                        ranksS[SLOWEST] * MICRO,
                        ranksS[1] * MICRO);
        if (messages == 0) {
            return times;
        }
        double slowest = ranksS[SLOWEST];
        return times
                + String.format(
                        Locale.ROOT,
                        " %12.2f %12.0f",
                        rate(messages * bytes, slowest) / MEGA,
                        rate(messages, slowest));
    }

    /** The heading of {@link #row}. */
    static String heading(boolean rates) {
        String times =
                String.format(
                        "%12s %12s %12s %12s %12s",
                        "#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]");
        return rates ? times + String.format(" %12s %12s", "Mbytes/sec", "Msg/sec") : times;
    }

    private static double rate(double amount, double seconds) {
        return seconds > 0 ? amount / seconds : 0;
    }
}
