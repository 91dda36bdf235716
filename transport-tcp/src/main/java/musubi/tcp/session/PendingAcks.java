package musubi.tcp.session;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections with an acknowledgement that has to be sent before the rank sleeps, and possibly
 * others.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class PendingAcks {
    private final List<PeerConnection> connections = new ArrayList<>();

    void add(PeerConnection connection) {
        if (!connection.flags.ackPending) {
            connection.flags.ackPending = true;
            connections.add(connection);
        }
    }

    /** Sends all of them. */
    void send() {
        // By index: an iterator for each sleep would be garbage.
        for (int i = 0; i < connections.size(); i++) {
            PeerConnection connection = connections.get(i);
            connection.flags.ackPending = false;
            connection.ackMonitor().sendPending();
        }
        connections.clear();
    }
}
