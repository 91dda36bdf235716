package musubi.tcp.session;

import musubi.adi.Inbound;
import musubi.tcp.frame.AckState;
import musubi.tcp.frame.FrameReader;
import musubi.tcp.frame.FrameWriter;
import musubi.tcp.frame.StripeOrder;
import musubi.tcp.handshake.Handshake;
import musubi.tcp.memory.FrameMemory;
import musubi.tcp.socket.TcpStream;

/**
 * The frames of one session, in both directions and over all its connections. Reader and writer,
 * which own the buffers, exist from a connection until the peers have ended it as idle ({@link
 * IdleDisconnect}).
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class SessionStreams {
    private final int peer;
    private final StripeOrder.Turn turn;
    private final AckState acks = new AckState();
    private final IdleDisconnect idleDisconnect = new IdleDisconnect();
    private FrameReader reader;
    private FrameWriter writer;

    /** Null while the path is short or there is no connection. */
    private LongPath longPath;

    /** That of the paths when this one was looked at. */
    private int pathVersion;

    /** That of the rank; null when this session uses none. */
    private FrameMemory memory;

    /**
     * The frames of a session before its first connection.
     *
     * @param turn order among the streams of the peer
     */
    SessionStreams(int peer, StripeOrder.Turn turn) {
        this.peer = peer;
        this.turn = turn;
    }

    /**
     * Continues on a new connection.
     *
     * @param handshake of the connection
     * @return false when the peer acknowledges data that was not sent
     */
    boolean attach(TcpStream stream, Handshake handshake, ConnectionTable table) {
        long received = handshake.peerReceived();
        if (!isOpen()) {
            memory = table.memory();
            memory.open();
            writer = idleDisconnect.resume(acks, table.options(), memory.writes(), received);
            writer.observe(table.held().polls());
            reader =
                    new FrameReader(
                            table.inbound(), peer, writer, table.options(), memory.reads(), turn);
        }
        idleDisconnect.onConnected();
        boolean fits = writer.attach(stream, received);
        if (fits) {
            table.counters().resentBytes().accept(writer.resentBytes());
            reader.attach(stream);
            findPath(table.paths().longPaths(), stream.underlying());
        }
        return fits;
    }

    /** The connection has ended. */
    void detach() {
        longPath = null;
        reader.detach();
        writer.detach();
    }

    /** Frees reader and writer of an idle session. */
    void release() {
        idleDisconnect.save(writer);
        discard();
        reader = null;
        writer = null;
    }

    /** Frees the memory of both directions: nothing will be sent again. */
    void discard() {
        if (memory != null) {
            writer.discard();
            memory.close();
            memory = null;
        }
    }

    /** Frees the memory of both directions as far as nothing is in it. */
    void releaseMemory() {
        reader.releaseMemory();
        writer.releaseMemory();
    }

    /** Whether reader and writer exist. */
    boolean isOpen() {
        return reader != null;
    }

    /** Position of the stream in the message order of the peer. */
    public StripeOrder.Turn turn() {
        return turn;
    }

    FrameReader reader() {
        return reader;
    }

    FrameWriter writer() {
        return writer;
    }

    private void findPath(LongPaths paths, TcpStream stream) {
        pathVersion = paths.version();
        longPath = paths.current(stream, peer, turn.stream(), longPath);
    }

    /** Measures a long path while it is in use, and keeps as much data to resend as it holds. */
    void useLongPath(LongPaths paths, TcpStream stream) {
        if (paths.version() != pathVersion) {
            findPath(paths, stream);
        }
        if (longPath != null) {
            paths.activate(longPath, peer);
            writer.coverPath(longPath.bytes());
        }
    }

    /** Null while the path is short or there is no connection. */
    LongPath longPath() {
        return longPath;
    }

    /** As {@link musubi.adi.Endpoint#longPathBytes}. */
    public long longPathBytes() {
        return longPath == null ? 0 : longPath.bytes();
    }

    /** Acknowledgement of the received data. */
    public AckState acks() {
        return acks;
    }

    IdleDisconnect idleDisconnect() {
        return idleDisconnect;
    }

    /** Whether the peer has said goodbye. */
    boolean hasGoodbye() {
        return reader.controlFrames().hasGoodbye();
    }

    /** Says goodbye; later arrivals go to a sink without landing zones. */
    void sendGoodbye(Inbound sink) {
        reader.redirectTo(sink);
        turn.order().disable();
        writer.sendGoodbye();
    }

    /** Whether this rank has to close the idle connection; see {@link IdleDisconnect}. */
    boolean shouldDisconnect() {
        return idleDisconnect.shouldDisconnect(writer, reader);
    }

    /** Ends a connection without messages in flight for another route; false if there are any. */
    boolean move() {
        boolean quiet = writer.isAcknowledged() && !reader.isPending();
        if (quiet) {
            idleDisconnect.move(writer);
        }
        return quiet;
    }

    /** Number of bytes transferred in both directions. */
    long progress() {
        return acks.received() + writer.acknowledged();
    }

    /** Whether the kernel has all accepted data. */
    boolean isDrained() {
        return writer == null || writer.isDrained();
    }

    /** Whether frames of a burst wait to be sent together. */
    public boolean isHolding() {
        return writer != null && writer.isHolding();
    }

    /** Number of zero-copy sends. */
    public long zeroCopySends() {
        return idleDisconnect.zeroCopySends() + (writer == null ? 0 : writer.zeroCopySends());
    }

    /** Number of zero-copy sends whose memory is no longer used. */
    public long zeroCopyCompletions() {
        return idleDisconnect.zeroCopySends() + (writer == null ? 0 : writer.zeroCopyCompletions());
    }
}
