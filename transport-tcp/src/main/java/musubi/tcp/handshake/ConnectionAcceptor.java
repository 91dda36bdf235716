package musubi.tcp.handshake;

import musubi.error.Descriptors;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.socket.DescriptorShortage;
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
    /** Most connections accepted at a time, before the rank continues with other work. */
    private static final int MAX_ACCEPTS = 64;

    /** Time after which connections that could not be accepted are tried again. */
    private static final long RETRY_NS = 5_000_000;

    final RankIdentity self;
    final HandshakeTarget.Lookup targets;
    final long timeoutNs;

    /** Whether relays connect, whose callers may withdraw before they have sent anything. */
    final boolean hasRelays;

    private final SocketLoop loop;
    private final List<IncomingHandshake> unauthenticated = new ArrayList<>();
    private final FailureBudget budget = new FailureBudget(System.nanoTime());
    private final DistinctErrorLog errorLog;
    private final int maxUnauthenticated;
    private boolean acceptReady;
    private long nextAcceptNs = System.nanoTime();

    /**
     * An acceptor without connections.
     *
     * @param options the time limit of a handshake, and the number of handshakes in progress beyond
     *     which one is closed
     * @param hasRelays whether connections may come through relays
     */
    public ConnectionAcceptor(
            RankIdentity self,
            SocketLoop loop,
            HandshakeTarget.Lookup targets,
            TcpOptions options,
            boolean hasRelays) {
        this.self = self;
        this.loop = loop;
        this.targets = targets;
        this.hasRelays = hasRelays;
        this.timeoutNs = options.handshakeTimeoutNs();
        this.maxUnauthenticated = options.maxUnauthenticated();
        errorLog = new DistinctErrorLog(self.rank(), System.err::println);
    }

    /** The log of failed connections. */
    public DistinctErrorLog errorLog() {
        return errorLog;
    }

    /** The stream for the frames of a connection that a handshake accepts. */
    TcpStream protect(TcpStream stream, Handshake handshake) {
        return handshake.protect(stream, loop);
    }

    /** Connections may be pending. */
    public void onAcceptReady() {
        acceptReady = true;
    }

    /** Time in ns until the next step that needs no event. */
    public long nextStepNs(long now) {
        return acceptReady ? Math.max(1, nextAcceptNs - now) : Long.MAX_VALUE;
    }

    /** Whether {@link #advance} has something to do. */
    public boolean hasWork() {
        return acceptReady || !unauthenticated.isEmpty();
    }

    /** Accepts pending connections and advances all handshakes. */
    public void advance(long now) {
        if (acceptReady && now - nextAcceptNs >= 0) {
            if (budget.isAvailable(now)) {
                acceptPending(now);
            } else {
                nextAcceptNs = now + RETRY_NS;
            }
        }
        unauthenticated.removeIf(handshake -> !isPending(handshake.advance(now), now));
    }

    private boolean isPending(IncomingHandshake.Progress progress, long now) {
        if (progress == IncomingHandshake.Progress.FAILED) {
            budget.onFailure(now);
        }
        return progress == IncomingHandshake.Progress.PENDING;
    }

    /**
     * Accepts fewer connections than there may be handshakes, so that all of them have read what
     * has arrived before one is closed for another.
     */
    private void acceptPending(long now) {
        try {
            int most = Math.min(MAX_ACCEPTS, Math.max(1, maxUnauthenticated / 2));
            int accepted = 0;
            TcpStream stream = loop.accept();
            while (stream != null) {
                add(stream);
                if (++accepted == most) {
                    return;
                }
                stream = loop.accept();
            }
            acceptReady = false;
        } catch (DescriptorShortage e) {
            errorLog.logOnce("a connection has to wait", Descriptors.advice());
            closeOne();
            nextAcceptNs = now + RETRY_NS;
        } catch (IOException e) {
            // A closed connection, or another shortage of the system.
            errorLog.logOnce("cannot accept a connection", e.getMessage());
            nextAcceptNs = now + RETRY_NS;
        }
    }

    private void add(TcpStream stream) {
        IncomingHandshake handshake = IncomingHandshake.start(stream, this);
        if (handshake != null) {
            unauthenticated.add(handshake);
        }
        if (unauthenticated.size() > maxUnauthenticated) {
            errorLog.logOnce(
                    "too many connections without a hello; the oldest is closed",
                    "limit=" + maxUnauthenticated);
            closeOne();
        }
    }

    /** Closes the oldest connection, of those of ranks only if there is no other. */
    private void closeOne() {
        if (unauthenticated.isEmpty()) {
            return;
        }
        int chosen = 0;
        while (chosen < unauthenticated.size() && unauthenticated.get(chosen).isRankOfJob()) {
            chosen++;
        }
        unauthenticated.remove(chosen % unauthenticated.size()).close();
    }

    /** Closes the connections of all handshakes in progress. */
    public void close() {
        unauthenticated.forEach(IncomingHandshake::close);
        unauthenticated.clear();
    }
}
