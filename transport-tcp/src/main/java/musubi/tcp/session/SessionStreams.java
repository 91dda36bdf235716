package musubi.tcp.session;

import musubi.adi.Inbound;
import musubi.tcp.frame.AckState;
import musubi.tcp.frame.FrameReader;
import musubi.tcp.frame.FrameWriter;
import musubi.tcp.frame.StripeOrder;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.socket.TcpStream;

/**
 * The frames of one session, in both directions and over all its connections. Reader and writer,
 * which have the buffers, are there from a connection on until the peers have parked ({@link
 * IdleDisconnect}).
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
public final class SessionStreams {
    private final int peer;
    private final StripeOrder.Turn turn;
    private final AckState acks = new AckState();
    private final IdleDisconnect idleDisconnect = new IdleDisconnect();
    private FrameReader reader;
    private FrameWriter writer;

    /**
     * Of a session that has not begun.
     *
     * @param turn when messages may be reported
     */
    SessionStreams(int peer, StripeOrder.Turn turn) {
        this.peer = peer;
        this.turn = turn;
    }

    /**
     * There is a connection.
     *
     * @param handshake of the connection
     * @return false when the peer has received what was not sent
     */
    boolean attach(TcpStream stream, Handshake handshake, ConnectionTable links) {
        long received = handshake.peerReceived();
        if (!isOpen()) {
            writer = idleDisconnect.resume(acks, links.options(), received);
            reader = new FrameReader(links.inbound(), peer, acks, writer, links.options(), turn);
        }
        idleDisconnect.onConnected();
        boolean fits = writer.attach(stream, received);
        if (fits) {
            links.counters().resentBytes().accept(writer.resentBytes());
            reader.attach(stream);
        }
        return fits;
    }

    /** The connection has ended. */
    void detach() {
        reader.detach();
        writer.detach();
    }

    /** No connection is needed for now; nothing is to be sent again. */
    void release() {
        idleDisconnect.save(writer);
        reader = null;
        writer = null;
    }

    /** Whether there are a reader and a writer. */
    boolean isOpen() {
        return reader != null;
    }

    /** Which of the peer's streams it is, and when that may be reported. */
    public StripeOrder.Turn turn() {
        return turn;
    }

    FrameReader reader() {
        return reader;
    }

    FrameWriter writer() {
        return writer;
    }

    /** What the peer has been told of what was received. */
    public AckState acks() {
        return acks;
    }

    IdleDisconnect idleDisconnect() {
        return idleDisconnect;
    }

    /** Whether the peer has said that it leaves. */
    boolean hasGoodbye() {
        return reader.controlFrames().hasGoodbye();
    }

    /** Says that this rank leaves; what still comes is reported to somebody without memory. */
    void sendGoodbye(Inbound somebody) {
        reader.redirectTo(somebody);
        turn.order().disable();
        writer.sendGoodbye();
    }

    /** Whether neither rank needs the connection now, after what is to be said about that. */
    boolean shouldDisconnect() {
        return idleDisconnect.shouldDisconnect(writer, reader);
    }

    /** Grows with each byte that got through, in either direction. */
    long progress() {
        return acks.received() + writer.acknowledged();
    }

    /** Whether the kernel has all that was accepted. */
    boolean isDrained() {
        return writer == null || writer.isDrained();
    }

    /** How many payloads were lent. */
    public long zeroCopySends() {
        return idleDisconnect.zeroCopySends() + (writer == null ? 0 : writer.zeroCopySends());
    }

    /** How many lent payloads are not needed any more. */
    public long zeroCopyCompletions() {
        return idleDisconnect.zeroCopySends() + (writer == null ? 0 : writer.zeroCopyCompletions());
    }
}
