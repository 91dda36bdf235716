package musubi.tcp.session;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.tcp.close.ClosingConnection;
import musubi.tcp.frame.ControlFrames;
import musubi.tcp.frame.StripeOrder;
import musubi.tcp.frame.UnrecoverableException;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.handshake.HandshakeTarget;
import musubi.tcp.handshake.OutgoingHandshake;
import musubi.tcp.handshake.PeerSession;
import musubi.tcp.socket.SocketBuffers;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;

/**
 * The connection to a peer for one stream of its session: a handshake in progress, or an
 * established connection for both directions. Connections that break or are idle are replaced on
 * demand; a lost peer stays lost.
 *
 * <pre>
 *   connecting ---> up ---> broken ---> up ... ---> lost
 *       |                     |                      ^
 *       +---------------------+----------------------+
 * </pre>
 */
public final class PeerConnection implements HandshakeTarget {
    private final int peer;
    private final ConnectionTable table;

    /** Null for the first stream. */
    private final StripeMarks marks;

    private final PeerSession session;
    private final SessionStreams streams;
    private OutgoingHandshake outgoing;
    private TcpStream stream;
    private SocketBuffers buffers;

    /** Reason why this connection cannot send; null while it can. */
    private String broken;

    private String lost;
    private boolean reported;
    private final ReconnectLimiter reconnects;
    private final AckMonitor ackMonitor;

    /** The lists of the table that contain this connection. */
    final ConnectionFlags flags = new ConnectionFlags();

