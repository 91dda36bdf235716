package musubi.tcp.close;

import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.SocketLoop;

import java.util.ArrayList;
import java.util.List;

/**
 * How a rank leaves its peers: it says goodbye to all, and stays until they have told that they
 * have received what it has sent, for some seconds at most. Connections that break meanwhile are
 * made again, and peers that call are answered, so that what was accepted is not lost with a
 * connection. What the peers still send is thrown away.
 *
 * <p>A peer that has said goodbye wants nothing any more but this rank's goodbye.
 */
public final class GracefulShutdown {
    private static final long MAX_NS = 2_000_000_000L;
    private static final long WAIT_NS = 1_000_000;

    private final ConnectionTable links;
    private final SocketLoop sockets;
    private final List<PeerConnection> pending;

    /** Of a rank whose links say that they leave. */
    public GracefulShutdown(ConnectionTable links, List<PeerConnection> all, SocketLoop sockets) {
        this.links = links;
        this.sockets = sockets;
        pending = new ArrayList<>(all);
    }

    /** Stays as long as that is of use. */
    public void await() {
        long deadline = System.nanoTime() + MAX_NS;
        links.runOnce();
        pending.removeIf(PeerConnection::isShutdownComplete);
        while (!pending.isEmpty() && System.nanoTime() - deadline < 0) {
            sockets.awaitEvents(WAIT_NS);
            links.runOnce();
            pending.removeIf(PeerConnection::isShutdownComplete);
        }
    }
}
