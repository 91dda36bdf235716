package musubi.tcp.handshake;

/**
 * Limits failed handshakes to {@value #PER_SECOND} per second, with bursts of as many. When the
 * budget is used up no connection is accepted for a moment, so that unauthenticated connections
 * cost a bounded share of the rank's time. Handshakes of ranks of the job do not count.
 */
final class FailureBudget {
    static final int PER_SECOND = 2000;

    private static final long NS_EACH = 1_000_000_000L / PER_SECOND;

    /** The remaining budget is the distance of this time from the clock. */
    private long spentUntilNs;

    FailureBudget(long now) {
        spentUntilNs = now - NS_EACH * PER_SECOND;
    }

    /** A handshake has failed. */
    void onFailure(long now) {
        long oldest = now - NS_EACH * PER_SECOND;
        spentUntilNs = (spentUntilNs - oldest < 0 ? oldest : spentUntilNs) + NS_EACH;
    }

    /** Whether a connection may be accepted. */
    boolean isAvailable(long now) {
        return now - spentUntilNs >= NS_EACH;
    }
}
