package musubi.tcp.session;

import musubi.tcp.handshake.DistinctErrorLog;

import java.util.Locale;

/**
 * Limits the consecutive connections of a session that break without any progress, as on a line
 * that no large message passes in one piece, or with a peer that sends invalid frames. The peer is
 * lost after many of them and a time: the number alone is reached in less than a second.
 */
final class ReconnectLimiter {
    /** Consecutive connections without progress from which on the peer may be lost. */
    static final int MIN_FRUITLESS = 100;

    /** Consecutive connections without progress that are replaced at once. */
    private static final int AT_ONCE = 10;

    /** Pause before the others, which bounds their cost. */
    static final long PAUSE_NS = 5_000_000;

    private final int peer;
    private final long limitNs;
    private long progressBefore = -1;
    private int fruitless;

    /** Time of the first connection that broke without progress. */
    private long fruitlessSinceNs;

    private long fruitlessNs;
    private String unreported;

    /**
     * A limiter before the first connection.
     *
     * @param limitNs time without progress before which the peer is not lost
     */
    ReconnectLimiter(int peer, long limitNs) {
        this.peer = peer;
        this.limitNs = limitNs;
    }

    /**
     * A connection broke.
     *
     * @param progress number of bytes transferred in both directions
     * @return whether to reconnect
     */
    boolean mayReconnect(long progress, String reason, long now) {
        fruitless = progress == progressBefore ? fruitless + 1 : 0;
        if (fruitless == 0) {
            fruitlessSinceNs = now;
        }
        fruitlessNs = now - fruitlessSinceNs;
        progressBefore = progress;
        unreported = reason;
        return fruitless < MIN_FRUITLESS || fruitlessNs < limitNs;
    }

    /** Time in ns to wait before the next connection. */
    long pauseNs() {
        return fruitless < AT_ONCE ? 0 : PAUSE_NS;
    }

    /** Number of the latest connections that broke without progress. */
    int fruitless() {
        return fruitless;
    }

    /** Why the peer is lost. */
    String loss() {
        return String.format(
                Locale.ROOT,
                "%d connections in %.1f s broke without progress, the last one: %s",
                fruitless,
                fruitlessNs / 1e9,
                unreported);
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
