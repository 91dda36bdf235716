package musubi.tcp.session;

import musubi.adi.PeerRoutes;
import musubi.tcp.config.LongPathOptions;
import musubi.tcp.socket.TcpStream;

import org.agrona.collections.Int2ObjectHashMap;

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
    private static final long NS_PER_US = 1000;

    private final LongPathOptions options;

    /** Null in a job without relays. */
    private final PeerRoutes routes;

    private final List<LongPath> active = new ArrayList<>();

    /** By peer; those whose number of streams follows their paths. */
    private final Int2ObjectHashMap<StreamGroup> groups = new Int2ObjectHashMap<>();

    private final List<StreamGroup> activeGroups = new ArrayList<>();
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

    /** The number of streams to a peer follows their paths from now on. */
    void add(int peer, StreamGroup group) {
        groups.put(peer, group);
    }

    /** A connection to a peer is in use. */
    void activate(LongPath path, int peer) {
        if (!path.active) {
            path.active = true;
            active.add(path);
            StreamGroup group = groups.get(peer);
            if (group != null && !activeGroups.contains(group)) {
                activeGroups.add(group);
            }
        }
    }

    /** Measures all connections in use, at most every 50 ms. */
    void measureIfDue(long now) {
        boolean isInUse = !active.isEmpty() || !activeGroups.isEmpty();
        if (isInUse && now - measuredNs > INTERVAL_NS) {
            long elapsedUs = (now - measuredNs) / NS_PER_US;
            measuredNs = now;
            active.removeIf(LongPaths::isIdle);
            activeGroups.removeIf(group -> !group.measure(elapsedUs));
        }
    }

    private static boolean isIdle(LongPath path) {
        path.active = path.measure();
        return !path.active;
    }
}
