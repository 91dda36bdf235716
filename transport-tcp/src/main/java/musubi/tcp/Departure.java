package musubi.tcp;

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
final class Departure {
    private static final long LONGEST_NS = 2_000_000_000L;
    private static final long WAIT_NS = 1_000_000;

    private final Links links;
    private final Sockets sockets;
    private final List<Link> unsettled;

    /** Of a rank whose links say that they leave. */
    Departure(Links links, List<Link> all, Sockets sockets) {
        this.links = links;
        this.sockets = sockets;
        unsettled = new ArrayList<>(all);
    }

    /** Stays as long as that is of use. */
    void stay() {
        long deadline = System.nanoTime() + LONGEST_NS;
        links.serve();
        unsettled.removeIf(Link::isSettled);
        while (!unsettled.isEmpty() && System.nanoTime() - deadline < 0) {
            sockets.run(WAIT_NS);
            links.serve();
            unsettled.removeIf(Link::isSettled);
        }
    }
}
