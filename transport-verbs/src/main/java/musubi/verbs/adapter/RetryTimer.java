package musubi.verbs.adapter;

import musubi.verbs.state.QpAttribute;

/**
 * How long a requester waits for an answer, or holds back after "receiver not ready", and how often
 * it tries again. Progress gives all retries back.
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

    /** Something was acknowledged. */
    void onProgress() {
        runs = false;
        refill();
    }

    /** Starts waiting for an answer, if it does not wait already. */
    void start(long nowNs) {
        int exponent = pair.attribute(QpAttribute.TIMEOUT);
        if (!runs && exponent > 0) {
            runs = true;
            deadlineNs = nowNs + (TIMEOUT_UNIT_NS << exponent);
            adapter.arm(deadlineNs);
        }
    }

    /** Lets nothing be sent for so long. */
    void hold(long waitNs) {
        runs = false;
        holds = waitNs > 0;
        if (holds) {
            resumeNs = adapter.nowNs() + waitNs;
            adapter.arm(resumeNs);
        }
    }

    /** Whether nothing may be sent. */
    boolean isHeld(long nowNs) {
        holds = holds && nowNs - resumeNs < 0;
        return holds;
    }

    boolean isExpired(long nowNs) {
        return runs && nowNs - deadlineNs >= 0;
    }

    /** Tells the adapter about what is to come. */
    void arm() {
        if (runs) {
            adapter.arm(deadlineNs);
        }
        if (holds) {
            adapter.arm(resumeNs);
        }
    }

    /** Uses up one retransmission; false if there is none. */
    boolean takeRetry() {
        retriesLeft--;
        return retriesLeft >= 0;
    }

    /**
     * Uses up one attempt more after "receiver not ready"; false if there is none. It is an answer,
     * so all retransmissions are there again.
     */
    boolean takeNotReadyRetry() {
        retriesLeft = pair.attribute(QpAttribute.RETRY_COUNT);
        if (pair.attribute(QpAttribute.RNR_RETRY) == RNR_RETRY_FOREVER) {
            return true;
        }
        notReadyRetriesLeft--;
        return notReadyRetriesLeft >= 0;
    }

    private void refill() {
        retriesLeft = pair.attribute(QpAttribute.RETRY_COUNT);
        notReadyRetriesLeft = pair.attribute(QpAttribute.RNR_RETRY);
    }
}
