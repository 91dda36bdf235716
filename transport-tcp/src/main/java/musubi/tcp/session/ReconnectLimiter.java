package musubi.tcp.session;

import musubi.tcp.handshake.DistinctErrorLog;

/** The breaks of one session's connections, and those in a row that had brought nothing. */
final class ReconnectLimiter {
    /** So many connections in a row that bring nothing are made before the peer is given up. */
    private static final int MAX_FRUITLESS = 100;

    private final int peer;
    private long progressBefore = -1;
    private int fruitless;
    private String unreported;

    ReconnectLimiter(int peer) {
        this.peer = peer;
    }

    /**
     * Another one broke.
     *
     * @param progress grows with each byte that got through, in either direction
     * @return whether it is of use to make another connection
     */
    boolean mayReconnect(long progress, String why) {
        fruitless = progress == progressBefore ? fruitless + 1 : 0;
        progressBefore = progress;
        unreported = why;
        return fruitless < MAX_FRUITLESS;
    }

    /** There is a connection; tells why the last one broke. */
    void onReconnected(DistinctErrorLog complaints) {
        if (unreported != null) {
            String detail = "peer=" + peer + ": " + unreported;
            complaints.logOnce("a connection broke and was made again", detail);
            unreported = null;
        }
    }
}
