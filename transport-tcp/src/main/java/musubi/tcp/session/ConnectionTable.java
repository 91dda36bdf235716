package musubi.tcp.session;

import musubi.adi.Inbound;
import musubi.tcp.close.DiscardingInbound;
import musubi.tcp.close.GracefulShutdown;
import musubi.tcp.close.LingeringClose;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.ControlFrames;
import musubi.tcp.handshake.ConnectionAcceptor;
import musubi.tcp.handshake.DistinctErrorLog;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.handshake.OutgoingHandshake;
import musubi.tcp.handshake.PeerSession;
import musubi.tcp.socket.BufferBudget;
import musubi.tcp.socket.KernelLimits;
import musubi.tcp.socket.SocketLoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that leads to peers, once there is any. Its work follows the number of links that have
 * something to do, not the number that there are: each list has those only that something is to be
 * done for, and the event loop tells of sockets that are ready.
 *
 * <p>Two ranks that call each other at the same time end with one connection. A rank that has sent
 * its hello and then gets the peer's refuses it if its own rank is the lower one; in any other case
 * it accepts and gives up its own call. No frame is sent before this is settled, so none is lost or
 * overtaken.
 */
public final class ConnectionTable {
    private static final int POLLS_PER_RUN = 4;
    private static final int RUNS_PER_CLOCK_READ = 64;
    private static final long TICK_NS = 5_000_000;
    private static final long AWAY_NS = 100_000_000;
    private static final int SHUTDOWN_POLL_LIMIT = 256;
    private static final long MAX_SLEEP_NS = 1_000_000_000;

    private final RankIdentity self;
    private Inbound inbound;
    private final SocketLoop sockets;
    private final TcpOptions options;
    private final ConnectionCounters counters;
    private final ConnectionAcceptor acceptor;

    /** By peer; of each the streams, by number, the first one at least. */
    private final Map<Integer, List<PeerConnection>> byPeer = new HashMap<>();

    private final List<PeerConnection> all = new ArrayList<>();
    private final ArrayDeque<PeerConnection> ready = new ArrayDeque<>();
    private final List<OutgoingHandshake> outgoing = new ArrayList<>();
    private final List<PeerConnection> backlogs = new ArrayList<>();

    /** Those that owe a receipt may be in it, and others. */
    private final List<PeerConnection> pendingAcks = new ArrayList<>();

    private final AckTimer ackTimer = new AckTimer();
    private final BufferBudget budget;

    private boolean leaving;
    private boolean closed;
    private int pollsSinceRun;
    private int runs;
    private long lastClockReadNs = System.nanoTime();
    private long lastTickNs = lastClockReadNs;

    public ConnectionTable(
            RankIdentity self,
            Inbound inbound,
            SocketLoop sockets,
            TcpOptions options,
            ConnectionCounters counters) {
        this.self = self;
        this.inbound = inbound;
        this.sockets = sockets;
        this.options = options;
        this.counters = counters;
        budget = new BufferBudget(options.bufferBudget(), KernelLimits.read());
        acceptor = new ConnectionAcceptor(self, sockets, options.handshakeTimeoutNs());
    }

    /** Accepts connections where this socket listens. */
    public void listen(ServerSocketChannel listener) throws IOException {
        sockets.listen(listener, acceptor::onAcceptReady);
    }

    Inbound inbound() {
        return inbound;
    }

    TcpOptions options() {
        return options;
    }

    ConnectionCounters counters() {
        return counters;
    }

    public DistinctErrorLog errorLog() {
        return acceptor.errorLog();
    }

    /** The link to a peer; begins to call when there is none. */
    public PeerConnection connect(int peer, InetSocketAddress address) {
        PeerConnection link = connectionTo(peer);
        link.session().setAddress(address);
        setWanted(link, true);
        if (link.isIdle()) {
            startHandshake(link);
            progress();
        }
        return link;
    }

    /** Whether this rank has an endpoint to the link's peer; see {@link IdleDisconnect}. */
    public void setWanted(PeerConnection link, boolean isWanted) {
        byPeer.get(link.peer()).forEach(stream -> stream.setWanted(isWanted));
    }

