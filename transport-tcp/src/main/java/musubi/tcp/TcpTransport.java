package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpAddress;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.FrameDescriptor;
import musubi.tcp.session.ConnectionCounters;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.PassiveListener;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.UnixLoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * One rank's end of TCP. A card has to be published before anybody knows whether TCP is needed, so
 * opening only binds a listening socket of the JDK. Netty, whose start takes a quarter of a second,
 * is loaded when a connection is first made or found, or when the rank wants to sleep in this
 * transport. Until then a poll is a counter and, rarely, a clock read or a system call: in a job
 * whose ranks all reach each other through shared memory TCP costs next to nothing.
 *
 * <p>When nothing has come for a while, only every 8th poll asks the kernel, so that TCP does not
 * slow down the transports that are polled beside it.
 */
public final class TcpTransport extends Transport {
    private static final TransportTraits TRAITS =
            new TransportTraits(
                    FrameDescriptor.EAGER_LIMIT_BYTES, FrameDescriptor.FRAGMENT_BYTES, true);

    /** A smaller payload is copied: to wait for its receipt would cost more. */
    static final int MIN_ZERO_COPY_BYTES = 16 << 10;

    private static final int QUIET_POLLS = 1000;
    private static final int POLLS_PER_RUN_WHEN_QUIET = 8;

    private final RankIdentity self;
    private final Inbound inbound;
    private final Supplier<SocketLoop> loopFactory;
    private final PassiveListener listener;
    private final TcpOptions options;
    private final ConnectionCounters counters;
    private final ExclusiveAccess access = new ExclusiveAccess();
    private volatile ConnectionTable table;
    private BacklogFlusher flusher;
    private int quietPolls;
    private final Map<Integer, Endpoint> endpoints = new HashMap<>();

    /** Read by the flusher, which may see it late. */
    private int polls;

    /**
     * A transport that listens.
     *
     * @param socketsMaker called when there is something to connect
     */
    TcpTransport(
            RankIdentity self,
            Inbound inbound,
            PassiveListener doorstep,
            TcpOptions options,
            Supplier<SocketLoop> socketsMaker,
            ConnectionCounters counters) {
        super(TRAITS, self.address().toString());
        this.self = self;
        this.inbound = inbound;
        this.listener = doorstep;
        this.options = options;
        this.loopFactory = socketsMaker;
        this.counters = counters;
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return TcpAddress.isAddress(peer.businessCard()) ? TcpAddress.DISTANCE : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        InetSocketAddress there = TcpAddress.parse(peer.businessCard()).socketAddress();
        if (access.isHeldByCurrentThread()) {
            // From within an upcall: the core wants to answer a peer that it has not talked to.
            return endpoint(table.connect(peer.worldRank(), there));
        }
        acquireAccess();
        try {
            return endpoint(started().connect(peer.worldRank(), there));
        } finally {
            access.release();
        }
    }

    /** The endpoint to the link's peer is closed. */
    void release(PeerConnection link) {
        if (access.isHeldByCurrentThread()) {
            table.setWanted(link, false);
            return;
        }
        acquireAccess();
        try {
            table.setWanted(link, false);
        } finally {
            access.release();
        }
    }

    /** How many connections there are. */
    int connectionCount() {
        return table == null ? 0 : table.connections();
    }

    /** The endpoint of the link's peer: one for good, because its loans outlive a close. */
    private Endpoint endpoint(PeerConnection first) {
        return endpoints.computeIfAbsent(first.peer(), _ -> newEndpoint(first));
    }

    private Endpoint newEndpoint(PeerConnection first) {
        PeerConnection[] streams = new PeerConnection[options.streams()];
        for (int i = 0; i < streams.length; i++) {
            streams[i] = table.connectionTo(first.peer(), i);
        }
        return streams.length == 1
                ? new TcpEndpoint(this, first)
                : new StripedEndpoint(this, streams);
    }

