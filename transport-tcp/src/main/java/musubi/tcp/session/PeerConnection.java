package musubi.tcp.session;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.tcp.close.ClosingConnection;
import musubi.tcp.frame.ControlFrames;
import musubi.tcp.frame.StripeOrder;
import musubi.tcp.frame.UnrecoverableException;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.handshake.OutgoingHandshake;
import musubi.tcp.handshake.PeerSession;
import musubi.tcp.socket.SocketBuffers;
import musubi.tcp.socket.TcpStream;

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
public final class PeerConnection {
    private final int peer;
    private final ConnectionTable table;
    private final PeerConnection first;
    private final PeerSession session;
    private final SessionStreams streams;
    private OutgoingHandshake outgoing;
    private TcpStream stream;
    private SocketBuffers buffers;

    /** Why nothing can be sent over this connection; null while it can. */
    private String broken;

    private String lost;
    private boolean reported;
    private final SilenceClock silence = new SilenceClock();
    private boolean ackPendingAtTick;
    private final ReconnectLimiter reconnects;

    /** The lists that it is in. */
    final ConnectionFlags flags = new ConnectionFlags();

    /**
     * A link that leads nowhere yet.
     *
     * @param self the number of this rank's process
     * @param first the peer's first link; null when this is it
     * @param stream the number of the stream that it carries
     */
    public PeerConnection(
            int peer, ConnectionTable links, long self, PeerConnection first, int stream) {
        this.peer = peer;
        this.table = links;
        this.first = first;
        session = new PeerSession(self);
        reconnects = new ReconnectLimiter(peer);
        StripeOrder order = first == null ? new StripeOrder() : first.streams.turn().order();
        streams = new SessionStreams(peer, new StripeOrder.Turn(order, stream));
    }

    public int peer() {
        return peer;
    }

    public PeerSession session() {
        return session;
    }

    /** The call on its way; null when there is none. */
    OutgoingHandshake outgoing() {
        return outgoing;
    }

    boolean isUp() {
        return stream != null && broken == null && lost == null;
    }

    /** Whether a message may be tried to be sent. */
    public boolean acceptsMessages() {
        return isUp() && !streams.idleDisconnect().isRequested();
    }

    public boolean isLost() {
        return lost != null;
    }

    /** Whether nothing leads to the peer, and nothing is being done about it. */
    boolean isIdle() {
        return stream == null && outgoing == null && lost == null;
    }

    /** What the kernel keeps of the connection; null before the first. */
    public SocketBuffers buffers() {
        return buffers;
    }

    /** What goes over it. */
    public SessionStreams streams() {
        return streams;
    }

    /** Whether this rank has an endpoint; without, it gives up the connection. */
    void setWanted(boolean isWanted) {
        streams.idleDisconnect().setWanted(isWanted);
        table.watch(this);
        table.enqueue(this);
    }

    /** Begins to call the peer. */
    void setOutgoing(OutgoingHandshake newCaller) {
        outgoing = newCaller;
    }

    /** The handshake is over, and this is the connection. A call on its way is given up. */
    public void establish(TcpStream connected, Handshake handshake) {
        completeOutgoing(connected);
        closeStream();
        session.establish(handshake.peerIncarnation(), handshake.attempt());
        stream = connected;
        buffers = new SocketBuffers(connected);
        if (!streams.attach(connected, handshake, table)) {
            losePeer("the peer has received what was not sent: bytes=" + handshake.peerReceived());
            closeStream();
            return;
        }
        reconnects.onReconnected(table.errorLog());
        silence.stop();
        table.watch(this);
        connected.onReady(() -> table.enqueue(this));
        table.enqueue(this);
        if (table.isLeaving()) {
            beginShutdown();
        }
    }

    /** There is no call on its way any more, but perhaps what it has led to. */
    private void completeOutgoing(TcpStream connected) {
        if (outgoing != null) {
            outgoing.complete(connected);
            outgoing = null;
        }
    }

    /** The peer is gone. What it sent before is still reported, then the loss. */
    public void losePeer(String reason) {
        if (lost == null) {
            lost = reason;
            completeOutgoing(null);
            table.loseOtherStreams(this, reason);
        }
        if (stream != null) {
            stream.forceReadable();
        }
        table.enqueue(this);
    }

    /** The connection has ended, but not the peer: the session goes on over another one. */
    private void onBroken(String why) {
        closeStream();
        if (streams.hasGoodbye() || table.isLeaving() && streams.writer().isGoodbyeAcknowledged()) {
            losePeer(ControlFrames.PEER_LEFT);
        } else if (lost == null && streams.idleDisconnect().isRequested()) {
            disconnect();
        } else if (lost == null && reconnects.mayReconnect(streams.progress(), why)) {
            table.counters().breaks().accept(1);
            table.reconnect(this);
        } else {
            losePeer("connections break again and again: " + why);
        }
    }

