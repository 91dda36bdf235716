package musubi.tcp;

import musubi.adi.Envelope;
import musubi.adi.Region;
import musubi.adi.SendOutcome;

import java.io.IOException;
import java.net.InetSocketAddress;

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
    private final int peer;
    private final Links links;
    private final Session session;
    private final Receipt receipt = new Receipt();
    private final Parking parking;
    private InetSocketAddress address;
    private Caller caller;
    private TcpStream stream;
    private FrameReader reader;
    private FrameWriter writer;

    /** Why nothing can be sent over this connection; null while it can. */
    private String broken;

    private String mendedBecause;
    private String lost;
    private boolean reported;
    private long bytesReadAtTick;
    private long silentSinceNs;
    private boolean owedAtTick;
    private final BreakBudget breaks = new BreakBudget();

    /** Whether {@link Links} has it among those that want to be polled. */
    boolean queued;

    /** Whether {@link Links} has it among those that may owe a receipt. */
    boolean indebted;

    Link(int peer, Links links, long self) {
        this.peer = peer;
        this.links = links;
        session = new Session(self);
        parking = new Parking(() -> links.enqueue(this));
    }

    int peer() {
        return peer;
    }

    Session session() {
        return session;
    }

    InetSocketAddress address() {
        return address;
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
        return isUp() && !parking.isSaid();
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

    /** Here the peer listens, as it says itself; what the user of this rank said is better. */
    void meet(InetSocketAddress peersAddress) {
        if (address == null) {
            address = peersAddress;
        }
    }

    /** Here the peer listens. */
    void reachAt(InetSocketAddress peersAddress) {
        address = peersAddress;
    }

    /** Whether this rank has an endpoint; without, it gives up the connection. */
    void want(boolean isWanted) {
        parking.want(isWanted);
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
            writer = parking.resume(receipt, links.options(), handshake.peerReceived());
            reader = new FrameReader(links.inbound(), peer, receipt, writer, links.options());
        }
        parking.begin();
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
        silentSinceNs = System.nanoTime();
        connected.onReady(() -> links.enqueue(this));
        links.enqueue(this);
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
        if (reader.notices().hasGoodbye()) {
            lose("the peer has left the job");
        } else if (lost == null && parking.isSaid()) {
            rest();
        } else if (lost == null && breaks.isFruitful(receipt.received() + writer.acknowledged())) {
            mendedBecause = why;
            links.mend(this);
        } else {
            lose("connections break again and again: " + why);
        }
    }

    SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        return noted(writer.trySend(envelope, payload, from, bytes));
    }

    private SendOutcome noted(SendOutcome outcome) {
        noteFailure();
        return outcome == SendOutcome.ACCEPTED ? outcome : refused();
    }

    /** There may be room when the peer has told what it has received. */
    private SendOutcome refused() {
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
        return noted(writer.tryLend(envelope, payload, from, bytes, flags));
    }

    /** Nothing more can be sent. What the peer had sent before may still be read. */
    private void noteFailure() {
        IOException failure = writer.failure();
        if (failure == null || broken != null || stream == null) {
            return;
        }
        broken = "the connection broke: " + failure.getMessage();
        if (failure instanceof BeyondRepairException || links.isLeaving()) {
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
        return parking.loans() + (writer == null ? 0 : writer.loans());
    }

    /** How many lent payloads are not needed any more. */
    long loansReturned() {
        return parking.loans() + (writer == null ? 0 : writer.loansReturned());
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
            park();
        }
        if (lost != null && !reported && done < limit && !isReadable()) {
            reported = true;
            hangUp();
            links.inbound().onPeerLost(peer, "rank=" + peer + ": " + lost);
            done++;
        }
        return done;
    }

    /** Gives up a connection that neither rank needs, as far as that can be done now. */
    private void park() {
        if (isUp() && parking.isOver(writer, reader)) {
            rest();
        }
    }

    /** There is no connection, nothing to be sent again, and nobody who waits for one. */
    private void rest() {
        hangUp();
        parking.keep(writer);
        reader = null;
        writer = null;
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
     * Looks whether the connection still works; called every few milliseconds.
     *
     * @param away whether this rank has not looked at its connections for a while
     */
    void tick(long now, boolean away) {
        if (!isUp()) {
            return;
        }
        parking.lookAgain();
        if (owedAtTick) {
            payDebt();
        }
        owedAtTick = receipt.isOwed();
        boolean heard = reader.bytesRead() != bytesReadAtTick || stream.isReadable();
        bytesReadAtTick = reader.bytesRead();
        if (heard || away || writer.isAcknowledged()) {
            silentSinceNs = now;
        } else if (now - silentSinceNs > links.options().silenceNs()) {
            breakOff("the peer does not tell what it has received");
        }
    }

    /** Says goodbye; {@link #isDrained} tells when that has left. */
    void leave() {
        if (isUp() || lost == null && writer != null && !writer.isAcknowledged()) {
            writer.sayGoodbye();
            noteFailure();
            links.noteBacklog(this);
        }
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
