package musubi.tcp.session;

import musubi.adi.Inbound;
import musubi.adi.PeerRoutes;
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
import musubi.tcp.memory.FrameMemory;
import musubi.tcp.socket.BufferBudget;
import musubi.tcp.socket.KernelLimits;
import musubi.tcp.socket.SocketLoop;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The connections to all peers. The cost of a poll is proportional to the number of connections
 * with work to do: each list holds only those, and the event loop reports ready sockets.
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
    private final SocketLoop loop;
    private final TcpOptions options;
    private final ConnectionCounters counters;
    private final PeerRoutes routes;
    private final ConnectionAcceptor acceptor;

    /** Connections by peer and stream number; at least the first stream of each peer. */
    private final Int2ObjectHashMap<List<PeerConnection>> byPeer = new Int2ObjectHashMap<>();

    private final List<PeerConnection> all = new ArrayList<>();
    private final ArrayDeque<PeerConnection> ready = new ArrayDeque<>();
    private final List<OutgoingHandshake> outgoing = new ArrayList<>();
    private final List<PeerConnection> backlogs = new ArrayList<>();

    private final PendingAcks pendingAcks = new PendingAcks();
    private final AckTimer ackTimer = new AckTimer();
    private final PathTimers paths;
    private final FrameMemory memory;
    private final HeldFrames held = new HeldFrames();
    private boolean leaving;
    private boolean closed;
    private int pollsSinceRun;
    private int runs;
    private long lastClockReadNs = System.nanoTime();
    private long lastTickNs = lastClockReadNs;

    /** A table without connections; the routes are null in a job without relays. */
    public ConnectionTable(
            RankIdentity self,
            Inbound inbound,
            SocketLoop loop,
            TcpOptions options,
            ConnectionCounters counters,
            PeerRoutes routes) {
        this.self = self;
        this.inbound = inbound;
        this.loop = loop;
        this.options = options;
        this.counters = counters;
        this.routes = routes;
        BufferBudget budget = new BufferBudget(options.memoryBytes(), KernelLimits.read());
        PathSampler sampler = new PathSampler(counters.paths(), routes, all);
        LongPaths longPaths = new LongPaths(options.longPaths(), routes);
        paths = new PathTimers(budget, longPaths, sampler);
        memory = FrameMemory.of(options.memoryBytes());
        if (options.memoryBytes() > 0 && self.worldSize() - 1 > BufferBudget.FEW) {
            loop.startSmall();
        }
        acceptor = new ConnectionAcceptor(self, loop, this::connectionTo, options, routes != null);
    }

    /** Accepts connections; the parameter and the result are those of {@link SocketLoop#listen}. */
    public boolean listen(ServerSocketChannel listener) throws IOException {
        return loop.listen(listener, acceptor::onAcceptReady);
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

    DistinctErrorLog errorLog() {
        return acceptor.errorLog();
    }

    /** Connects to a peer; returns the connection of its first stream. */
    public PeerConnection connect(int peer, InetSocketAddress address) {
        PeerConnection connection = connectionTo(peer);
        connection.session().setAddress(address);
        setWanted(connection, true);
        if (connection.isIdle()) {
            startHandshake(connection);
            progress();
        }
        return connection;
    }

    /** Sets whether this rank has an endpoint to a peer; see {@link IdleDisconnect}. */
    public void setWanted(PeerConnection connection, boolean isWanted) {
        ConnectionUse use = isWanted ? ConnectionUse.NEEDED : ConnectionUse.UNNEEDED;
        byPeer.get(connection.peer()).forEach(stream -> stream.setUse(use));
    }

    /** Starts a handshake for a stream of a peer, unless one is in progress or connected. */
    public void ensureConnecting(PeerConnection connection) {
        InetSocketAddress address = connectionTo(connection.peer()).session().address();
        if (connection.isIdle() && address != null) {
            connection.session().setAddress(address);
            startHandshake(connection);
        }
    }

    /** The connection of the first stream of a peer, created on demand. */
    public PeerConnection connectionTo(int peer) {
        return connectionTo(peer, 0);
    }

    /** The connection of a stream of a peer, created on demand. */
    public PeerConnection connectionTo(int peer, int stream) {
        List<PeerConnection> streams = byPeer.computeIfAbsent(peer, (int _) -> new ArrayList<>());
        while (streams.size() <= stream) {
            PeerConnection first = streams.isEmpty() ? null : streams.getFirst();
            PeerConnection connection =
                    new PeerConnection(peer, this, self.incarnation(), first, streams.size());
            streams.add(connection);
            all.add(connection);
        }
        return streams.get(stream);
    }

    /** Loses all streams of a peer with one that has begun and ends without a goodbye. */
    void loseOtherStreams(PeerConnection connection, String reason) {
        List<PeerConnection> streams = byPeer.get(connection.peer());
        if (connection.streams().turn().isFirst()) {
            streams.forEach(other -> other.losePeer(reason));
        } else if (connection.session().hasBegun() && !reason.equals(ControlFrames.PEER_LEFT)) {
            streams.getFirst().losePeer("stream=" + connection.stream() + ": " + reason);
        }
    }

    /** Enqueues the stream of a peer that has to report next. */
    void enqueueNextStream(PeerConnection connection, boolean hasReported) {
        int awaited = connection.streams().turn().order().awaited();
        if (!connection.streams().turn().isFirst()) {
            if (hasReported) {
                enqueue(connectionTo(connection.peer()));
            }
        } else if (awaited != 0) {
            enqueue(connectionTo(connection.peer(), awaited));
        }
    }

    private OutgoingHandshake startHandshake(PeerConnection connection) {
        var handshake = new OutgoingHandshake(connection, loop, self, options, routes);
        connection.setOutgoing(handshake);
        outgoing.add(handshake);
        return handshake;
    }

    /** Replaces a broken connection after a pause. */
    void reconnect(PeerConnection connection, ReconnectLimiter limiter) {
        startHandshake(connection).delayReconnect(limiter.pauseNs(), limiter.fruitless());
        if (!connection.isDrained()) {
            addBacklog(connection);
        }
    }

    /** Continues a session over a new connection, on the best route. */
    public void reroute(PeerConnection connection) {
        boolean mayMove = !leaving && connection.acceptsMessages();
        if (mayMove && connection.streams().move()) {
            watch(connection);
            connection.afterControlFrame();
        } else if (mayMove) {
            connection.closeStream();
            startHandshake(connection);
            addBacklog(connection);
        }
    }

    /** Decides on the hello of a peer; see {@link Handshake}. */
    int verdict(PeerConnection connection, Handshake hello) {
        return HelloVerdict.of(connection, hello, self.rank(), leaving);
    }

    /** Schedules a connection for {@link #poll}. */
    void enqueue(PeerConnection connection) {
        if (!connection.flags.queued) {
            connection.flags.queued = true;
            ready.add(connection);
        }
    }

    /** Notes that a connection has unsent data. */
    public void addBacklog(PeerConnection connection) {
        if (!connection.flags.backlogged) {
            connection.flags.backlogged = true;
            backlogs.add(connection);
        }
    }

    /** Notes that a connection has an outstanding acknowledgement, in either direction. */
    void watch(PeerConnection connection) {
        if (!connection.flags.watched) {
            ackTimer.add(connection);
        }
    }

    /** What is measured, with the memory in the kernel. */
    public PathTimers paths() {
        return paths;
    }

    /** Memory for frames. */
    public FrameMemory memory() {
        return memory;
    }

    /** The connections with held frames. */
    public HeldFrames held() {
        return held;
    }

    /** The timer of acknowledgements. */
    public AckTimer ackTimer() {
        return ackTimer;
    }

    /** Number of connections to peers that there are or have been. */
    int known() {
        return all.size();
    }

    /** Number of established connections. */
    public int connections() {
        return (int) all.stream().filter(PeerConnection::isUp).count();
    }

    /** Whether this rank is shutting down. */
    boolean isLeaving() {
        return leaving;
    }

    /** Whether any connection has unsent data. */
    public boolean hasBacklog() {
        return !backlogs.isEmpty();
    }

    /** The connections with an acknowledgement to send before this rank sleeps. */
    PendingAcks pendingAcks() {
        return pendingAcks;
    }

    /** Sends as much unsent data as there is room for; true when none is left. */
    public boolean flush() {
        if (!closed && !backlogs.isEmpty()) {
            progress();
            backlogs.forEach(PeerConnection::flush);
            backlogs.removeIf(ConnectionTable::isNoBacklog);
        }
        return closed || backlogs.isEmpty();
    }

    private static boolean isNoBacklog(PeerConnection connection) {
        connection.flags.backlogged = !connection.isDrained();
        return !connection.flags.backlogged;
    }

    /** Reports up to a number of arrivals; returns their number. */
    public int poll(int limit) {
        if (ready.isEmpty() || ++pollsSinceRun >= POLLS_PER_RUN) {
            progress();
        }
        int done = 0;
        for (int left = ready.size(); left > 0 && done < limit; left--) {
            done += poll(ready.remove(), limit - done);
        }
        return done;
    }

    private int poll(PeerConnection connection, int limit) {
        connection.flags.queued = false;
        try {
            return connection.poll(limit);
        } finally {
            if (connection.isPending()) {
                enqueue(connection);
            }
        }
    }

    /** Handles events and advances handshakes; reports nothing. */
    public void progress() {
        run(0);
    }

    private void run(long timeoutNs) {
        if (closed) {
            return;
        }
        pollsSinceRun = 0;
        loop.awaitEvents(timeoutNs);
        boolean inHandshake = !outgoing.isEmpty() || acceptor.hasWork();
        if (timeoutNs > 0 || inHandshake || ++runs % RUNS_PER_CLOCK_READ == 0) {
            runTimers(timeoutNs > 0);
        }
    }

    private void runTimers(boolean slept) {
        long now = System.nanoTime();
        if (acceptor.hasWork()) {
            acceptor.advance(now);
        }
        if (!outgoing.isEmpty()) {
            outgoing.removeIf(handshake -> !handshake.advance(now));
        }
        if (now - lastTickNs > TICK_NS) {
            boolean away = !slept && now - lastClockReadNs > AWAY_NS;
            lastTickNs = now;
            ackTimer.tick(now, away);
            paths.tick(now);
            memory.tick();
        }
        lastClockReadNs = now;
    }

    /** Blocks until there may be something to do, up to a time in ns. */
    public void sleep(long timeoutNs) {
        pendingAcks.send();
        if (!ready.isEmpty()) {
            return;
        }
        long now = System.nanoTime();
        long wait = Math.min(Math.min(timeoutNs, MAX_SLEEP_NS), acceptor.nextStepNs(now));
        for (int i = 0; i < outgoing.size(); i++) {
            wait = Math.min(wait, outgoing.get(i).nextStepNs(now));
        }
        run(Math.max(1, wait));
    }

    /** Ends a {@link #sleep}; called by other threads. */
    public void wakeup() {
        loop.wakeup();
    }

    private void runOnce() {
        loop.awaitEvents(0);
        runTimers(false);
        poll(SHUTDOWN_POLL_LIMIT);
        flush();
    }

    /** Says goodbye, waits for a bounded time until all messages are acknowledged, and closes. */
    public void close() {
        if (closed) {
            return;
        }
        leaving = true;
        inbound = new DiscardingInbound();
        all.forEach(PeerConnection::beginShutdown);
        GracefulShutdown.await(
                loop, this::runOnce, all, PeerConnection::isShutdownComplete, options.shutdownNs());
        closed = true;
        outgoing.forEach(OutgoingHandshake::cancel);
        acceptor.close();
        loop.stopListening();
        var open = all.stream().map(PeerConnection::detach).filter(Objects::nonNull).toList();
        new LingeringClose(open, loop).close();
    }
}