    private void acquireAccess() {
        while (!access.tryAcquire()) {
            if (table != null) {
                table.wakeup();
            }
            LockSupport.parkNanos(1000);
        }
    }

    /** The links, with Netty under them; the caller is in the turnstile. */
    private ConnectionTable started() {
        if (table == null) {
            ConnectionTable fresh = start();
            flusher = new BacklogFlusher(fresh, access, () -> polls);
            table = fresh;
        }
        return table;
    }

    private ConnectionTable start() {
        SocketLoop sockets = loopFactory.get();
        try {
            ConnectionTable fresh = new ConnectionTable(self, inbound, sockets, options, counters);
            fresh.listen(listener.channel());
            if (sockets instanceof UnixLoop) {
                listener.close();
            } else {
                listener.dropPending();
            }
            return fresh;
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.INTERN,
                    "cannot listen for peers: rank=" + self.rank() + " address=" + self.address(),
                    e);
        }
    }

    SendOutcome trySend(
            PeerConnection link, Envelope envelope, Region payload, long from, int bytes) {
        if (!access.tryAcquire()) {
            table.wakeup();
            return SendOutcome.BACK_PRESSURED;
        }
        try {
            if (!link.acceptsMessages()) {
                return onNoConnection(link);
            }
            return afterSend(link, link.trySend(envelope, payload, from, bytes));
        } finally {
            access.release();
        }
    }

    SendOutcome trySendZeroCopy(
            PeerConnection link,
            Envelope envelope,
            Region payload,
            long from,
            int bytes,
            boolean last) {
        if (bytes < MIN_ZERO_COPY_BYTES) {
            return trySend(link, envelope, payload, from, bytes);
        }
        if (!access.tryAcquire()) {
            table.wakeup();
            return SendOutcome.BACK_PRESSURED;
        }
        try {
            if (!link.acceptsMessages()) {
                return onNoConnection(link);
            }
            int flags = last ? FrameDescriptor.FLAG_ACK_NOW : 0;
            return afterSend(link, link.trySendZeroCopy(envelope, payload, from, bytes, flags));
        } finally {
            access.release();
        }
    }

    private SendOutcome onNoConnection(PeerConnection link) {
        if (link.isLost()) {
            return SendOutcome.PEER_LOST;
        }
        table.ensureConnecting(link);
        table.progress();
        return SendOutcome.BACK_PRESSURED;
    }

    private SendOutcome afterSend(PeerConnection link, SendOutcome outcome) {
        if (outcome == SendOutcome.BACK_PRESSURED) {
            table.progress();
        } else if (!link.isDrained()) {
            table.addBacklog(link);
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
        if (quietPolls > QUIET_POLLS && ++quietPolls % POLLS_PER_RUN_WHEN_QUIET != 0) {
            return 0;
        }
        if (!access.tryAcquire()) {
            return onAccessDenied();
        }
        try {
            int done = table.poll(limit);
            if (table.hasBacklog()) {
                flusher.start();
            }
            quietPolls = done > 0 ? 0 : quietPolls + 1;
            return done;
        } finally {
            access.release();
        }
    }

    private int pollListener() {
        if (listener.hasPendingConnection() && access.tryAcquire()) {
            try {
                started();
            } finally {
                access.release();
            }
        }
        return 0;
    }

    private int onAccessDenied() {
        if (access.isHeldByCurrentThread()) {
            throw new IllegalStateException("poll from within an upcall");
        }
        table.wakeup();
        return 0;
    }

    @Override
    public void sleep(long timeoutNs) {
        if (!access.tryAcquire()) {
            LockSupport.parkNanos(timeoutNs);
            return;
        }
        try {
            started().sleep(timeoutNs);
            quietPolls = 0;
        } finally {
            access.release();
        }
    }

    /** What leads to the peers; null before the first connection. */
    public ConnectionTable connections() {
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
            throw new MpiFailure(ErrorClass.INTERN, "cannot close: address=" + self.address(), e);
        } finally {
            access.release();
        }
    }
}
