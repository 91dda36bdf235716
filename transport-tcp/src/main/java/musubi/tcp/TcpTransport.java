package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.PeerInfo;
import musubi.adi.Region;
import musubi.adi.SendOutcome;
import musubi.adi.Transport;
import musubi.adi.TransportTraits;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

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
final class TcpTransport extends Transport {
    private static final TransportTraits TRAITS =
            new TransportTraits(
                    FrameDescriptor.EAGER_LIMIT_BYTES, FrameDescriptor.FRAGMENT_BYTES, false, true);

    /** A smaller payload is copied: to wait for its receipt would cost more. */
    static final int LEAST_LOAN_BYTES = 16 << 10;

    private static final int QUIET_POLLS = 1000;
    private static final int POLLS_PER_RUN_WHEN_QUIET = 8;

    private final Identity self;
    private final Inbound inbound;
    private final Supplier<Sockets> socketsMaker;
    private final Doorstep doorstep;
    private final TcpOptions options;
    private final LinkCounters counters;
    private final Turnstile turnstile = new Turnstile();
    private volatile Links links;
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
            Identity self,
            Inbound inbound,
            Doorstep doorstep,
            TcpOptions options,
            Supplier<Sockets> socketsMaker,
            LinkCounters counters) {
        this.self = self;
        this.inbound = inbound;
        this.doorstep = doorstep;
        this.options = options;
        this.socketsMaker = socketsMaker;
        this.counters = counters;
    }

    @Override
    public TransportTraits traits() {
        return TRAITS;
    }

    @Override
    public String businessCard() {
        return self.address().toString();
    }

    @Override
    public int distanceTo(PeerInfo peer) {
        return TcpAddress.isAddress(peer.businessCard()) ? TcpAddress.DISTANCE : -1;
    }

    @Override
    public Endpoint connect(PeerInfo peer) {
        InetSocketAddress there = TcpAddress.parse(peer.businessCard()).socketAddress();
        if (turnstile.isInside()) {
            // From within an upcall: the core wants to answer a peer that it has not talked to.
            return endpoint(links.connect(peer.worldRank(), there));
        }
        enter();
        try {
            return endpoint(started().connect(peer.worldRank(), there));
        } finally {
            turnstile.leave();
        }
    }

    /** The endpoint to the link's peer is closed. */
    void release(Link link) {
        if (turnstile.isInside()) {
            links.want(link, false);
            return;
        }
        enter();
        try {
            links.want(link, false);
        } finally {
            turnstile.leave();
        }
    }

    /** How many connections there are. */
    int connections() {
        return links == null ? 0 : links.connections();
    }

    /** The endpoint of the link's peer: one for good, because its loans outlive a close. */
    private Endpoint endpoint(Link first) {
        return endpoints.computeIfAbsent(first.peer(), _ -> newEndpoint(first));
    }

    private Endpoint newEndpoint(Link first) {
        Link[] streams = new Link[options.streams()];
        for (int i = 0; i < streams.length; i++) {
            streams[i] = links.linkTo(first.peer(), i);
        }
        return streams.length == 1
                ? new TcpEndpoint(this, first)
                : new StripedEndpoint(this, streams);
    }

    private void enter() {
        while (!turnstile.tryEnter()) {
            if (links != null) {
                links.wakeup();
            }
            LockSupport.parkNanos(1000);
        }
    }

    /** The links, with Netty under them; the caller is in the turnstile. */
    private Links started() {
        if (links == null) {
            Links fresh = start();
            flusher = new BacklogFlusher(fresh, turnstile, () -> polls);
            links = fresh;
        }
        return links;
    }

    private Links start() {
        Sockets sockets = socketsMaker.get();
        try {
            Links fresh = new Links(self, inbound, sockets, options, counters);
            fresh.listen(doorstep.listener());
            if (sockets instanceof UnixSockets) {
                doorstep.close();
            } else {
                doorstep.sendAway();
            }
            return fresh;
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.INTERN,
                    "cannot listen for peers: rank=" + self.rank() + " address=" + self.address(),
                    e);
        }
    }

    SendOutcome trySend(Link link, Envelope envelope, Region payload, long from, int bytes) {
        if (!turnstile.tryEnter()) {
            links.wakeup();
            return SendOutcome.BACK_PRESSURED;
        }
        try {
            if (!link.takesMessages()) {
                return notUp(link);
            }
            return sent(link, link.trySend(envelope, payload, from, bytes));
        } finally {
            turnstile.leave();
        }
    }

    SendOutcome tryLend(
            Link link, Envelope envelope, Region payload, long from, int bytes, boolean last) {
        if (bytes < LEAST_LOAN_BYTES) {
            return trySend(link, envelope, payload, from, bytes);
        }
        if (!turnstile.tryEnter()) {
            links.wakeup();
            return SendOutcome.BACK_PRESSURED;
        }
        try {
            if (!link.takesMessages()) {
                return notUp(link);
            }
            int flags = last ? FrameDescriptor.FLAG_URGENT : 0;
            return sent(link, link.tryLend(envelope, payload, from, bytes, flags));
        } finally {
            turnstile.leave();
        }
    }

    private SendOutcome notUp(Link link) {
        if (link.isLost()) {
            return SendOutcome.PEER_LOST;
        }
        links.reach(link);
        links.progress();
        return SendOutcome.BACK_PRESSURED;
    }

    private SendOutcome sent(Link link, SendOutcome outcome) {
        if (outcome == SendOutcome.BACK_PRESSURED) {
            links.progress();
        } else if (!link.isDrained()) {
            links.noteBacklog(link);
            flusher.watch();
        }
        return outcome;
    }

    @Override
    public int poll(int limit) {
        if (links == null) {
            return pollDoorstep();
        }
        polls++;
        if (quietPolls > QUIET_POLLS && ++quietPolls % POLLS_PER_RUN_WHEN_QUIET != 0) {
            return 0;
        }
        if (!turnstile.tryEnter()) {
            return turnedAway();
        }
        try {
            int done = links.poll(limit);
            if (links.hasBacklog()) {
                flusher.watch();
            }
            quietPolls = done > 0 ? 0 : quietPolls + 1;
            return done;
        } finally {
            turnstile.leave();
        }
    }

    private int pollDoorstep() {
        if (doorstep.hasVisitor() && turnstile.tryEnter()) {
            try {
                started();
            } finally {
                turnstile.leave();
            }
        }
        return 0;
    }

    private int turnedAway() {
        if (turnstile.isInside()) {
            throw new IllegalStateException("poll from within an upcall");
        }
        links.wakeup();
        return 0;
    }

    @Override
    public void sleep(long timeoutNs) {
        if (!turnstile.tryEnter()) {
            LockSupport.parkNanos(timeoutNs);
            return;
        }
        try {
            started().sleep(timeoutNs);
            quietPolls = 0;
        } finally {
            turnstile.leave();
        }
    }

    /** What leads to the peers; null before the first connection. */
    Links links() {
        return links;
    }

    @Override
    public void close() {
        enter();
        try {
            if (links != null) {
                links.close();
            }
            doorstep.close();
        } catch (IOException e) {
            throw new MpiFailure(ErrorClass.INTERN, "cannot close: address=" + self.address(), e);
        } finally {
            turnstile.leave();
        }
    }
}
