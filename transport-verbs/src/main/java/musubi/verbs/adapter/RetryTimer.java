package musubi.verbs.adapter;

import musubi.verbs.state.QpAttribute;

/**
 * Acknowledgement timeout, receiver-not-ready wait, and retry counters of a requester. Progress
 * resets all retries.
 */
final class RetryTimer {
    private static final int RNR_RETRY_FOREVER = 7;
    private static final long TIMEOUT_UNIT_NS = 4096;

    private final QueuePair pair;
    private final HostChannelAdapter adapter;
    private int retriesLeft;
    private int notReadyRetriesLeft;
    private boolean runs;
    private long deadlineNs;
    private boolean holds;
    private long resumeNs;

    RetryTimer(QueuePair pair, HostChannelAdapter adapter) {
        this.pair = pair;
        this.adapter = adapter;
    }

    void reset() {
        stop();
        refill();
    }

    void stop() {
        runs = false;
        holds = false;
    }

    /** An acknowledgement has arrived. */
    void onProgress() {
        runs = false;
        refill();
    }

    /** Starts the acknowledgement timeout, if it is not running. */
    void start(long nowNs) {
        int exponent = pair.attribute(QpAttribute.TIMEOUT);
        if (!runs && exponent > 0) {
            runs = true;
            deadlineNs = nowNs + (TIMEOUT_UNIT_NS << exponent);
            adapter.arm(deadlineNs);
        }
    }

    /** Blocks sending for a time. */
    void hold(long waitNs) {
        runs = false;
        holds = waitNs > 0;
        if (holds) {
            resumeNs = adapter.nowNs() + waitNs;
            adapter.arm(resumeNs);
        }
    }

    /** Whether sending is blocked. */
    boolean isHeld(long nowNs) {
        holds = holds && nowNs - resumeNs < 0;
        return holds;
    }

    boolean isExpired(long nowNs) {
        return runs && nowNs - deadlineNs >= 0;
    }

    /** Arms the adapter for the next deadline. */
    void arm() {
        if (runs) {
            adapter.arm(deadlineNs);
        }
        if (holds) {
            adapter.arm(resumeNs);
        }
    }

    /** Consumes one retransmission; false if none is left. */
    boolean takeRetry() {
        retriesLeft--;
        return retriesLeft >= 0;
    }

    /**
     * Consumes one retry after "receiver not ready"; false if none is left. As a response it resets
     * the retransmissions.
     */
    boolean takeNotReadyRetry() {
        retriesLeft = pair.attribute(QpAttribute.RETRY_COUNT);
        if (pair.attribute(QpAttribute.RNR_RETRY) == RNR_RETRY_FOREVER) {
            return true;
        }
        notReadyRetriesLeft--;
        return notReadyRetriesLeft >= 0;
    }

    /** Takes the numbers of retries from the attributes. */
    void refill() {
        retriesLeft = pair.attribute(QpAttribute.RETRY_COUNT);
        notReadyRetriesLeft = pair.attribute(QpAttribute.RNR_RETRY);
    }
}
