package musubi.tcp;

import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

import java.io.IOException;

/**
 * What leads to one peer: a call on its way, or a connection for both directions, one after the
 * other when they break or nobody needs them; and, when the peer is gone, the reason.
 *
 * <pre>
 *   calling ---> up ---> broken off ---> up ... ---> lost
 *      |                     |                        ^
 *      +---------------------+---- given up ----------+
 * </pre>
 */
final class Link {
    private final int peer;
    private final Links links;
    private final Link first;
    private final Session session;
    private final Traffic traffic;
    private Caller caller;
    private TcpStream stream;
    private SocketBuffers buffers;

    /** Why nothing can be sent over this connection; null while it can. */
    private String broken;

    private String lost;
    private boolean reported;
    private final SilenceClock silence = new SilenceClock();
    private boolean owedAtTick;
    private final Breaks breaks;

    /** The lists that it is in. */
    final Places places = new Places();

    /**
     * A link that leads nowhere yet.
     *
     * @param self the number of this rank's process
     * @param first the peer's first link; null when this is it
     * @param stream the number of the stream that it carries
     */
    Link(int peer, Links links, long self, Link first, int stream) {
        this.peer = peer;
        this.links = links;
        this.first = first;
        session = new Session(self);
        breaks = new Breaks(peer);
        StripeOrder order = first == null ? new StripeOrder() : first.traffic.turn().order();
        traffic = new Traffic(peer, new StripeOrder.Turn(order, stream));
    }

    int peer() {
        return peer;
    }

    Session session() {
        return session;
    }

    /** The call on its way; null when there is none. */
    Caller caller() {
        return caller;
    }

    boolean isUp() {
        return stream != null && broken == null && lost == null;
    }

    /** Whether a message may be tried to be sent. */
    boolean takesMessages() {
        return isUp() && !traffic.parking().isSaid();
    }

    boolean isLost() {
        return lost != null;
    }

    /** Whether nothing leads to the peer, and nothing is being done about it. */
    boolean isIdle() {
        return stream == null && caller == null && lost == null;
    }

    /** What the kernel keeps of the connection; null before the first. */
    SocketBuffers buffers() {
        return buffers;
    }

    /** What goes over it. */
    Traffic traffic() {
        return traffic;
    }

    /** Whether this rank has an endpoint; without, it gives up the connection. */
    void want(boolean isWanted) {
        traffic.parking().want(isWanted);
        links.watch(this);
        links.enqueue(this);
    }

    /** Begins to call the peer. */
    void call(Caller newCaller) {
        caller = newCaller;
    }

    /** The handshake is over, and this is the connection. A call on its way is given up. */
    void establish(TcpStream connected, Handshake handshake) {
        settle(connected);
        hangUp();
        session.establish(handshake.peersNumber(), handshake.attempt());
        stream = connected;
        buffers = new SocketBuffers(connected);
        if (!traffic.attach(connected, handshake, links)) {
            lose("the peer has received what was not sent: bytes=" + handshake.peerReceived());
            hangUp();
            return;
        }
        breaks.mended(links.complaints());
        silence.stop();
        links.watch(this);
        connected.onReady(() -> links.enqueue(this));
        links.enqueue(this);
        if (links.isLeaving()) {
            leave();
        }
    }

    /** There is no call on its way any more, but perhaps what it has led to. */
    private void settle(TcpStream connected) {
        if (caller != null) {
            caller.settle(connected);
            caller = null;
        }
    }

    /** The peer is gone. What it sent before is still reported, then the loss. */
    void lose(String reason) {
        if (lost == null) {
            lost = reason;
            settle(null);
            links.loseOthers(this, reason);
        }
        if (stream != null) {
            stream.expectEnd();
        }
        links.enqueue(this);
    }

    /** The connection has ended, but not the peer: the session goes on over another one. */
    private void breakOff(String why) {
        hangUp();
        if (traffic.hasGoodbye() || links.isLeaving() && traffic.writer().isDone()) {
            lose(Notices.LEFT);
        } else if (lost == null && traffic.parking().isSaid()) {
            rest();
        } else if (lost == null && breaks.allow(traffic.progress(), why)) {
            links.counters().breaks().accept(1);
            links.mend(this);
        } else {
            lose("connections break again and again: " + why);
        }
    }

    SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        return noted(traffic.writer().trySend(envelope, payload, from, bytes));
    }

    private SendOutcome noted(SendOutcome outcome) {
        if (outcome == SendOutcome.ACCEPTED) {
            links.watch(this);
            noteFailure();
            return outcome;
        }
        return refused();
    }

    /** There may be room when the peer has told what it has received. */
    private SendOutcome refused() {
        noteFailure();
        try {
            if (isUp()) {
                traffic.reader().hearAhead();
            }
        } catch (IOException e) {
            breakOff("the connection broke: " + e.getMessage());
        }
        links.enqueue(this);
        return SendOutcome.BACK_PRESSURED;
    }

    SendOutcome tryLend(Envelope envelope, Region payload, long from, int bytes, int flags) {
        if (first != null && (!first.takesMessages() || !first.traffic.writer().takesMark())) {
            return refused();
        }
        SendOutcome outcome = traffic.writer().tryLend(envelope, payload, from, bytes, flags);
        if (outcome == SendOutcome.ACCEPTED && first != null) {
            first.mark(traffic.turn().stream());
        }
        return noted(outcome);
    }

    private void mark(int otherStream) {
        traffic.writer().mark(otherStream);
        said();
        links.watch(this);
    }

    /** Nothing more can be sent. What the peer had sent before may still be read. */
    private void noteFailure() {
        IOException failure = traffic.writer().failure();
        if (failure == null || broken != null || stream == null) {
            return;
        }
        broken = "the connection broke: " + failure.getMessage();
        if (failure instanceof BeyondRepairException) {
            lose(failure.getMessage());
        }
        stream.expectEnd();
        links.enqueue(this);
    }

    /** Whether all that was accepted has left, or never will. */
    boolean isDrained() {
        return lost != null || traffic.isDrained();
    }

    /** Whether {@link #poll} should be called again even if nothing new becomes ready. */
    boolean isPending() {
        return stream != null && traffic.reader().isPending() || lost != null && !reported;
    }

    /** Sends what waits and reports at most so many arrivals, a loss included. */
    int poll(int limit) {
        int done = 0;
        if (stream != null) {
            flush();
            done = read(limit);
            links.passOn(this, done > 0);
            tellReceipt();
            park();
        }
        if (lost != null && !reported && done < limit && !isReadable()) {
            reported = true;
            hangUp();
            if (first == null) {
                links.inbound().onPeerLost(peer, "rank=" + peer + ": " + lost);
                done++;
            }
        }
        return done;
    }

    /** Gives up a connection that neither rank needs, as far as that can be done now. */
    private void park() {
        if (isUp() && !links.isLeaving() && traffic.isOver()) {
            rest();
        }
    }

    /** There is no connection, nothing to be sent again, and nobody who waits for one. */
    private void rest() {
        hangUp();
        traffic.rest();
        buffers = null;
    }

    private boolean isReadable() {
        return stream != null && traffic.reader().isPending();
    }

    /** Sends as much of what waits as there is room for. */
    void flush() {
        if (isUp()) {
            traffic.writer().flush();
            noteFailure();
        }
    }

    private void tellReceipt() {
        if (traffic.receipt().isDue() && isUp()) {
            sendReceipt();
        } else if (traffic.receipt().isOwed()) {
            links.noteDebt(this);
            links.watch(this);
        }
    }

    /** Tells the peer now what was received, if it waits to hear. */
    void payDebt() {
        if (traffic.receipt().isOwed() && isUp()) {
            sendReceipt();
        }
    }

    private void sendReceipt() {
        traffic.writer().sendReceipt();
        said();
    }

    /** A frame without payload has gone to the writer. */
    private void said() {
        noteFailure();
        if (!isDrained()) {
            links.noteBacklog(this);
        }
    }

    private int read(int limit) {
        int done = 0;
        try {
            done = traffic.reader().poll(limit);
        } catch (BeyondRepairException e) {
            lose(e.getMessage());
            hangUp();
        } catch (IOException e) {
            breakOff("the connection broke: " + e.getMessage());
        }
        if (stream != null && traffic.reader().hasEnded()) {
            breakOff(broken != null ? broken : "the peer closed the connection");
        }
        if (broken != null && !traffic.reader().isPending()) {
            breakOff(broken);
        }
        return done;
    }

    /**
     * Pays a receipt that was owed last time, and looks whether the connection still works.
     *
     * @param away whether this rank has not looked at its connections for a while
     * @return whether to look again in a few milliseconds
     */
    boolean tick(long now, boolean away) {
        if (!isUp()) {
            return false;
        }
        links.budget().use(buffers);
        if (owedAtTick) {
            payDebt();
        }
        owedAtTick = traffic.receipt().isOwed();
        boolean parks = traffic.parking().lookAgain();
        if (parks) {
            links.enqueue(this);
        }
        if (traffic.writer().isAcknowledged()) {
            silence.stop();
            return owedAtTick || parks;
        }
        boolean excused = away || stream.isReadable();
        long silentNs = silence.read(now, traffic.reader().bytesRead(), excused);
        if (silentNs > links.options().silenceNs()) {
            breakOff("the peer does not tell what it has received");
        }
        return true;
    }

    /** Says goodbye, once a connection is there; a call that may come to nothing is given up. */
    void leave() {
        if (traffic.isThere() && lost == null) {
            traffic.sayGoodbye(links.inbound());
            noteFailure();
            links.noteBacklog(this);
        } else if (caller != null && !caller.mayBeAccepted()) {
            lose("this rank has left the job");
        }
        links.enqueue(this);
    }

    /** Whether this rank, which leaves, need not wait for the peer any more. */
    boolean isSettled() {
        if (lost != null || !traffic.isThere()) {
            return lost != null || caller == null;
        }
        return traffic.hasGoodbye() ? traffic.isDrained() : traffic.writer().isDone();
    }

    /** Ends the link; returns what there is of the connection, or null. */
    Remains end() {
        lost = "this rank has left the job";
        reported = true;
        return stream == null ? null : new Remains(stream, traffic.reader(), traffic.writer());
    }

    /** Closes the connection, if there is one. */
    private void hangUp() {
        if (stream != null) {
            links.budget().leave(buffers);
            stream.close();
            stream = null;
            broken = null;
            traffic.detach();
        }
    }
}