    /**
     * A connection without a handshake.
     *
     * @param incarnation number of this rank's process
     * @param first the connection of the peer's first stream; null for that connection itself
     * @param stream number of the stream
     */
    PeerConnection(
            int peer, ConnectionTable table, long incarnation, PeerConnection first, int stream) {
        this.peer = peer;
        this.table = table;
        marks = first == null ? null : new StripeMarks(first, table);
        session = new PeerSession(incarnation);
        reconnects = new ReconnectLimiter(peer, table.options().reconnectNs());
        ackMonitor = new AckMonitor(this, table);
        StripeOrder order = marks == null ? new StripeOrder() : marks.order();
        streams = new SessionStreams(peer, new StripeOrder.Turn(order, stream));
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public int stream() {
        return streams.turn().stream();
    }

    @Override
    public PeerSession session() {
        return session;
    }

    @Override
    public long received() {
        return streams.acks().received();
    }

    @Override
    public int verdict(Handshake hello) {
        return table.verdict(this, hello);
    }

    /** The outgoing handshake in progress; null for none. */
    OutgoingHandshake outgoing() {
        return outgoing;
    }

    boolean isUp() {
        return stream != null && broken == null && lost == null;
    }

    /** Whether {@link #trySend} may be called. */
    public boolean acceptsMessages() {
        return isUp() && !streams.idleDisconnect().isRequested();
    }

    /** Whether the peer is lost. */
    public boolean isLost() {
        return lost != null;
    }

    /** Whether there is neither a connection nor a handshake in progress. */
    boolean isIdle() {
        return stream == null && outgoing == null && lost == null;
    }

    /** The kernel's buffers; null without a connection. */
    public SocketBuffers buffers() {
        return buffers;
    }

    AckMonitor ackMonitor() {
        return ackMonitor;
    }

    /** The established connection; null without one. */
    TcpStream carrier() {
        return stream;
    }

    /** Frames of both directions. */
    public SessionStreams streams() {
        return streams;
    }

    /** Sets what this rank uses the connection for, which may end when it is idle. */
    public void setUse(ConnectionUse use) {
        streams.idleDisconnect().setUse(use);
        table.watch(this);
        table.enqueue(this);
    }

    void setOutgoing(OutgoingHandshake handshake) {
        outgoing = handshake;
    }

    @Override
    public void establish(TcpStream connected, Handshake handshake) {
        completeOutgoing(connected);
        closeStream();
        session.establish(handshake.peerIncarnation(), handshake.latestAttempt());
        stream = connected;
        buffers = new SocketBuffers(connected.underlying());
        table.paths().budget().add(buffers);
        if (!streams.attach(connected, handshake, table)) {
            losePeer(
                    "acknowledgement of data that was not sent: bytes=" + handshake.peerReceived());
            closeStream();
            return;
        }
        reconnects.onReconnected(table.errorLog());
        ackMonitor.onConnected();
        table.watch(this);
        connected.onReady(() -> table.enqueue(this));
        table.enqueue(this);
        if (table.isLeaving()) {
            beginShutdown();
        }
    }

    /** Ends the outgoing handshake, in favour of a stream if it is another. */
    private void completeOutgoing(TcpStream connected) {
        if (outgoing != null) {
            outgoing.complete(connected);
            outgoing = null;
        }
    }

    /** Reports the data received before, then the loss. */
    @Override
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

    /** The connection has ended: continues the session over another one, if possible. */
    void onBroken(String reason) {
        closeStream();
        if (streams.hasGoodbye() || table.isLeaving() && streams.writer().isGoodbyeAcknowledged()) {
            losePeer(ControlFrames.PEER_LEFT);
        } else if (lost == null && streams.idleDisconnect().isRequested()) {
            disconnect();
        } else if (lost == null
                && reconnects.mayReconnect(streams.progress(), reason, System.nanoTime())) {
            table.counters().breaks().accept(1);
            table.reconnect(this, reconnects);
        } else {
            losePeer(reconnects.loss());
        }
    }

    /** As {@link musubi.adi.Endpoint#trySend}, while {@link #acceptsMessages}. */
    public SendOutcome trySend(Envelope envelope, Region payload, long from, int bytes) {
        if (marks != null && !marks.mayWrite()) {
            return onBackPressure();
        }
        return afterSend(streams.writer().trySend(envelope, payload, from, bytes));
    }

    private SendOutcome afterSend(SendOutcome outcome) {
        if (outcome == SendOutcome.ACCEPTED) {
            if (marks != null) {
                marks.write(streams.turn().stream());
            }
            table.watch(this);
            noteFailure();
            return outcome;
        }
        return onBackPressure();
    }

    /** An acknowledgement of the peer may make room. */
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

    /**
     * As {@link #trySend}, without a copy where possible.
     *
     * @param flags further flags of the frame
     */
    public SendOutcome trySendZeroCopy(
            Envelope envelope, Region payload, long from, int bytes, int flags) {
        if (marks != null && !marks.mayWrite()) {
            return onBackPressure();
        }
        return afterSend(streams.writer().trySendZeroCopy(envelope, payload, from, bytes, flags));
    }

    /** After a failure to send, data received before may still be read. */
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

    /** Whether the kernel has all accepted data, or the peer is lost. */
    public boolean isDrained() {
        return lost != null || streams.isDrained();
    }

    /** Whether {@link #poll} has more to do without a new event. */
    public boolean isPending() {
        return stream != null && streams.reader().isPending() || lost != null && !reported;
    }

    /** Sends unsent data and reports up to a number of arrivals, including a loss. */
    int poll(int limit) {
        int done = 0;
        if (stream != null) {
            flush();
            done = read(limit);
            table.enqueueNextStream(this, done > 0);
            ackMonitor.afterRead();
            disconnectIfIdle();
        }
        if (lost != null && !reported && done < limit && !isReadable()) {
            reported = true;
            closeStream();
            streams.discard();
            if (marks == null) {
                table.inbound().onPeerLost(peer, "rank=" + peer + ": " + lost);
                done++;
            }
        }
        return done;
    }

    private void disconnectIfIdle() {
        if (isUp() && !table.isLeaving() && streams.shouldDisconnect()) {
            disconnect();
        }
    }

    /** Ends an idle connection and frees its buffers. */
    private void disconnect() {
        closeStream();
        streams.release();
        buffers = null;
    }

    private boolean isReadable() {
        return stream != null && streams.reader().isPending();
    }

    /** Sends as much unsent data as there is room for. */
    void flush() {
        if (isUp()) {
            streams.writer().flush();
            noteFailure();
        }
    }

    void afterControlFrame() {
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

    /** Says goodbye, or cancels a handshake that the peer cannot have accepted. */
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

    /** Whether the shutdown need not wait for this peer any longer. */
    boolean isShutdownComplete() {
        if (lost != null || !streams.isOpen()) {
            return lost != null || outgoing == null;
        }
        return streams.hasGoodbye()
                ? streams.isDrained()
                : streams.writer().isGoodbyeAcknowledged();
    }

    /** Ends this object; returns the open connection, or null. */
    ClosingConnection detach() {
        lost = "this rank has left the job";
        reported = true;
        return stream == null
                ? null
                : new ClosingConnection(stream, streams.reader(), streams.writer());
    }

    void closeStream() {
        if (stream != null) {
            table.paths().budget().remove(buffers);
            stream.close();
            stream = null;
            broken = null;
            streams.detach();
        }
    }
}
