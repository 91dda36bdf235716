package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.PeerRoutes;
import musubi.adi.SendOutcome;
import musubi.adi.SleepElsewhere;
import musubi.adi.Transport;
import musubi.adi.TransportContext;
import musubi.adi.TransportTraits;
import musubi.config.HostAddress;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.session.ConnectionCounters;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.PassiveListener;
import musubi.tcp.socket.SocketLoop;

import org.agrona.collections.Int2ObjectHashMap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The TCP transport of one rank. The business card is published before any peer is known to need
 * TCP, so opening only binds a listening socket of the JDK. Netty, whose start takes a quarter of a
 * second, is loaded with the first outgoing or incoming connection, or the first sleep. Until then
 * a poll is a counter and, rarely, a clock read or a system call: in a job whose ranks all
 * communicate through shared memory TCP costs next to nothing.
 *
 * <p>After many polls without arrivals only every 8th poll calls the kernel, so that TCP does not
 * slow down other transports.
 */
final class TcpTransport extends Transport implements SleepElsewhere.WakePipe {
    private static final TransportTraits TRAITS =
            new TransportTraits(
                    FrameDescriptor.EAGER_LIMIT_BYTES, FrameDescriptor.FRAGMENT_BYTES, true);

    /** Greater than that of shared memory. */
    private static final int DISTANCE = 10;

    /** Smaller payloads are copied: waiting for their acknowledgement would cost more. */
    static final int MIN_ZERO_COPY_BYTES = 16 << 10;

    private static final int QUIET_POLLS = 1000;
    private static final int POLLS_PER_RUN_WHEN_QUIET = 8;

    /** Longest sleep in which arrivals are not seen. */
    private static final long UNWATCHED_SLEEP_NS = 1_000_000;

    /** Naps in other transports after which the event loop starts although no peer needs it. */
    private static final int NAPS_BEFORE_START = 1000;

    private final RankIdentity self;
    private final Inbound inbound;
    private final Supplier<SocketLoop> loopFactory;
    private final PassiveListener listener;
    private final TcpOptions options;
    private final PeerRoutes routes;
    private final ConnectionCounters counters;
    private final ExclusiveAccess access = new ExclusiveAccess();
    private volatile ConnectionTable table;

    /** That of the table. */
    private SocketLoop events;

    private BacklogFlusher flusher;
    private HeldFrameSender heldFrameSender;
    private int quietPolls;
    private int naps;
    private final Int2ObjectHashMap<Endpoint> endpoints = new Int2ObjectHashMap<>();

    /** Read by the flusher, possibly late. */
    private int polls;

    /**
     * A listening transport.
     *
     * @param loopFactory called for the first connection or sleep
     */
    TcpTransport(
            TransportContext context,
            RankIdentity self,
            PassiveListener listener,
            TcpOptions options,
            Supplier<SocketLoop> loopFactory) {
        super(TRAITS, HostAddress.format(self.address()));
        this.self = self;
        inbound = context.inbound();
        routes = context.routes();
        this.listener = listener;
        this.options = options;
        this.loopFactory = loopFactory;
        counters = ConnectionCounters.of(context);
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return HostAddress.parse(peer.businessCard()) == null ? -1 : DISTANCE;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        InetSocketAddress there = HostAddress.parse(peer.businessCard());
        if (access.isHeldByCurrentThread()) {
            // Called from an upcall: the core answers a peer for the first time.
            return endpoint(table.connect(peer.worldRank(), there));
        }
        acquireAccess();
        try {
            return endpoint(started().connect(peer.worldRank(), there));
        } finally {
            access.release();
        }
    }

    /** The endpoint to a peer is closed. */
    void release(PeerConnection connection) {
        if (access.isHeldByCurrentThread()) {
            table.setWanted(connection, false);
            return;
        }
        acquireAccess();
        try {
            table.setWanted(connection, false);
        } finally {
            access.release();
        }
    }

    /** Number of established connections. */
    int connectionCount() {
        return table == null ? 0 : table.connections();
    }

    /** The endpoint of a peer; it is kept, because zero-copy sends may outlive a close. */
    private Endpoint endpoint(PeerConnection first) {
        return endpoints.computeIfAbsent(first.peer(), (int _) -> newEndpoint(first));
    }

    private Endpoint newEndpoint(PeerConnection first) {
        return options.streams() == 1 && routes == null
                ? new TcpEndpoint(this, first)
                : new StripedEndpoint(this, PeerStreams.of(table, first.peer(), options, routes));
    }

    /** Runs an action with exclusive access, if that is free. */
    void withAccess(Runnable action) {
        if (access.tryAcquire()) {
            try {
                action.run();
            } finally {
                access.release();
            }
        }
    }

    private void acquireAccess() {
        while (!access.tryAcquire()) {
            if (table != null) {
                table.wakeup();
            }
            LockSupport.parkNanos(1000);
        }
    }

