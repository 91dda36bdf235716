package musubi.collectives.model;

import java.util.stream.LongStream;

/**
 * What a call costs, in messages and bytes one after the other: those that are there whatever the
 * segments, and a message that flows in k segments. The last rank has the first segment after
 * {@code hops} messages, and each further one when the busiest place is done with it: a rank that
 * sends {@code starts} messages over one link, or a link with {@code load} of them.
 *
 * <pre>
 *   t(k) = rounds L + passed / B + hops (L + s / B) + (k - 1) max(starts (L + s / B), load s / B)
 *   s = bytes / k
 * </pre>
 *
 * <p>When the messages of a segment come over the busiest link in several turns, those of as many
 * segments are on it at once, in the middle of a long message at most: the link then has {@code
 * load / turns} of them in the first turn, twice as many in the second, and so on, and in the end
 * fewer again. Each turn takes as long as the senders or this link need.
 *
 * <p>Immutable.
 *
 * @param rounds messages that are not cut, one after the other
 * @param bytesOnBusiestLink bytes of these over the busiest link
 * @param flow how segments go
 * @param bytes that are cut into segments
 * @param segmented whether there may be more than one
 * @param lowerBound what it takes at least; null: nothing
 */
public record CallCost(
        double rounds,
        double bytesOnBusiestLink,
        TreeFlow flow,
        double bytes,
        boolean segmented,
        CallCost lowerBound) {
    /** Schedules are not to grow without bound. */
    static final int MOST_SEGMENTS = 2048;

    private static final long ALIGNMENT = 16;
    private static final double LITTLE_MORE = 1.03;

    /** The same messages whatever the segments: so many rounds, and bytes over the busiest link. */
    static CallCost unsegmented(double rounds, double bytes) {
        return new CallCost(rounds, bytes, TreeFlow.NONE, 0, false, null);
    }

    /** A message that can be cut. */
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

    /** The same, and then a round of so many bytes. */
    CallCost andThen(double moreRounds, double moreBytes) {
        return new CallCost(
                rounds + moreRounds,
                bytesOnBusiestLink + moreBytes,
                flow,
                bytes,
                segmented,
                lowerBound);
    }

    /** The same, but not less than another one. */
    CallCost atLeast(CallCost another) {
        return new CallCost(rounds, bytesOnBusiestLink, flow, bytes, segmented, another);
    }

    /** Seconds with so many segments. */
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

    /** By how much links take longer than senders. */
    private double waitingForLinks(long segments, double message, double passing) {
        double sending = flow.starts() * message;
        double loaded = flow.load() * passing;
        if (flow.turns() == 1) {
            return waiting(segments) * Math.max(0, loaded - sending);
        }
        // Messages of a turn start at once, so the last one waits for all others on its way.
        double each = loaded / flow.turns();
        long most = Math.min(segments, flow.turns());
        long full = Math.abs(segments - flow.turns()) + 1;
        double turnByTurn =
                2 * ramp(most - 1, message, each)
                        + full * Math.max(0, most * each - message)
                        - Math.max(0, each - message);
        // All go over the link one after the other, but for some turns in which it is idle.
        double oneByOne =
                segments * loaded - waiting(segments) * sending + flow.turns() * message / 4;
        return Math.max(0, Math.min(turnByTurn, oneByOne));
    }

    /** The sum of what i times a turn is longer than a message, i from 1 to so many. */
    private static double ramp(long to, double message, double each) {
        long from = Math.min(to, (long) (message / each)) + 1;
        double count = to - from + 1;
        return count * (each * (from + to) / 2 - message);
    }

    /** Segments that wait for others; what is not cut waits for itself. */
    private long waiting(long segments) {
        return segmented ? segments - 1 : segments;
    }

    /** Messages one after the other with so many segments. */
    public double messages(long segments) {
        return rounds + flow.hops() + waiting(segments) * flow.starts();
    }

    /** Bytes one after the other with so many segments. */
    public double bytesPassed(long segments) {
        double each = Math.max(flow.starts(), flow.load());
        return bytesOnBusiestLink + (flow.hops() + waiting(segments) * each) * bytes / segments;
    }

    /**
     * The number of segments that takes the least time: so many that messages of a rank take as
     * long as those on the busiest link, or more, k = sqrt((hops - starts) n / (starts L B)). Where
     * ranks share a link it is the least number that takes little more: the more segments, the more
     * often they meet.
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

    /** Bytes of a segment when there are so many; 0 for one, which is not cut. */
    public long segmentBytes(long segments) {
        return segments == 1
                ? 0
                : Math.ceilDiv((long) Math.ceil(bytes / segments), ALIGNMENT) * ALIGNMENT;
    }
}
