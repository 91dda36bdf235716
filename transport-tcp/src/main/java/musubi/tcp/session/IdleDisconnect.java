package musubi.tcp.session;

import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.AckState;
import musubi.tcp.frame.ControlFrames;
import musubi.tcp.frame.FrameReader;
import musubi.tcp.frame.FrameWriter;

/**
 * How a connection ends that is not needed for now, while the session goes on: its buffers are
 * freed, and how far both streams were is what stays. The next message, of either rank, makes
 * another connection.
 *
 * <pre>
 *   endpoint closed, all its messages received
 *     PARK ------------------------------------> all its messages received
 *                        end of connection -----
 *   or
 *     PARK ------------------------------------> something is under way to the other
 *                                     STAY -----
 * </pre>
 *
 * <p>Whoever has said PARK sends no message until the answer is there. So none is under way when
 * the connection ends, and nobody has to come back to send it again. When a connection breaks in
 * between, that is an end as well; a rank that has messages under way mends it ({@link
 * musubi.tcp.handshake.PeerSession}).
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class IdleDisconnect {
    private boolean wanted = true;

    /** Whether PARK may be said, which is once for each time that the endpoint is closed, ... */
    private boolean due;

    /** ... and has been said on this connection, and not been answered. */
    private boolean requested;

    /** Up to where the peer is known to have received the stream, and what may have come after. */
    private long acknowledged;

    private long end;

    /** How many payloads were lent on earlier connections; all were returned. */
    private long zeroCopySends;

    /** Of a link without a connection. */
    IdleDisconnect() {}

    /** Whether this rank has an endpoint. */
    void setWanted(boolean isWanted) {
        wanted = isWanted;
        due = !isWanted;
    }

    /**
     * A while has passed, in which a connection may have become quiet.
     *
     * @return whether {@link #shouldDisconnect} and this are to be asked again
     */
    boolean recheck() {
        due = !wanted && !requested;
        return !wanted;
    }

    /** Whether an answer is awaited, before which no message may be sent. */
    boolean isRequested() {
        return requested;
    }

    /** Says what is to be said, and tells whether this rank is to end the connection. */
    boolean shouldDisconnect(FrameWriter writer, FrameReader reader) {
        ControlFrames notices = reader.controlFrames();
        return (due || notices.hasDisconnectOrKeep()) && shouldDisconnect(writer, reader, notices);
    }

    private boolean shouldDisconnect(
            FrameWriter writer, FrameReader reader, ControlFrames notices) {
        boolean quiet = writer.isAcknowledged();
        if (notices.hasDisconnect()) {
            if (!quiet && writer.sendKeep()) {
                notices.clearDisconnect();
            }
            return quiet;
        }
        if (notices.takeKeep()) {
            requested = false;
            due = false;
        }
        if (due && !requested && quiet && !reader.isPending()) {
            requested = writer.sendDisconnect();
            due = !requested;
        }
        return false;
    }

    /** Keeps what a new writer needs; the peer has received all messages. */
    void save(FrameWriter writer) {
        acknowledged = writer.acknowledged();
        end = writer.end();
        zeroCopySends += writer.zeroCopySends();
    }

    /** There is a new connection, on which nothing was said. */
    void onConnected() {
        requested = false;
    }

    /**
     * A writer that goes on, or begins, without a connection yet.
     *
     * @param received up to where the peer has received the stream; what was sent behind it, no
     *     message, is forgotten
     */
    FrameWriter resume(AckState receipt, TcpOptions options, long received) {
        return new FrameWriter(receipt, options, Math.clamp(received, acknowledged, end));
    }

    /** How many payloads were lent before the writer that there is. */
    long zeroCopySends() {
        return zeroCopySends;
    }
}
