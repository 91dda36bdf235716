package musubi.tcp.handshake;

import musubi.tcp.config.RankIdentity;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Accepts connections and runs their handshakes. Limits the memory and the time that
 * unauthenticated connections cost, and logs each kind of violation once.
 */
public final class ConnectionAcceptor {
    /** Most handshakes in progress; beyond it the oldest is closed. */
    static final int MAX_UNAUTHENTICATED = 1024;

    /** Most connections accepted at a time, before the rank continues with other work. */
    private static final int MAX_ACCEPTS = 64;

    final RankIdentity self;
    final HandshakeTarget.Lookup targets;
    final long timeoutNs;
    private final SocketLoop loop;
    private final List<IncomingHandshake> unauthenticated = new ArrayList<>();
    private final FailureBudget budget = new FailureBudget(System.nanoTime());
    private final DistinctErrorLog errorLog;
    private boolean acceptReady;

    /**
     * An acceptor without connections.
     *
     * @param timeoutNs time limit of a handshake
     */
    public ConnectionAcceptor(
            RankIdentity self, SocketLoop loop, HandshakeTarget.Lookup targets, long timeoutNs) {
        this.self = self;
        this.loop = loop;
        this.targets = targets;
        this.timeoutNs = timeoutNs;
        errorLog = new DistinctErrorLog(self.rank(), System.err::println);
    }

    /** The log of failed connections. */
    public DistinctErrorLog errorLog() {
        return errorLog;
    }

    /** Connections may be pending. */
    public void onAcceptReady() {
        acceptReady = true;
    }

    /** Whether {@link #advance} has something to do. */
    public boolean hasWork() {
        return acceptReady || !unauthenticated.isEmpty();
    }

    /** Accepts pending connections and advances all handshakes. */
    public void advance(long now) {
        if (acceptReady && budget.isAvailable(now)) {
            acceptPending();
        }
        unauthenticated.removeIf(handshake -> !isPending(handshake.advance(now), now));
    }

    private boolean isPending(IncomingHandshake.Progress progress, long now) {
        if (progress == IncomingHandshake.Progress.FAILED) {
            budget.onFailure(now);
        }
        return progress == IncomingHandshake.Progress.PENDING;
    }

    private void acceptPending() {
        acceptReady = false;
        try {
            int accepted = 0;
            TcpStream stream = loop.accept();
            while (stream != null) {
                IncomingHandshake handshake = IncomingHandshake.start(stream, this);
                if (handshake != null) {
                    unauthenticated.add(handshake);
                }
                if (++accepted == MAX_ACCEPTS) {
                    acceptReady = true;
                    break;
                }
                stream = loop.accept();
            }
        } catch (IOException e) {
            // No free descriptor, or a closed connection: try again at the next event.
            errorLog.logOnce("cannot accept a connection", e.getMessage());
            acceptReady = true;
        }
        while (unauthenticated.size() > MAX_UNAUTHENTICATED) {
            errorLog.logOnce("too many connections without a hello; the oldest is closed", null);
            unauthenticated.removeFirst().close();
        }
    }

    /** Closes the connections of all handshakes in progress. */
    public void close() {
        unauthenticated.forEach(IncomingHandshake::close);
        unauthenticated.clear();
    }
}