    /** Begins to call for a stream of a peer, when nothing leads there. */
    public void ensureConnecting(PeerConnection link) {
        InetSocketAddress address = connectionTo(link.peer()).session().address();
        if (link.isIdle() && address != null) {
            link.session().setAddress(address);
            startHandshake(link);
        }
    }

    /** The first link to a peer, perhaps a new one that leads nowhere yet. */
    public PeerConnection connectionTo(int peer) {
        return connectionTo(peer, 0);
    }

    /** The link for a stream of a peer, as above. */
    public PeerConnection connectionTo(int peer, int stream) {
        List<PeerConnection> streams = byPeer.computeIfAbsent(peer, _ -> new ArrayList<>());
        while (streams.size() <= stream) {
            PeerConnection first = streams.isEmpty() ? null : streams.getFirst();
            PeerConnection link =
                    new PeerConnection(peer, this, self.incarnation(), first, streams.size());
            streams.add(link);
            all.add(link);
        }
        return streams.get(stream);
    }

    /** A peer is lost with any of its streams that was begun and does not end with a goodbye. */
    void loseOtherStreams(PeerConnection link, String reason) {
        List<PeerConnection> streams = byPeer.get(link.peer());
        if (link.streams().turn().isFirst()) {
            streams.forEach(other -> other.losePeer(reason));
        } else if (link.session().hasBegun() && !reason.equals(ControlFrames.PEER_LEFT)) {
            streams.getFirst().losePeer("stream=" + link.streams().turn().stream() + ": " + reason);
        }
    }

    /** Lets the stream of a peer go on whose turn it is. */
    void enqueueNextStream(PeerConnection link, boolean hasReported) {
        int awaited = link.streams().turn().order().awaited();
        if (!link.streams().turn().isFirst()) {
            if (hasReported) {
                enqueue(connectionTo(link.peer()));
            }
        } else if (awaited != 0) {
            enqueue(connectionTo(link.peer(), awaited));
        }
    }

    private OutgoingHandshake startHandshake(PeerConnection link) {
        OutgoingHandshake caller = new OutgoingHandshake(link, sockets, self, options);
        link.setOutgoing(caller);
        outgoing.add(caller);
        return caller;
    }

    /** A connection broke: makes another one. */
    void reconnect(PeerConnection link) {
        startHandshake(link).delayHigherRank();
        if (!link.isDrained()) {
            addBacklog(link);
        }
    }

    /** What a peer's call for this link is answered; see {@link Handshake}. */
    public int verdict(PeerConnection link, Handshake hello) {
        PeerSession session = link.session();
        boolean begins =
                !session.hasBegun() && hello.expectedIncarnation() == PeerSession.NO_INCARNATION;
        if (leaving && begins || link.isLost()) {
            return Handshake.SESSION_CLOSED;
        }
        if (!session.matches(hello.peerIncarnation(), hello.expectedIncarnation())) {
            return Handshake.SESSION_CLOSED;
        }
        boolean ownCallWins =
                link.outgoing() != null
                        && link.outgoing().hasSentHello()
                        && self.rank() < link.peer();
        return ownCallWins || !session.isNewer(hello.attempt())
                ? Handshake.SUPERSEDED
                : Handshake.ACCEPTED;
    }

    /** The link has something to do. */
    void enqueue(PeerConnection link) {
        if (!link.flags.queued) {
            link.flags.queued = true;
            ready.add(link);
        }
    }

    /** The link has accepted what it could not send. */
    public void addBacklog(PeerConnection link) {
        if (!link.flags.backlogged) {
            link.flags.backlogged = true;
            backlogs.add(link);
        }
    }

    /** The link owes its peer a receipt, or waits for one. */
    void watch(PeerConnection link) {
        if (!link.flags.watched) {
            ackTimer.add(link);
        }
    }

    BufferBudget budget() {
        return budget;
    }

    public AckTimer ackTimer() {
        return ackTimer;
    }

    /** How many connections there are. */
    public int connections() {
        return (int) all.stream().filter(PeerConnection::isUp).count();
    }

    /** Whether this rank is about to leave. */
    boolean isLeaving() {
        return leaving;
    }