    /** The connections, after starting the event loop; the caller has exclusive access. */
    private ConnectionTable started() {
        try {
            return startedIfPossible();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.OTHER, "cannot listen for peers", e)
                    .with("rank", self.rank(), "address", self.address())
                    .with("cause", e.getMessage());
        }
    }

    /** As above; a later call may succeed. */
    private ConnectionTable startedIfPossible() throws IOException {
        if (table == null) {
            listener.spare().release();
            SocketLoop loop = SocketLoop.create(loopFactory::get);
            ConnectionTable started = start(loop);
            events = loop;
            flusher = new BacklogFlusher(started, access, () -> polls);
            heldFrameSender = new HeldFrameSender(started, access, flusher);
            table = started;
        }
        return table;
    }

    private ConnectionTable start(SocketLoop loop) throws IOException {
        try {
            ConnectionTable fresh =
                    new ConnectionTable(self, inbound, loop, options, counters, routes);
            if (fresh.listen(listener.channel())) {
                listener.dropPending();
            } else {
                listener.close();
            }
            return fresh;
        } catch (IOException e) {
            loop.close();
            throw e;
        }
    }

    SendOutcome trySend(
            PeerConnection connection, Envelope envelope, Region payload, long from, int bytes) {
        if (!access.tryAcquire()) {
            table.wakeup();
            return SendOutcome.BACK_PRESSURED;
        }
        try {
            if (!connection.acceptsMessages()) {
                return onNoConnection(connection);
            }
            return afterSend(connection, connection.trySend(envelope, payload, from, bytes));
        } finally {
            access.release();
        }
    }

    SendOutcome trySendZeroCopy(
            PeerConnection connection,
            Envelope envelope,
            Region payload,
            long from,
            int bytes,
            boolean last) {
        if (bytes < MIN_ZERO_COPY_BYTES) {
            return trySend(connection, envelope, payload, from, bytes);
        }
        if (!access.tryAcquire()) {
            table.wakeup();
            return SendOutcome.BACK_PRESSURED;
        }
        try {
            if (!connection.acceptsMessages()) {
                return onNoConnection(connection);
            }
            int flags = last ? FrameDescriptor.FLAG_ACK_NOW : 0;
            return afterSend(
                    connection, connection.trySendZeroCopy(envelope, payload, from, bytes, flags));
        } finally {
            access.release();
        }
    }

    private SendOutcome onNoConnection(PeerConnection connection) {
        if (connection.isLost()) {
            // The next poll reports the loss with its cause, which the send would not know.
            return connection.isPending() ? SendOutcome.BACK_PRESSURED : SendOutcome.PEER_LOST;
        }
        table.ensureConnecting(connection);
        table.progress();
        return SendOutcome.BACK_PRESSURED;
    }

    private SendOutcome afterSend(PeerConnection connection, SendOutcome outcome) {
        if (outcome == SendOutcome.BACK_PRESSURED) {
            table.progress();
        } else if (connection.streams().isHolding()) {
            table.held().add(connection);
            heldFrameSender.start();
        } else if (!connection.isDrained()) {
            table.addBacklog(connection);
            flusher.start();
        }
        return outcome;
    }

    @Override
    public int poll(int limit) {
        if (table == null) {
            return pollListener();
        }
        polls++;
        if (quietPolls > QUIET_POLLS
                && ++quietPolls % POLLS_PER_RUN_WHEN_QUIET != 0
                && table.held().isEmpty()) {
            return 0;
        }
        if (!access.tryAcquire()) {
            return onAccessDenied();
        }
        try {
            table.held().endBursts();
            int quiet = quietPolls;
            quietPolls = 0;
            int done = table.poll(limit);
            // Upcalls may have sent, and the caller need not poll again.
            table.held().send();
            if (table.hasBacklog()) {
                flusher.start();
            }
            quietPolls = done > 0 ? 0 : quiet + 1;
            return done;
        } finally {
            access.release();
        }
    }

    private int pollListener() {
        if (listener.hasPendingConnection() && access.tryAcquire()) {
            try {
                startedIfPossible();
            } catch (IOException _) {
                // No descriptor is free: the peer waits until a later poll.
                return 0;
            } finally {
                access.release();
            }
        }
        return 0;
    }

    private int onAccessDenied() {
        if (access.isHeldByCurrentThread()) {
            throw new IllegalStateException("poll called from an upcall");
        }
        table.wakeup();
        return 0;
    }

    @Override
    public void sleep(long timeoutNs) {
        if (!access.tryAcquire()) {
            // Messages do not wake this thread, so its next poll must not be far away.
            access.awaitRelease(Math.min(timeoutNs, UNWATCHED_SLEEP_NS));
            return;
        }
        try {
            ConnectionTable started = startedIfPossible();
            started.held().endBursts();
            started.sleep(timeoutNs);
            quietPolls = 0;
        } catch (IOException _) {
            // No descriptor is free for the sleep of an event loop.
            LockSupport.parkNanos(Math.min(timeoutNs, UNWATCHED_SLEEP_NS));
        } finally {
            access.release();
        }
    }

    /**
     * Asked for before the rank sleeps in several transports: then it polls seldom, so that the
     * next poll has to call the kernel, wherever the rank sleeps.
     */
    @Override
    public int descriptor() {
        if (!access.tryAcquire()) {
            return -1;
        }
        try {
            quietPolls = 0;
            if (table == null && ++naps < NAPS_BEFORE_START) {
                return -1;
            }
            startedIfPossible();
            return events.wakePipe();
        } catch (IOException _) {
            // No descriptor is free.
            return -1;
        } finally {
            access.release();
        }
    }

    /** The connections; null before the event loop was started. */
    ConnectionTable connections() {
        return table;
    }

    @Override
    public void close() {
        acquireAccess();
        try {
            if (table != null) {
                table.close();
            }
            listener.close();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.INTERN, "cannot close the listening socket", e)
                    .with("address", self.address());
        } finally {
            access.release();
        }
    }
}
