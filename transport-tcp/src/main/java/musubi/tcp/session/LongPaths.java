package musubi.tcp.session;

import musubi.adi.PeerRoutes;
import musubi.tcp.config.LongPathOptions;
import musubi.tcp.socket.TcpStream;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections in use whose paths are long. They are measured 20 times a second; others cost
 * nothing.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class LongPaths {
    private static final long INTERVAL_NS = 50_000_000;

    private final LongPathOptions options;

    /** Null in a job without relays. */
    private final PeerRoutes routes;

    private final List<LongPath> active = new ArrayList<>();
    private long measuredNs = System.nanoTime();

    /**
     * None in use.
     *
     * @param routes to peers; null in a job without relays
     */
    LongPaths(LongPathOptions options, PeerRoutes routes) {
        this.options = options;
        this.routes = routes;
    }

    /** A number that changes when paths are to be looked at again: links have been measured. */
    int version() {
        return routes == null ? 0 : routes.version();
    }

    /**
     * The path of a connection as far as it is known by now.
     *
     * @param number that of the stream of the peer
     * @param before what it was; null for a short path or a new connection
     * @return null for a short path
     */
    LongPath current(TcpStream stream, int peer, int number, LongPath before) {
        int sizeClass = number % PeerRoutes.MOST_CLASSES;
        long roundTripUs = routes == null ? 0 : routes.roundTripUs(peer, sizeClass);
        if (before == null) {
            return LongPath.of(stream, options, roundTripUs);
        }
        before.follow(roundTripUs);
        return before;
    }

    /** The connection is in use. */
    void activate(LongPath path) {
        if (!path.active) {
            path.active = true;
            active.add(path);
        }
    }

    /** Measures all connections in use, at most every 50 ms. */
    void measureIfDue(long now) {
        if (!active.isEmpty() && now - measuredNs > INTERVAL_NS) {
            measuredNs = now;
            active.removeIf(LongPaths::isIdle);
        }
    }

    private static boolean isIdle(LongPath path) {
        path.active = path.measure();
        return !path.active;
    }
}
