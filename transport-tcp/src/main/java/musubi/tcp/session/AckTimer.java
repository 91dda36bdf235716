package musubi.tcp.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections with outstanding acknowledgements in either direction. Each is checked every few
 * milliseconds, to send acknowledgements and to detect silent peers. Other connections cost
 * nothing.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class AckTimer {
    private final List<PeerConnection> connections = new ArrayList<>();
    private long ticks;
    private long visits;

    /** Adds a connection, until its check finds nothing outstanding. */
    void add(PeerConnection connection) {
        connection.flags.watched = true;
        connections.add(connection);
    }

    /**
     * Checks all connections of the list.
     *
     * @param away whether this rank has not polled its connections for a while
     */
    void tick(long now, boolean away) {
        ticks++;
        for (int i = connections.size() - 1; i >= 0; i--) {
            visits++;
            PeerConnection connection = connections.get(i);
            if (!connection.ackMonitor().tick(now, away)) {
                connection.flags.watched = false;
                PeerConnection last = connections.removeLast();
                if (last != connection) {
                    connections.set(i, last);
                }
            }
        }
    }

    /** Number of ticks so far. */
    public long ticks() {
        return ticks;
    }

    /** Number of checks of single connections so far. */
    public long visits() {
        return visits;
    }
}
