package musubi.collectives.model;

/**
 * What a call costs when its message is sent in k segments, in messages and bytes one after the
 * other: the first segment takes {@code hops} steps, and then the busiest place has {@code starts}
 * messages and {@code load} copies of the bytes of each segment.
 *
 * <pre>
 *   t(k) = (hops + starts k) L + (spread / k + load) bytes / B
 * </pre>
 *
 * <p>An algorithm that cuts nothing has k = 1. Immutable.
 *
 * @param hops messages that go before the last segment does
 * @param spread what the bytes of the segment that goes before count; {@code hops} where no two
 *     messages share a link
 * @param starts messages of each segment at the busiest place
 * @param load how often the bytes of each segment cross the busiest link
 * @param bytes that are cut into segments
 * @param cuts whether there may be more than one
 */
public record Cost(
        double hops, double spread, double starts, double load, double bytes, boolean cuts) {
    /** Schedules are not to grow without bound. */
    static final int MOST_SEGMENTS = 2048;

    private static final long ALIGNMENT = 16;

    /** The same messages whatever the segments: so many rounds, and bytes over the busiest link. */
    static Cost uncut(double rounds, double bytes) {
        return new Cost(0, 0, rounds, 1, bytes, false);
    }

    /** A pipeline in which each segment crosses each link once. */
    static Cost pipeline(double hops, double bytes) {
        return new Cost(hops, hops, 1, 1, bytes, true);
    }

    /** Seconds with so many segments. */
    public double seconds(long segments, Hockney link) {
        return (hops + starts * segments) * link.latencyS()
                + (spread / segments + load) * bytes / link.bytesPerS();
    }

    /** The number of segments that takes the least time: of k = sqrt(spread n / (starts L B)). */
    public long bestSegments(Hockney link) {
        if (!cuts || bytes <= ALIGNMENT) {
            return 1;
        }
        double best = Math.sqrt(spread * bytes / (starts * link.bytesOfLatency()));
        long most = (long) Math.min(MOST_SEGMENTS, bytes / ALIGNMENT);
        long fewer = Math.clamp((long) best, 1, most);
        long more = Math.min(fewer + 1, most);
        return seconds(fewer, link) <= seconds(more, link) ? fewer : more;
    }

    /** Bytes of a segment when there are so many; 0 for one, which is not cut. */
    public long segmentBytes(long segments) {
        return segments == 1
                ? 0
                : Math.ceilDiv((long) Math.ceil(bytes / segments), ALIGNMENT) * ALIGNMENT;
    }
}
