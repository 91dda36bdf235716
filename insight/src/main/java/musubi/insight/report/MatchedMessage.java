package musubi.insight.report;

/**
 * A message with both its ends. Immutable.
 *
 * @param from world rank
 * @param to world rank
 * @param matchedNs when it had met its receive
 * @param landedNs when its data was there
 * @param unexpected whether it had come before there was a receive
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
