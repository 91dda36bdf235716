package musubi.tcp.session;

import musubi.tcp.handshake.DistinctErrorLog;

/** Limits the consecutive connections of a session that break without any progress. */
final class ReconnectLimiter {
    /** Consecutive connections without progress after which the peer is lost. */
    private static final int MAX_FRUITLESS = 100;

    private final int peer;
    private long progressBefore = -1;
    private int fruitless;
    private String unreported;

    ReconnectLimiter(int peer) {
        this.peer = peer;
    }

    /**
     * A connection broke.
     *
     * @param progress number of bytes transferred in both directions
     * @return whether to reconnect
     */
    boolean mayReconnect(long progress, String reason) {
        fruitless = progress == progressBefore ? fruitless + 1 : 0;
        progressBefore = progress;
        unreported = reason;
        return fruitless < MAX_FRUITLESS;
    }

    /** A connection was established; logs why the last one broke. */
    void onReconnected(DistinctErrorLog errorLog) {
        if (unreported != null) {
            String detail = "peer=" + peer + ": " + unreported;
            errorLog.logOnce("a connection broke and was replaced", detail);
            unreported = null;
        }
    }
}