    public SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        return afterSend(streams.writer().trySend(envelope, payload, from, bytes));
    }

    private SendOutcome afterSend(SendOutcome outcome) {
        if (outcome == SendOutcome.ACCEPTED) {
            table.watch(this);
            noteFailure();
            return outcome;
        }
        return onBackPressure();
    }

    /** There may be room when the peer has told what it has received. */
    private SendOutcome onBackPressure() {
        noteFailure();
        try {
            if (isUp()) {
                streams.reader().readAcks();
            }
        } catch (IOException e) {
            onBroken("the connection broke: " + e.getMessage());
        }
        table.enqueue(this);
        return SendOutcome.BACK_PRESSURED;
    }

    public SendOutcome trySendZeroCopy(
            Envelope envelope, Region payload, long from, int bytes, int flags) {
        if (first != null
                && (!first.acceptsMessages() || !first.streams.writer().hasRoomForStripeMark())) {
            return onBackPressure();
        }
        SendOutcome outcome =
                streams.writer().trySendZeroCopy(envelope, payload, from, bytes, flags);
        if (outcome == SendOutcome.ACCEPTED && first != null) {
            first.writeStripeMark(streams.turn().stream());
        }
        return afterSend(outcome);
    }

    private void writeStripeMark(int otherStream) {
        streams.writer().writeStripeMark(otherStream);
        afterControlFrame();
        table.watch(this);
    }

    /** Nothing more can be sent. What the peer had sent before may still be read. */
    private void noteFailure() {
        IOException failure = streams.writer().failure();
        if (failure == null || broken != null || stream == null) {
            return;
        }
        broken = "the connection broke: " + failure.getMessage();
        if (failure instanceof UnrecoverableException) {
            losePeer(failure.getMessage());
        }
        stream.forceReadable();
        table.enqueue(this);
    }

    /** Whether all that was accepted has left, or never will. */
    public boolean isDrained() {
        return lost != null || streams.isDrained();
    }

    /** Whether {@link #poll} should be called again even if nothing new becomes ready. */
    boolean isPending() {
        return stream != null && streams.reader().isPending() || lost != null && !reported;
    }

    /** Sends what waits and reports at most so many arrivals, a loss included. */
    int poll(int limit) {
        int done = 0;
        if (stream != null) {
            flush();
            done = read(limit);
            table.enqueueNextStream(this, done > 0);
            acknowledge();
            disconnectIfIdle();
        }
        if (lost != null && !reported && done < limit && !isReadable()) {
            reported = true;
            closeStream();
            if (first == null) {
                table.inbound().onPeerLost(peer, "rank=" + peer + ": " + lost);
                done++;
            }
        }
        return done;
    }

    /** Gives up a connection that neither rank needs, as far as that can be done now. */
    private void disconnectIfIdle() {
        if (isUp() && !table.isLeaving() && streams.shouldDisconnect()) {
            disconnect();
        }
    }

    /** There is no connection, nothing to be sent again, and nobody who waits for one. */
    private void disconnect() {
        closeStream();
        streams.release();
        buffers = null;
    }

    private boolean isReadable() {
        return stream != null && streams.reader().isPending();
    }

    /** Sends as much of what waits as there is room for. */
    void flush() {
        if (isUp()) {
            streams.writer().flush();
            noteFailure();
        }
    }

    private void acknowledge() {
        if (streams.acks().isDue() && isUp()) {
            sendAck();
        } else if (streams.acks().isPending()) {
            table.addPendingAck(this);
            table.watch(this);
        }
    }

    /** Tells the peer now what was received, if it waits to hear. */
    void sendPendingAck() {
        if (streams.acks().isPending() && isUp()) {
            sendAck();
        }
    }

    private void sendAck() {
        streams.writer().sendAck();
        afterControlFrame();
    }

    /** A frame without payload has gone to the writer. */
    private void afterControlFrame() {
        noteFailure();
        if (!isDrained()) {
            table.addBacklog(this);
        }
    }

    private int read(int limit) {
        int done = 0;
        try {
            done = streams.reader().poll(limit);
        } catch (UnrecoverableException e) {
            losePeer(e.getMessage());
            closeStream();
        } catch (IOException e) {
            onBroken("the connection broke: " + e.getMessage());
        }
        if (stream != null && streams.reader().hasEnded()) {
            onBroken(broken != null ? broken : "the peer closed the connection");
        }
        if (broken != null && !streams.reader().isPending()) {
            onBroken(broken);
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
        table.budget().activate(buffers);
        if (ackPendingAtTick) {
            sendPendingAck();
        }
        ackPendingAtTick = streams.acks().isPending();
        boolean parks = streams.idleDisconnect().recheck();
        if (parks) {
            table.enqueue(this);
        }
        if (streams.writer().isAcknowledged()) {
            silence.stop();
            return ackPendingAtTick || parks;
        }
        boolean excused = away || stream.isReadable();
        long silentNs = silence.read(now, streams.reader().bytesRead(), excused);
        if (silentNs > table.options().silenceNs()) {
            onBroken("the peer does not tell what it has received");
        }
        return true;
    }

    /** Says goodbye, once a connection is there; a call that may come to nothing is given up. */
    void beginShutdown() {
        if (streams.isOpen() && lost == null) {
            streams.sendGoodbye(table.inbound());
            noteFailure();
            table.addBacklog(this);
        } else if (outgoing != null && !outgoing.mayBeAccepted()) {
            losePeer("this rank has left the job");
        }
        table.enqueue(this);
    }

    /** Whether this rank, which leaves, need not wait for the peer any more. */
    public boolean isShutdownComplete() {
        if (lost != null || !streams.isOpen()) {
            return lost != null || outgoing == null;
        }
        return streams.hasGoodbye()
                ? streams.isDrained()
                : streams.writer().isGoodbyeAcknowledged();
    }

    /** Ends the link; returns what there is of the connection, or null. */
    public ClosingConnection detach() {
        lost = "this rank has left the job";
        reported = true;
        return stream == null
                ? null
                : new ClosingConnection(stream, streams.reader(), streams.writer());
    }

    /** Closes the connection, if there is one. */
    private void closeStream() {
        if (stream != null) {
            table.budget().remove(buffers);
            stream.close();
            stream = null;
            broken = null;
            streams.detach();
        }
    }
}
