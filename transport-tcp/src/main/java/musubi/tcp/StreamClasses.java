package musubi.tcp;

import musubi.adi.PeerRoutes;
import musubi.adi.PeerRoutes.Relay;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.ConnectionUse;
import musubi.tcp.session.PeerConnection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The streams to one peer by the size of a message. Without relays all sizes share them. With
 * relays each class of {@link PeerRoutes} has streams of its own, which take its route: the class
 * of a stream is its number modulo {@value PeerRoutes#MOST_CLASSES}. When routes change, streams
 * whose route is another one by then are connected again, and those of classes that no longer exist
 * end when they are idle.
 *
 * <p>Thread rule: the thread that holds the rank; where stated it has exclusive access to the
 * transport, too.
 */
final class StreamClasses implements PeerStreams {
    private final ConnectionTable table;
    private final int peer;
    private final int streamsPerClass;

    /** Null in a job without relays. */
    private final PeerRoutes routes;

    /** Streams of each class that exists or has existed; else null. */
    private final PeerConnection[][] groups = new PeerConnection[PeerRoutes.MOST_CLASSES][];

    /** The relays of the best route of each class that exists; else null. */
    private final List<List<Relay>> relays =
            new ArrayList<>(Collections.nCopies(PeerRoutes.MOST_CLASSES, null));

    private long[] limits = {};
    private int version;

    /**
     * Streams to a peer; with exclusive access.
     *
     * @param streams number of streams of each class
     * @param routes null in a job without relays
     */
    StreamClasses(ConnectionTable table, int peer, int streams, PeerRoutes routes) {
        this.table = table;
        this.peer = peer;
        this.routes = routes;
        int most = TcpOptions.MAX_STREAMS / PeerRoutes.MOST_CLASSES;
        streamsPerClass = routes == null ? streams : Math.min(streams, most);
        if (routes == null) {
            groups[0] = newGroup(0);
        } else {
            update();
        }
    }

    private PeerConnection[] newGroup(int sizeClass) {
        int step = routes == null ? 1 : PeerRoutes.MOST_CLASSES;
        PeerConnection[] group = new PeerConnection[streamsPerClass];
        for (int i = 0; i < group.length; i++) {
            group[i] = table.connectionTo(peer, sizeClass + i * step);
        }
        return group;
    }

    @Override
    public PeerConnection first() {
        return groups[0][0];
    }

    @Override
    public PeerConnection[] forSize(long bytes) {
        int sizeClass = 0;
        while (sizeClass < limits.length && bytes > limits[sizeClass]) {
            sizeClass++;
        }
        return groups[sizeClass];
    }

    /** Whether the routes have changed since the last update. */
    @Override
    public boolean isOutdated() {
        return routes != null && routes.version() != version;
    }

    /** Takes the present routes; with exclusive access. */
    @Override
    public void update() {
        version = routes.version();
        limits = routes.limits(peer);
        for (int sizeClass = 0; sizeClass < groups.length; sizeClass++) {
            if (sizeClass <= limits.length) {
                use(sizeClass);
            } else if (relays.set(sizeClass, null) != null) {
                leaveToPeer(sizeClass);
            }
        }
    }

    private void use(int sizeClass) {
        List<Relay> best = routes.route(peer, sizeClass, 0).relays();
        List<Relay> before = relays.set(sizeClass, best);
        if (groups[sizeClass] == null) {
            groups[sizeClass] = newGroup(sizeClass);
            return;
        }
        if (before != null && !best.equals(before)) {
            for (PeerConnection stream : groups[sizeClass]) {
                table.reroute(stream);
            }
        }
    }

    /** The peer may have such a class, as ranks differ in what they have measured. */
    private void leaveToPeer(int sizeClass) {
        for (PeerConnection stream : groups[sizeClass]) {
            stream.setUse(ConnectionUse.LEFT_TO_PEER);
        }
    }

    @Override
    public boolean isDrained() {
        for (PeerConnection[] group : groups) {
            if (group != null && !PeerStreams.areDrained(group)) {
                return false;
            }
        }
        return true;
    }
}
