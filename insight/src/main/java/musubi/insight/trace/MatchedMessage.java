package musubi.insight.trace;

/**
 * A message with both ends. Immutable.
 *
 * @param from world rank
 * @param to world rank
 * @param arrivedNs when it came to the receiver
 * @param matchedNs time of its match
 * @param landedNs time when its payload was complete
 * @param unexpected whether it arrived before its receive
 */
public record MatchedMessage(
        int from,
        int to,
        SentMessage sent,
        long arrivedNs,
        long matchedNs,
        long landedNs,
        boolean unexpected) {

    /**
     * Whether the library sent it by itself: in a collective operation, or to create a
     * communicator.
     */
    public boolean isInternal() {
        return (sent.context() & 1) != 0 || sent.tag() < 0;
    }

    public long flightNs() {
        return landedNs - sent.ns();
    }
}
