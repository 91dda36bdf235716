package musubi.tcp;

import musubi.adi.Inbound;

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
final class Links {
    private static final int POLLS_PER_RUN = 4;
    private static final int RUNS_PER_CLOCK_READ = 64;
    private static final long TICK_NS = 5_000_000;
    private static final long AWAY_NS = 100_000_000;
    private static final int REPORTS_WHEN_LEAVING = 256;
    private static final long LONGEST_SLEEP_NS = 1_000_000_000;

    private final Identity self;
    private Inbound inbound;
    private final Sockets sockets;
    private final TcpOptions options;
    private final LinkCounters counters;
    private final Entrance entrance;

    /** By peer; of each the streams, by number, the first one at least. */
    private final Map<Integer, List<Link>> links = new HashMap<>();

    private final List<Link> all = new ArrayList<>();
    private final ArrayDeque<Link> ready = new ArrayDeque<>();
    private final List<Caller> callers = new ArrayList<>();
    private final List<Link> backlogs = new ArrayList<>();

    /** Those that owe a receipt may be in it, and others. */
    private final List<Link> debtors = new ArrayList<>();

    private final Rounds rounds = new Rounds();
    private final BufferBudget budget;

    private boolean leaving;
    private boolean closed;
    private int pollsSinceRun;
    private int runs;
    private long lastLookNs = System.nanoTime();
    private long lastTickNs = lastLookNs;

    Links(
            Identity self,
            Inbound inbound,
            Sockets sockets,
            TcpOptions options,
            LinkCounters counters) {
        this.self = self;
        this.inbound = inbound;
        this.sockets = sockets;
        this.options = options;
        this.counters = counters;
        budget = new BufferBudget(options.bufferBudget(), KernelLimits.read());
        entrance = new Entrance(self, sockets, options.strangersNs());
    }

    /** Accepts connections where this socket listens. */
    void listen(ServerSocketChannel listener) throws IOException {
        sockets.listen(listener, entrance::knock);
    }

    Inbound inbound() {
        return inbound;
    }

    TcpOptions options() {
        return options;
    }

    LinkCounters counters() {
        return counters;
    }

    Complaints complaints() {
        return entrance.complaints();
    }

    /** The link to a peer; begins to call when there is none. */
    Link connect(int peer, InetSocketAddress address) {
        Link link = linkTo(peer);
        link.session().reachAt(address);
        want(link, true);
        if (link.isIdle()) {
            call(link);
            progress();
        }
        return link;
    }

    /** Whether this rank has an endpoint to the link's peer; see {@link Parking}. */
    void want(Link link, boolean isWanted) {
        links.get(link.peer()).forEach(stream -> stream.want(isWanted));
    }

    /** Begins to call for a stream of a peer, when nothing leads there. */
    void reach(Link link) {
        InetSocketAddress address = linkTo(link.peer()).session().address();
        if (link.isIdle() && address != null) {
            link.session().reachAt(address);
            call(link);
        }
    }

    /** The first link to a peer, perhaps a new one that leads nowhere yet. */
    Link linkTo(int peer) {
        return linkTo(peer, 0);
    }

    /** The link for a stream of a peer, as above. */
    Link linkTo(int peer, int stream) {
        List<Link> streams = links.computeIfAbsent(peer, _ -> new ArrayList<>());
        while (streams.size() <= stream) {
            Link first = streams.isEmpty() ? null : streams.getFirst();
            Link link = new Link(peer, this, self.number(), first, streams.size());
            streams.add(link);
            all.add(link);
        }
        return streams.get(stream);
    }

    /** A peer is lost with any of its streams that was begun and does not end with a goodbye. */
    void loseOthers(Link link, String reason) {
        List<Link> streams = links.get(link.peer());
        if (link.traffic().turn().isFirst()) {
            streams.forEach(other -> other.lose(reason));
        } else if (link.session().hasBegun() && !reason.equals(Notices.LEFT)) {
            streams.getFirst().lose("stream=" + link.traffic().turn().stream() + ": " + reason);
        }
    }

    /** Lets the stream of a peer go on whose turn it is. */
    void passOn(Link link, boolean hasReported) {
        int awaited = link.traffic().turn().order().awaited();
        if (!link.traffic().turn().isFirst()) {
            if (hasReported) {
                enqueue(linkTo(link.peer()));
            }
        } else if (awaited != 0) {
            enqueue(linkTo(link.peer(), awaited));
        }
    }

    private Caller call(Link link) {
        Caller caller = new Caller(link, sockets, self, options);
        link.call(caller);
        callers.add(caller);
        return caller;
    }

