package musubi.tcp.handshake;

/**
 * How many failed handshakes a rank puts up with in a time: {@value #PER_SECOND} a second, and as
 * many at once. When they are used up nobody is let in for a moment, so that strangers who connect
 * again and again cost a bounded part of the rank's time. Ranks of the job cost nothing.
 */
final class FailureBudget {
    static final int PER_SECOND = 2000;

    private static final long NS_EACH = 1_000_000_000L / PER_SECOND;

    /** The budget is what this is behind the clock. */
    private long spentUntilNs;

    FailureBudget(long now) {
        spentUntilNs = now - NS_EACH * PER_SECOND;
    }

    /** A handshake has failed. */
    void onFailure(long now) {
        long oldest = now - NS_EACH * PER_SECOND;
        spentUntilNs = (spentUntilNs - oldest < 0 ? oldest : spentUntilNs) + NS_EACH;
    }

    /** Whether somebody may be let in: a whole failure is left. */
    boolean isAvailable(long now) {
        return now - spentUntilNs >= NS_EACH;
    }
}
