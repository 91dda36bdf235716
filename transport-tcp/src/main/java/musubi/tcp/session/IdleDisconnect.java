package musubi.tcp.session;

import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.AckState;
import musubi.tcp.frame.ControlFrames;
import musubi.tcp.frame.FrameReader;
import musubi.tcp.frame.FrameWriter;
import musubi.tcp.memory.PagePool;

/**
 * Ends an idle connection while its session continues: the buffers are freed, the positions of both
 * streams remain. The next message of either rank establishes another connection, which may take
 * another route.
 *
 * <pre>
 *   endpoint closed, all messages acknowledged
 *     DISCONNECT ------------------------------> all messages acknowledged
 *                        end of connection -----
 *   or
 *     DISCONNECT ------------------------------> messages in flight
 *                                     KEEP -----
 * </pre>
 *
 * <p>A rank that has sent DISCONNECT sends no message until the answer arrives. So no message is in
 * flight when the connection ends, and none has to be resent. A connection that breaks in between
 * has ended as well; a rank with messages in flight reconnects.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class IdleDisconnect {
    private boolean wanted = true;

    /** Whether this connection ends, although there may be another one, on another route. */
    private boolean ending;

    /** Whether DISCONNECT has to be sent, once after each close of the endpoint. */
    private boolean due;

    /** Whether DISCONNECT was sent on this connection and not answered. */
    private boolean requested;

    /** Stream position up to which the peer has acknowledged, before the present writer. */
    private long acknowledged;

    /** End of the stream before the present writer. */
    private long end;

    /** Zero-copy sends of earlier writers, all completed. */
    private long zeroCopySends;

    /** The state of a session without a connection. */
    IdleDisconnect() {}

    /** Sets what this rank uses the connection for. */
    void setUse(ConnectionUse use) {
        wanted = use != ConnectionUse.UNNEEDED;
        ending = use == ConnectionUse.LEFT_TO_PEER || ending;
        due = !wanted || ending;
    }

    /**
     * Allows another attempt after a few milliseconds.
     *
     * @return whether to call {@link #shouldDisconnect} and this again
     */
    boolean recheck() {
        boolean ends = !wanted || ending;
        due = ends && !requested;
        return ends;
    }

    /** Ends the connection for another one, now if the peer has nothing in flight, or later. */
    void move(FrameWriter writer) {
        ending = true;
        requested = requested || writer.sendDisconnect();
        due = !requested;
    }

    /** Whether an answer is outstanding, before which no message may be sent. */
    boolean isRequested() {
        return requested;
    }

    /**
     * Sends DISCONNECT or KEEP as needed; returns whether this rank has to close the connection.
     */
    boolean shouldDisconnect(FrameWriter writer, FrameReader reader) {
        ControlFrames frames = reader.controlFrames();
        return (due || frames.hasDisconnectOrKeep()) && shouldDisconnect(writer, reader, frames);
    }

    private boolean shouldDisconnect(FrameWriter writer, FrameReader reader, ControlFrames frames) {
        boolean quiet = writer.isAcknowledged();
        if (frames.hasDisconnect()) {
            if (!quiet && writer.sendKeep()) {
                frames.clearDisconnect();
            }
            return quiet;
        }
        if (frames.takeKeep()) {
            requested = false;
            due = false;
        }
        if (due && !requested && quiet && !reader.isPending()) {
            requested = writer.sendDisconnect();
            due = !requested;
        }
        return false;
    }

    /** Saves the state for the next writer; the peer has acknowledged all messages. */
    void save(FrameWriter writer) {
        acknowledged = writer.acknowledged();
        end = writer.end();
        zeroCopySends += writer.zeroCopySends();
    }

    /** A connection was established. */
    void onConnected() {
        ending = false;
        requested = false;
    }

    /**
     * The next writer, without a connection.
     *
     * @param received stream position up to which the peer has received; control frames behind it
     *     are discarded
     */
    FrameWriter resume(AckState acks, TcpOptions options, PagePool memory, long received) {
        return new FrameWriter(acks, options, memory, Math.clamp(received, acknowledged, end));
    }

    /** Number of zero-copy sends before the present writer. */
    long zeroCopySends() {
        return zeroCopySends;
    }
}
