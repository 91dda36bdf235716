package musubi.simulator.network;

import musubi.collectives.topology.SiteLevel;

/**
 * Costs of a message on a {@link GridNetwork} beyond those of links.
 *
 * @param sending of a rank for each message that it sends, picoseconds
 * @param receiving of a rank for each message that it receives, picoseconds
 * @param eagerBytes longer messages take a round trip before they are sent
 * @param longPathEagerBytes the same on {@linkplain SiteLevel#LONG_PATH_S long paths}
 * @param headerBytes of each message, or each chunk at relays, on a wide link
 */
public record GridCosts(
        long sending, long receiving, long eagerBytes, long longPathEagerBytes, int headerBytes) {
    /** Links and relays only. */
    public static final GridCosts NONE = new GridCosts(0, 0, Long.MAX_VALUE, Long.MAX_VALUE, 0);

    /**
     * TCP between JVMs: 3 us at both ends, an eager limit of 64 KiB, on long paths none, and 100
     * bytes of frame, TCP and IP, as {@code musubi.collectives.model.ScheduleWalk} has them.
     */
    public static final GridCosts TCP =
            new GridCosts(3_000_000, 3_000_000, 64 << 10, Long.MAX_VALUE, 100);

    public GridCosts {
        long leastEager = Math.min(eagerBytes, longPathEagerBytes);
        if (Math.min(sending, receiving) < 0 || leastEager < 0 || headerBytes < 0) {
            throw new IllegalArgumentException(
                    ("costs of messages are out of range: sending=%d ps receiving=%d ps"
                                    + " eagerBytes=%d headerBytes=%d; give 0 or more")
                            .formatted(sending, receiving, leastEager, headerBytes));
        }
    }

    /**
     * The longest message that takes no round trip before it is sent.
     *
     * @param latency one way, picoseconds
     */
    long eagerBytes(long latency) {
        boolean isLong = (double) latency / LinkCost.SECOND >= SiteLevel.LONG_PATH_S;
        return isLong ? longPathEagerBytes : eagerBytes;
    }
}