    /** Whether something waits to be sent when the rank does not come back. */
    public boolean hasBacklog() {
        return !backlogs.isEmpty();
    }

    /** The link owes its peer a receipt, which is sent before this rank sleeps. */
    void addPendingAck(PeerConnection link) {
        if (!link.flags.ackPending) {
            link.flags.ackPending = true;
            pendingAcks.add(link);
        }
    }

    /** Sends what there is room for; true when nothing is left. */
    public boolean flush() {
        if (!closed && !backlogs.isEmpty()) {
            progress();
            backlogs.forEach(PeerConnection::flush);
            backlogs.removeIf(ConnectionTable::isNoBacklog);
        }
        return closed || backlogs.isEmpty();
    }

    private static boolean isNoBacklog(PeerConnection link) {
        link.flags.backlogged = !link.isDrained();
        return !link.flags.backlogged;
    }

    /** Whether there is something to report without asking the kernel. */
    boolean isPending() {
        return !ready.isEmpty();
    }

    /** Reports at most so many arrivals. */
    public int poll(int limit) {
        if (ready.isEmpty() || ++pollsSinceRun >= POLLS_PER_RUN) {
            progress();
        }
        int done = 0;
        for (int turns = ready.size(); turns > 0 && done < limit; turns--) {
            done += poll(ready.remove(), limit - done);
        }
        return done;
    }

    private int poll(PeerConnection link, int limit) {
        link.flags.queued = false;
        try {
            return link.poll(limit);
        } finally {
            if (link.isPending()) {
                enqueue(link);
            }
        }
    }

    /** Lets calls and handshakes go on, and notes which links are ready. Reports nothing. */
    public void progress() {
        run(0);
    }

    private void run(long timeoutNs) {
        if (closed) {
            return;
        }
        pollsSinceRun = 0;
        sockets.awaitEvents(timeoutNs);
        boolean shakesHands = !outgoing.isEmpty() || acceptor.hasWork();
        if (timeoutNs > 0 || shakesHands || ++runs % RUNS_PER_CLOCK_READ == 0) {
            runTimers(timeoutNs > 0);
        }
    }

    /** Does what the clock decides. */
    private void runTimers(boolean slept) {
        long now = System.nanoTime();
        if (acceptor.hasWork()) {
            acceptor.advance(this, now);
        }
        if (!outgoing.isEmpty()) {
            outgoing.removeIf(caller -> !caller.advance(now));
        }
        if (now - lastTickNs > TICK_NS) {
            boolean away = !slept && now - lastClockReadNs > AWAY_NS;
            lastTickNs = now;
            ackTimer.tick(now, away);
            budget.rebalanceIfDue(now);
        }
        lastClockReadNs = now;
    }

    /** Blocks until there may be something to do. */
    public void sleep(long timeoutNs) {
        sendPendingAcks();
        if (isPending()) {
            return;
        }
        long now = System.nanoTime();
        long wait = Math.min(timeoutNs, MAX_SLEEP_NS);
        for (OutgoingHandshake caller : outgoing) {
            wait = Math.min(wait, caller.nextStepNs(now));
        }
        run(Math.max(1, wait));
    }

    private void sendPendingAcks() {
        for (PeerConnection link : pendingAcks) {
            link.flags.ackPending = false;
            link.sendPendingAck();
        }
        pendingAcks.clear();
    }

    public void wakeup() {
        sockets.wakeup();
    }

    /** Does all that there is to do, for a rank that leaves. */
    public void runOnce() {
        sockets.awaitEvents(0);
        runTimers(false);
        poll(SHUTDOWN_POLL_LIMIT);
        flush();
    }

    /**
     * Says goodbye to everybody, waits within a bounded time until the peers have what was
     * accepted, and closes.
     */
    public void close() {
        if (closed) {
            return;
        }
        leaving = true;
        inbound = new DiscardingInbound();
        all.forEach(PeerConnection::beginShutdown);
        new GracefulShutdown(this, all, sockets).await();
        closed = true;
        outgoing.forEach(OutgoingHandshake::cancel);
        acceptor.close();
        sockets.stopListening();
        new LingeringClose(all, sockets).close();
    }
}
