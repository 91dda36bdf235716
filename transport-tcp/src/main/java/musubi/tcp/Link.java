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
    private static final String LEFT = "the peer has left the job";

    private final int peer;
    private final Links links;
    private final Session session;
    private final Receipt receipt = new Receipt();
    private Caller caller;
    private TcpStream stream;
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

    /** Whether {@link Links} has it among those that want to be polled. */
    boolean queued;

    /** Whether {@link Links} has it among those that may owe a receipt. */
    boolean indebted;

    /** Whether {@link Links} has it among those that have accepted what they could not send. */
    boolean backlogged;

    /** Whether {@link Rounds} has it. */
    boolean watched;

    Link(int peer, Links links, long self) {
        this.peer = peer;
        this.links = links;
        session = new Session(self);
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
            reader = new FrameReader(links.inbound(), peer, receipt, writer, links.options());
        }
        stream = connected;
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
            caller = null;
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
        SendOutcome outcome = writer.tryLend(envelope, payload, from, bytes, flags);
        return outcome == SendOutcome.ACCEPTED ? accepted() : refused();
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
        return writer.loans();
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
            tellReceipt();
        }
        if (lost != null && !reported && done < limit && !isReadable()) {
            reported = true;
            hangUp();
            links.inbound().onPeerLost(peer, "rank=" + peer + ": " + lost);
            done++;
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
            writer.sayGoodbye();
            noteFailure();
            links.noteBacklog(this);
        } else if (caller != null && !caller.mayBeAccepted()) {
            caller.settle(null);
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

    /**
     * Tells the peer that nothing more comes.
     *
     * @return whether the peer has not told yet that it has received all
     */
    boolean endOutput() {
        try {
            if (stream != null) {
                stream.endOutput();
            }
            return stream != null && !writer.isAcknowledged();
        } catch (IOException e) {
            return false;
        }
    }

    /** Throws away what the peer has sent, and says whether it has ended the connection. */
    boolean hasPeerEnded() {
        try {
            return reader.discard();
        } catch (IOException e) {
            return true;
        }
    }

    /** Closes the connection. */
    void close() {
        if (stream != null) {
            // The kernel would take back what it has not sent if there was something unread.
            hasPeerEnded();
        }
        lost = "this rank has left the job";
        reported = true;
        hangUp();
    }

    /** Closes the connection, if there is one. */
    private void hangUp() {
        if (stream != null) {
            stream.close();
            stream = null;
            broken = null;
            reader.detach();
            writer.detach();
        }
    }
}
