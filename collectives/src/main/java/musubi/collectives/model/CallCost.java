package musubi.collectives.model;

import java.util.stream.LongStream;

/**
 * Cost of a call, in messages and bytes on the critical path: unsegmented messages, and a message
 * in k segments. The last rank has the first segment after {@code hops} messages; each further one
 * follows at the rate of the bottleneck: a rank that sends {@code starts} messages over one link,
 * or a link with {@code load} messages.
 *
 * <pre>
 *   t(k) = rounds L + passed / B + hops (L + s / B) + (k - 1) max(starts (L + s / B), load s / B)
 *   s = bytes / k
 * </pre>
 *
 * <p>If the messages of a segment cross the busiest link in several turns, as many segments contend
 * for it in the middle of a long message: it carries {@code load / turns} messages in the first
 * turn, twice as many in the second, and so on, decreasing again at the end. Each turn lasts for
 * the time of the senders or of this link.
 *
 * <p>Immutable.
 *
 * @param rounds unsegmented messages in sequence
 * @param bytesOnBusiestLink their bytes over the busiest link
 * @param flow of the segments
 * @param bytes of the segmented message
 * @param segmented whether several segments are possible
 * @param lowerBound another cost that is a lower bound; null: none
 */
public record CallCost(
        double rounds,
        double bytesOnBusiestLink,
        TreeFlow flow,
        double bytes,
        boolean segmented,
        CallCost lowerBound) {
    /** Limit for the size of schedules. */
    static final int MOST_SEGMENTS = 2048;

    private static final long ALIGNMENT = 16;
    private static final double LITTLE_MORE = 1.03;

    /** Rounds without segments, and their bytes over the busiest link. */
    static CallCost unsegmented(double rounds, double bytes) {
        return new CallCost(rounds, bytes, TreeFlow.NONE, 0, false, null);
    }

    /** Messages of the same size, one after the other. */
    static CallCost sequence(double messages, double bytes) {
        return unsegmented(messages, messages * bytes);
    }

    /** A message in segments. */
    static CallCost pipelined(TreeFlow flow, double bytes) {
        return new CallCost(0, 0, flow, bytes, true, null);
    }

    /**
     * Messages that all start at once.
     *
     * @param starts of a rank over one link of its own
     * @param load over the busiest link
     * @param bytes of a message
     */
    static CallCost burst(double starts, double load, double bytes) {
        return new CallCost(0, 0, new TreeFlow(0, starts, load), bytes, false, null);
    }

    /** This cost, followed by further rounds without segments. */
    CallCost andThen(CallCost more) {
        return new CallCost(
                rounds + more.rounds,
                bytesOnBusiestLink + more.bytesOnBusiestLink,
                flow,
                bytes,
                segmented,
                lowerBound);
    }

    /** This cost with a lower bound. */
    CallCost atLeast(CallCost another) {
        return new CallCost(rounds, bytesOnBusiestLink, flow, bytes, segmented, another);
    }

    /** Seconds with a number of segments. */
    public double seconds(long segments, HockneyLink link) {
        double least = lowerBound == null ? 0 : lowerBound.seconds(segments, link);
        return Math.max(least, secondsAlone(segments, link));
    }

    private double secondsAlone(long segments, HockneyLink link) {
        double passing = bytes / segments / link.bytesPerS();
        double message = link.latencyS() + passing;
        return rounds * link.latencyS()
                + bytesOnBusiestLink / link.bytesPerS()
                + flow.hops() * message
                + waiting(segments) * flow.starts() * message
                + waitingForLinks(segments, message, passing);
    }

    /** Time of links beyond that of senders. */
    private double waitingForLinks(long segments, double message, double passing) {
        double sending = flow.starts() * message;
        double loaded = flow.load() * passing;
        if (flow.turns() == 1) {
            return waiting(segments) * Math.max(0, loaded - sending);
        }
        // Messages of a turn start at once, so the last one waits for all others of its route.
        double each = loaded / flow.turns();
        long most = Math.min(segments, flow.turns());
        long full = Math.abs(segments - flow.turns()) + 1;
        double turnByTurn =
                2 * ramp(most - 1, message, each)
                        + full * Math.max(0, most * each - message)
                        - Math.max(0, each - message);
        // All cross the link in sequence, except for some idle turns.
        double oneByOne =
                segments * loaded - waiting(segments) * sending + flow.turns() * message / 4;
        return Math.max(0, Math.min(turnByTurn, oneByOne));
    }

    /** The sum of the excess of i turns over a message, for i from 1. */
    private static double ramp(long to, double message, double each) {
        long from = Math.min(to, (long) (message / each)) + 1;
        double count = to - from + 1;
        return count * (each * (from + to) / 2 - message);
    }

    /** Segments that wait for others; an unsegmented message waits for itself. */
    private long waiting(long segments) {
        return segmented ? segments - 1 : segments;
    }

    /** Messages on the critical path with a number of segments. */
    public double messages(long segments) {
        return rounds + flow.hops() + waiting(segments) * flow.starts();
    }

    /** Bytes on the critical path with a number of segments. */
    public double bytesPassed(long segments) {
        double each = Math.max(flow.starts(), flow.load());
        return bytesOnBusiestLink + (flow.hops() + waiting(segments) * each) * bytes / segments;
    }

    /**
     * The number of segments of least time: that at which messages of a rank take as long as those
     * on the busiest link, or more, k = sqrt((hops - starts) n / (starts L B)). If ranks share a
     * link, the least number with little more time, since more segments cause more contention.
     */
    public long bestSegments(HockneyLink link) {
        if (!segmented || bytes <= ALIGNMENT) {
            return 1;
        }
        double unit = bytes / (flow.starts() * link.bytesOfLatency());
        double senders = Math.sqrt(Math.max(0, flow.hops() - flow.starts()) * unit);
        double links = (flow.load() - flow.starts()) * unit;
        long most = (long) Math.min(MOST_SEGMENTS, bytes / ALIGNMENT);
        long best =
                LongStream.of(1, (long) senders, (long) senders + 1, (long) links, (long) links + 1)
                        .map(k -> Math.clamp(k, 1, most))
                        .boxed()
                        .min((a, b) -> Double.compare(seconds(a, link), seconds(b, link)))
                        .orElseThrow();
        return flow.load() > flow.starts() ? fewer(best, link) : best;
    }

    private long fewer(long best, HockneyLink link) {
        double limit = LITTLE_MORE * seconds(best, link);
        long tooFew = 0;
        long enough = best;
        while (enough - tooFew > 1) {
            long middle = (tooFew + enough) / 2;
            if (seconds(middle, link) <= limit) {
                enough = middle;
            } else {
                tooFew = middle;
            }
        }
        return enough;
    }

    /** Segment size in bytes for a number of segments; 0 for one. */
    public long segmentBytes(long segments) {
        return segments == 1
                ? 0
                : Math.ceilDiv((long) Math.ceil(bytes / segments), ALIGNMENT) * ALIGNMENT;
    }
}
