package musubi.tcp.handshake;

import musubi.tcp.config.RankIdentity;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where connections come in: asks who they are, lets ranks of the job pass, and keeps the others
 * from using up this rank's memory and time. What they do wrong is told once for each kind.
 */
public final class ConnectionAcceptor {
    /** So many may be inside without having said who they are; then the oldest has to go. */
    static final int MAX_UNAUTHENTICATED = 1024;

    /** So many are let in at a time, before the rank does something else. */
    private static final int MAX_ACCEPTS = 64;

    private final RankIdentity self;
    private final SocketLoop sockets;
    private final long timeoutNs;
    private final List<IncomingHandshake> unauthenticated = new ArrayList<>();
    private final FailureBudget budget = new FailureBudget(System.nanoTime());
    private final DistinctErrorLog errorLog;
    private boolean acceptReady;

    /**
     * An entrance where nobody has come.
     *
     * @param patienceNs how long somebody may take to say who it is
     */
    public ConnectionAcceptor(RankIdentity self, SocketLoop sockets, long patienceNs) {
        this.self = self;
        this.sockets = sockets;
        this.timeoutNs = patienceNs;
        errorLog = new DistinctErrorLog(self.rank(), System.err::println);
    }

    public DistinctErrorLog errorLog() {
        return errorLog;
    }

    /** Somebody may have come. */
    public void onAcceptReady() {
        acceptReady = true;
    }

    /** Whether there is somebody to be heard. */
    public boolean hasWork() {
        return acceptReady || !unauthenticated.isEmpty();
    }

    /** Lets in who has come, and hears what they say. */
    public void advance(ConnectionTable links, long now) {
        if (acceptReady && budget.isAvailable(now)) {
            acceptPending();
        }
        unauthenticated.removeIf(stranger -> !isPending(stranger.advance(links, now), now));
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
            int let = 0;
            TcpStream stream = sockets.accept();
            while (stream != null) {
                IncomingHandshake stranger = IncomingHandshake.start(stream, self, timeoutNs);
                if (stranger != null) {
                    unauthenticated.add(stranger);
                }
                if (++let == MAX_ACCEPTS) {
                    acceptReady = true;
                    break;
                }
                stream = sockets.accept();
            }
        } catch (IOException e) {
            // Out of descriptors, or the caller has gone: try again at the next event.
            errorLog.logOnce("cannot accept a connection", e.getMessage());
            acceptReady = true;
        }
        while (unauthenticated.size() > MAX_UNAUTHENTICATED) {
            errorLog.logOnce("too many connections without a hello; the oldest is closed", null);
            unauthenticated.removeFirst().close();
        }
    }

    /** Sends everybody away. */
    public void close() {
        unauthenticated.forEach(IncomingHandshake::close);
        unauthenticated.clear();
    }
}
