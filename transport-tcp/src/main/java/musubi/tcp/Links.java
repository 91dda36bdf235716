package musubi.tcp;

import musubi.adi.Inbound;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that leads to peers, once there is any. Its work follows the number of links that have
 * something to do, not the number that there are.
 *
 * <p>Two ranks that call each other at the same time end with one connection. A rank that has sent
 * its hello and then gets the peer's refuses it if its own rank is the lower one; in any other case
 * it accepts and gives up its own call. No frame is sent before this is settled, so none is lost or
 * overtaken.
 */
final class Links {
    private static final int STRANGERS = 1024;
    private static final int POLLS_PER_RUN = 4;
    private static final long GOODBYE_NS = 2_000_000_000L;
    private static final long FLUSH_WAIT_NS = 1_000_000;

    private final Identity self;
    private final Inbound inbound;
    private final Sockets sockets;
    private final MemorySegment staging = FrameWriter.newStaging();
    private final Map<Integer, Link> links = new HashMap<>();
    private final ArrayDeque<Link> ready = new ArrayDeque<>();
    private final List<Caller> callers = new ArrayList<>();
    private final List<Called> strangers = new ArrayList<>();
    private final List<Link> backlogs = new ArrayList<>();
    private boolean knocked;
    private boolean closed;
    private int pollsSinceRun;

    Links(Identity self, Inbound inbound, Sockets sockets) {
        this.self = self;
        this.inbound = inbound;
        this.sockets = sockets;
    }

    /** Accepts connections where this socket listens. */
    void listen(ServerSocketChannel listener) throws IOException {
        sockets.listen(listener, () -> knocked = true);
    }

    Inbound inbound() {
        return inbound;
    }

    MemorySegment staging() {
        return staging;
    }

    /** The link to a peer; begins to call when there is none. */
    Link connect(int peer, InetSocketAddress address) {
        Link link = links.computeIfAbsent(peer, rank -> new Link(rank, this));
        if (!link.isUp() && !link.isLost() && link.caller() == null) {
            Caller caller = new Caller(link, sockets, self);
            link.call(address, caller);
            callers.add(caller);
            progress();
        }
        return link;
    }

    /** The link for a peer that calls; null when its call is not wanted. */
    Link admit(int peer) {
        Link link = links.computeIfAbsent(peer, rank -> new Link(rank, this));
        boolean ownCallWins =
                link.caller() != null && link.caller().isIntroduced() && self.rank() < peer;
        return link.isUp() || link.isLost() || ownCallWins ? null : link;
    }

    /** The link has something to do. */
    void enqueue(Link link) {
        if (!link.queued) {
            link.queued = true;
            ready.add(link);
        }
    }

    /** The link has accepted what it could not send. */
    void noteBacklog(Link link) {
        if (!backlogs.contains(link)) {
            backlogs.add(link);
        }
    }

    /** Sends what there is room for; true when nothing is left. */
    boolean flush() {
        if (!closed && !backlogs.isEmpty()) {
            progress();
            backlogs.forEach(Link::flush);
            backlogs.removeIf(Link::isDrained);
        }
        return closed || backlogs.isEmpty();
    }

    /** Whether there is something to report without asking the kernel. */
    boolean isPending() {
        return !ready.isEmpty();
    }

    /** Reports at most so many arrivals. */
    int poll(int limit) {
        if (ready.isEmpty() || ++pollsSinceRun >= POLLS_PER_RUN) {
            progress();
        }
        int done = 0;
        for (int turns = ready.size(); turns > 0 && done < limit; turns--) {
            done += poll(ready.remove(), limit - done);
        }
        return done;
    }

    private int poll(Link link, int limit) {
        link.queued = false;
        try {
            return link.poll(limit);
        } finally {
            if (link.isPending()) {
                enqueue(link);
            }
        }
    }

    /** Lets calls and handshakes go on, and notes which links are ready. Reports nothing. */
    void progress() {
        run(0);
    }

    private void run(long timeoutNs) {
        if (closed) {
            return;
        }
        pollsSinceRun = 0;
        sockets.run(timeoutNs);
        if (knocked) {
            knocked = false;
            answer();
        }
        if (!callers.isEmpty() || !strangers.isEmpty()) {
            shakeHands();
        }
    }

    private void answer() {
        try {
            for (TcpStream stream = sockets.accept(); stream != null; stream = sockets.accept()) {
                Called stranger = Called.greet(stream, self, System.nanoTime());
                if (stranger != null) {
                    strangers.add(stranger);
                }
            }
        } catch (IOException e) {
            // Out of descriptors, or the caller has gone: try again at the next event.
            knocked = true;
        }
        while (strangers.size() > STRANGERS) {
            strangers.removeFirst().hangUp();
        }
    }

    private void shakeHands() {
        long now = System.nanoTime();
        strangers.removeIf(stranger -> !stranger.advance(this, now));
        callers.removeIf(caller -> !caller.advance(now));
    }

    /** Blocks until there may be something to do. */
    void sleep(long timeoutNs) {
        if (isPending()) {
            return;
        }
        long now = System.nanoTime();
        long wait = timeoutNs;
        for (Caller caller : callers) {
            wait = Math.min(wait, caller.pauseNs(now));
        }
        run(Math.max(1, wait));
    }

    void wakeup() {
        sockets.wakeup();
    }

    /** Says goodbye to everybody, sends what was accepted within a bounded time, and closes. */
    void close() {
        if (closed) {
            return;
        }
        callers.forEach(Caller::hangUp);
        strangers.forEach(Called::hangUp);
        links.values().forEach(Link::leave);
        long deadline = System.nanoTime() + GOODBYE_NS;
        while (!flush() && System.nanoTime() - deadline < 0) {
            sockets.run(FLUSH_WAIT_NS);
        }
        closed = true;
        links.values().forEach(Link::close);
        sockets.close();
    }
}
