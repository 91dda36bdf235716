package musubi.insight.report;

/**
 * A message with both ends. Immutable.
 *
 * @param from world rank
 * @param to world rank
 * @param matchedNs time of its match
 * @param landedNs time when its payload was complete
 * @param unexpected whether it arrived before its receive
 */
record MatchedMessage(
        int from, int to, SentMessage sent, long matchedNs, long landedNs, boolean unexpected) {

    /** Whether it belongs to a collective operation. */
    boolean isOfCollective() {
        return (sent.context() & 1) != 0;
    }

    long flightNs() {
        return landedNs - sent.ns();
    }
}
