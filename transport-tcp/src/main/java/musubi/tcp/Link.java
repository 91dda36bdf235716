package musubi.tcp;

import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

import java.io.IOException;

/**
 * What leads to one peer: a call on its way, or a connection for both directions, one after the
 * other when they break; and, when the peer is gone, the reason.
 *
 * <pre>
 *   calling ---> up ---> broken off ---> up ... ---> lost
 *      |                     |                        ^
 *      +---------------------+---- given up ----------+
 * </pre>
 */
final class Link {
    /** Why a peer is lost that has said goodbye. */
    static final String LEFT = "the peer has left the job";

    private final int peer;
    private final Links links;
    private final Link first;
    private final StripeOrder.Turn turn;
    private final Session session;
    private final Receipt receipt = new Receipt();
    private Caller caller;
    private TcpStream stream;
    private SocketBuffers buffers;
    private FrameReader reader;
    private FrameWriter writer;

    /** Why nothing can be sent over this connection; null while it can. */
    private String broken;

    private String mendedBecause;
    private String lost;
    private boolean reported;
    private final SilenceClock silence = new SilenceClock();
    private boolean owedAtTick;
    private final FruitlessBreaks breaks = new FruitlessBreaks();

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
        turn = new StripeOrder.Turn(first == null ? new StripeOrder() : first.turn.order(), stream);
        session = new Session(self);
    }

    /** Which of the peer's streams it carries, and when. */
    StripeOrder.Turn turn() {
        return turn;
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

    /** Up to where the peer's stream has been received. */
    long received() {
        return receipt.received();
    }

    /** Begins to call the peer. */
    void call(Caller newCaller) {
        caller = newCaller;
    }

    /** The handshake is over, and this is the connection. A call on its way is given up. */
    void establish(TcpStream connected, Handshake handshake) {
        if (caller != null) {
            caller.settle(connected);
            caller = null;
        }
        hangUp();
        session.establish(handshake.peersNumber(), handshake.attempt());
        if (reader == null) {
            writer = new FrameWriter(receipt, links.options());
            reader = new FrameReader(links.inbound(), peer, receipt, writer, links.options(), turn);
        }
        stream = connected;
        buffers = new SocketBuffers(connected);
        if (!writer.attach(connected, handshake.peerReceived())) {
            lose("the peer has received what was not sent: bytes=" + handshake.peerReceived());
            hangUp();
            return;
        }
        reader.attach(connected);
        if (mendedBecause != null) {
            String detail = "peer=" + peer + ": " + mendedBecause;
            links.complaints().tell("a connection broke and was made again", detail);
            mendedBecause = null;
        }
        silence.stop();
        links.watch(this);
        connected.onReady(() -> links.enqueue(this));
        links.enqueue(this);
        if (links.isLeaving()) {
            leave();
        }
    }

    /** The peer is gone. What it sent before is still reported, then the loss. */
    void lose(String reason) {
        if (lost == null) {
            lost = reason;
            if (caller != null) {
                caller.settle(null);
                caller = null;
            }
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
        if (reader.hasSaidGoodbye() || links.isLeaving() && writer.isDone()) {
            lose(LEFT);
        } else if (lost == null && breaks.allow(receipt.received() + writer.acknowledged())) {
            mendedBecause = why;
            links.mend(this);
        } else {
            lose("connections break again and again: " + why);
        }
    }

    SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        SendOutcome outcome = writer.trySend(envelope, payload, from, bytes);
        return outcome == SendOutcome.ACCEPTED ? accepted() : refused();
    }

    private SendOutcome accepted() {
        links.watch(this);
        noteFailure();
        return SendOutcome.ACCEPTED;
    }

    /** There may be room when the peer has told what it has received. */
    private SendOutcome refused() {
        noteFailure();
        try {
            if (isUp()) {
                reader.hearAhead();
            }
        } catch (IOException e) {
            breakOff("the connection broke: " + e.getMessage());
        }
        links.enqueue(this);
        return SendOutcome.BACK_PRESSURED;
    }

    SendOutcome tryLend(Envelope envelope, Region payload, long from, int bytes, int flags) {
        if (first != null && (!first.isUp() || !first.writer.takesMark())) {
            return refused();
        }
        SendOutcome outcome = writer.tryLend(envelope, payload, from, bytes, flags);
        if (outcome == SendOutcome.ACCEPTED && first != null) {
            first.mark(turn.stream());
        }
        return outcome == SendOutcome.ACCEPTED ? accepted() : refused();
    }

    private void mark(int otherStream) {
        writer.mark(otherStream);
        accepted();
        if (!isDrained()) {
            links.noteBacklog(this);
        }
    }

    /** Nothing more can be sent. What the peer had sent before may still be read. */
    private void noteFailure() {
        IOException failure = writer.failure();
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
        return lost != null || writer == null || writer.isDrained();
    }

    /** How many payloads were lent. */
    long loans() {
        return writer == null ? 0 : writer.loans();
    }

    /** How many lent payloads are not needed any more. */
    long loansReturned() {
        return writer.loansReturned();
    }

    /** Whether {@link #poll} should be called again even if nothing new becomes ready. */
    boolean isPending() {
        return stream != null && reader.isPending() || lost != null && !reported;
    }

    /** Sends what waits and reports at most so many arrivals, a loss included. */
    int poll(int limit) {
        int done = 0;
        if (stream != null) {
            flush();
            done = read(limit);
            links.passOn(this, done > 0);
            tellReceipt();
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

    private boolean isReadable() {
        return stream != null && reader.isPending();
    }

    /** Sends as much of what waits as there is room for. */
    void flush() {
        if (isUp()) {
            writer.flush();
            noteFailure();
        }
    }

    private void tellReceipt() {
        if (receipt.isDue() && isUp()) {
            sendReceipt();
        } else if (receipt.isOwed()) {
            links.noteDebt(this);
            links.watch(this);
        }
    }

    /** Tells the peer now what was received, if it waits to hear. */
    void payDebt() {
        if (receipt.isOwed() && isUp()) {
            sendReceipt();
        }
    }

    private void sendReceipt() {
        writer.sendReceipt();
        noteFailure();
        if (!isDrained()) {
            links.noteBacklog(this);
        }
    }

    private int read(int limit) {
        int done = 0;
        try {
            done = reader.poll(limit);
        } catch (BeyondRepairException e) {
            lose(e.getMessage());
            hangUp();
        } catch (IOException e) {
            breakOff("the connection broke: " + e.getMessage());
        }
        if (stream != null && reader.hasEnded()) {
            breakOff(broken != null ? broken : "the peer closed the connection");
        }
        if (broken != null && !reader.isPending()) {
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
        owedAtTick = receipt.isOwed();
        if (writer.isAcknowledged()) {
            silence.stop();
            return owedAtTick;
        }
        boolean excused = away || stream.isReadable();
        if (silence.read(now, reader.bytesRead(), excused) > links.options().silenceNs()) {
            breakOff("the peer does not tell what it has received");
        }
        return true;
    }

    /** Says goodbye, once a connection is there; a call that may come to nothing is given up. */
    void leave() {
        if (reader != null && lost == null) {
            reader.reportTo(links.inbound());
            turn.order().end();
            writer.sayGoodbye();
            noteFailure();
            links.noteBacklog(this);
        } else if (caller != null && !caller.mayBeAccepted()) {
            lose("this rank has left the job");
        }
        links.enqueue(this);
    }

    /** Whether this rank, which leaves, need not wait for the peer any more. */
    boolean isSettled() {
        if (lost != null || reader == null) {
            return lost != null || caller == null;
        }
        return reader.hasSaidGoodbye() ? writer.isDrained() : writer.isDone();
    }

    /** Ends the link; returns what there is of the connection, or null. */
    Remains end() {
        lost = "this rank has left the job";
        reported = true;
        return stream == null ? null : new Remains(stream, reader, writer);
    }

    /** Closes the connection, if there is one. */
    private void hangUp() {
        if (stream != null) {
            links.budget().leave(buffers);
            stream.close();
            stream = null;
            broken = null;
            reader.detach();
            writer.detach();
        }
    }
}