    /** A connection broke: makes another one. */
    void mend(Link link) {
        call(link).mend();
        if (!link.isDrained()) {
            noteBacklog(link);
        }
    }

    /** What a peer's call for this link is answered; see {@link Handshake}. */
    int judge(Link link, Handshake hello) {
        Session session = link.session();
        boolean begins = !session.hasBegun() && hello.expected() == Session.NOBODY;
        if (leaving && begins || link.isLost()) {
            return Handshake.OVER;
        }
        if (!session.isMeant(hello.peersNumber(), hello.expected())) {
            return Handshake.OVER;
        }
        boolean ownCallWins =
                link.caller() != null && link.caller().isIntroduced() && self.rank() < link.peer();
        return ownCallWins || !session.isNews(hello.attempt())
                ? Handshake.ANOTHER
                : Handshake.ACCEPTED;
    }

    /** The link has something to do. */
    void enqueue(Link link) {
        if (!link.places.queued) {
            link.places.queued = true;
            ready.add(link);
        }
    }

    /** The link has accepted what it could not send. */
    void noteBacklog(Link link) {
        if (!link.places.backlogged) {
            link.places.backlogged = true;
            backlogs.add(link);
        }
    }

    /** The link owes its peer a receipt, or waits for one. */
    void watch(Link link) {
        if (!link.places.watched) {
            rounds.add(link);
        }
    }

    BufferBudget budget() {
        return budget;
    }

    Rounds rounds() {
        return rounds;
    }

    /** How many connections there are. */
    int connections() {
        return (int) all.stream().filter(Link::isUp).count();
    }

    /** Whether this rank is about to leave. */
    boolean isLeaving() {
        return leaving;
    }

    /** Whether something waits to be sent when the rank does not come back. */
    boolean hasBacklog() {
        return !backlogs.isEmpty();
    }

    /** The link owes its peer a receipt, which is sent before this rank sleeps. */
    void noteDebt(Link link) {
        if (!link.places.indebted) {
            link.places.indebted = true;
            debtors.add(link);
        }
    }

    /** Sends what there is room for; true when nothing is left. */
    boolean flush() {
        if (!closed && !backlogs.isEmpty()) {
            progress();
            backlogs.forEach(Link::flush);
            backlogs.removeIf(Links::isNoBacklog);
        }
        return closed || backlogs.isEmpty();
    }

    private static boolean isNoBacklog(Link link) {
        link.places.backlogged = !link.isDrained();
        return !link.places.backlogged;
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
        link.places.queued = false;
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
        boolean shakesHands = !callers.isEmpty() || entrance.isBusy();
        if (timeoutNs > 0 || shakesHands || ++runs % RUNS_PER_CLOCK_READ == 0) {
            look(timeoutNs > 0);
        }
    }

    /** Does what the clock decides. */
    private void look(boolean slept) {
        long now = System.nanoTime();
        if (entrance.isBusy()) {
            entrance.serve(this, now);
        }
        if (!callers.isEmpty()) {
            callers.removeIf(caller -> !caller.advance(now));
        }
        if (now - lastTickNs > TICK_NS) {
            boolean away = !slept && now - lastLookNs > AWAY_NS;
            lastTickNs = now;
            rounds.make(now, away);
            budget.review(now);
        }
        lastLookNs = now;
    }

    /** Blocks until there may be something to do. */
    void sleep(long timeoutNs) {
        payDebts();
        if (isPending()) {
            return;
        }
        long now = System.nanoTime();
        long wait = Math.min(timeoutNs, LONGEST_SLEEP_NS);
        for (Caller caller : callers) {
            wait = Math.min(wait, caller.pauseNs(now));
        }
        run(Math.max(1, wait));
    }

    private void payDebts() {
        for (Link link : debtors) {
            link.places.indebted = false;
            link.payDebt();
        }
        debtors.clear();
    }

    void wakeup() {
        sockets.wakeup();
    }

    /** Does all that there is to do, for a rank that leaves. */
    void serve() {
        sockets.run(0);
        look(false);
        poll(REPORTS_WHEN_LEAVING);
        flush();
    }

    /**
     * Says goodbye to everybody, waits within a bounded time until the peers have what was
     * accepted, and closes.
     */
    void close() {
        if (closed) {
            return;
        }
        leaving = true;
        inbound = new Deaf();
        all.forEach(Link::leave);
        new Departure(this, all, sockets).stay();
        closed = true;
        callers.forEach(Caller::giveUp);
        entrance.close();
        sockets.stopListening();
        new Farewell(all, sockets).say();
    }
}
