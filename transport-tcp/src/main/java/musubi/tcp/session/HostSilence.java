package musubi.tcp.session;

import musubi.tcp.socket.PathInfo;
import musubi.tcp.socket.TcpStream;

import java.net.InetSocketAddress;

/**
 * Detects that the kernel of a peer's host does not answer: the cable, the power, or the host is
 * gone. The kernel of a peer that only computes answers, also when its window is closed. A
 * connection with data under way is measured here; the kernel probes an idle one.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class HostSilence {
    /** Time between measurements; a peer that has answered in it needs none. */
    static final long INTERVAL_NS = 250_000_000;

    /** Idle connections are probed less often by this many connections of a rank, per second. */
    private static final int CONNECTIONS_PER_SECOND = 32;

    private static final int MOST_IDLE_S = 10;

    /** Of the limit: an idle time and two probes make it up. */
    private static final long PARTS = 3;

    private static final long NS_PER_S = 1_000_000_000;
    private static final long NS_PER_MS = 1_000_000;

    private long measuredNs;

    /** The peer's kernel had answered everything, or answered something, at this time. */
    private long answeredNs;

    HostSilence(long now) {
        measuredNs = now;
        answeredNs = now;
    }

    /** Whether nothing has been answered for a time, as far as that is known. */
    boolean exceeds(long limitNs, long now, TcpStream stream) {
        if (limitNs == Long.MAX_VALUE || now - measuredNs < INTERVAL_NS) {
            return false;
        }
        measuredNs = now;
        PathInfo info = stream.pathInfo();
        if (info == null || !info.unanswered()) {
            answeredNs = now;
            return false;
        }
        answeredNs += Math.max(0, now - info.answerMs() * NS_PER_MS - answeredNs);
        return now - answeredNs > limitNs;
    }

    /** Sets the probes of a new connection, unless both ranks are on this host. */
    static void probe(PeerConnection connection, ConnectionTable table) {
        long limitNs = table.options().hostSilenceNs();
        InetSocketAddress address = connection.session().address();
        boolean isHere = address != null && address.getAddress().isLoopbackAddress();
        if (limitNs < Long.MAX_VALUE && !isHere) {
            int interval = seconds(limitNs);
            int idle = idleSeconds(interval, table.known());
            connection.carrier().underlying().probeWhenIdle(idle, interval);
        }
    }

    static int seconds(long limitNs) {
        return Math.clamp(limitNs / PARTS / NS_PER_S, 1, MOST_IDLE_S);
    }

    static int idleSeconds(int least, int connections) {
        return Math.max(least, Math.min(connections / CONNECTIONS_PER_SECOND, MOST_IDLE_S));
    }
}
