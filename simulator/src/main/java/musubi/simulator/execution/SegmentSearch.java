package musubi.simulator.execution;

import musubi.simulator.network.Outcome;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Searches the best segment of a message: downhill over powers of two from a start, then in ever
 * smaller ratios. The time has one minimum over the segment in all pipelines here (equations (4)
 * and (6) are sums of a rising and a falling term), so the search ends where neither side is
 * better.
 */
public final class SegmentSearch {
    private static final long LEAST = 64;
    private static final double FINEST = 1.1;

    private final long bytes;
    private final LongFunction<Outcome> run;
    private final Map<Long, Outcome> known = new HashMap<>();

    /**
     * A search.
     *
     * @param bytes of the message
     * @param run simulates a segment; 0: no segmentation
     */
    public SegmentSearch(long bytes, LongFunction<Outcome> run) {
        this.bytes = bytes;
        this.run = run;
    }

    /** The best segment in bytes, 0 when no segmentation is best. */
    public long from(long start) {
        long best = Math.clamp(start, Math.min(LEAST, bytes), Math.max(1, bytes));
        for (double ratio = 2; ratio > FINEST; ratio = Math.sqrt(ratio)) {
            best = downhill(best, ratio);
        }
        return picos(0) <= picos(best) ? 0 : best;
    }

    private long downhill(long start, double ratio) {
        long best = start;
        for (double direction : new double[] {ratio, 1 / ratio}) {
            long next = limited(best * direction);
            while (next != best && picos(next) < picos(best)) {
                best = next;
                next = limited(best * direction);
            }
        }
        return best;
    }

    private long limited(double segment) {
        return Math.clamp(Math.round(segment), Math.min(LEAST, bytes), bytes);
    }

    private long picos(long segment) {
        return outcome(segment).picos();
    }

    /** The outcome with a segment. */
    public Outcome outcome(long segment) {
        return known.computeIfAbsent(segment, run::apply);
    }
}
