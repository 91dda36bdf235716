package musubi.simulator.execution;

import musubi.simulator.network.Outcome;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;

/**
 * Looks for the best segment of a message: over powers of two downhill from where it starts, then
 * between them in ever smaller ratios. The time over the segment has one valley in all pipelines
 * here (equations (4) and (6) are sums of a rising and a falling term), so that a step that is no
 * better on either side ends it.
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
     * @param run what a segment leads to; 0: the message is not cut
     */
    public SegmentSearch(long bytes, LongFunction<Outcome> run) {
        this.bytes = bytes;
        this.run = run;
    }

    /** The best segment in bytes, 0 when it is best not to cut. */
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

    /** What a segment leads to. */
    public Outcome outcome(long segment) {
        return known.computeIfAbsent(segment, run::apply);
    }
}
