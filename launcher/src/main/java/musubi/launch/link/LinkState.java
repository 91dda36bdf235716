package musubi.launch.link;

import musubi.launch.link.Frame.Kind;
import musubi.launch.link.FrameStream.Numbered;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One end of a link whose connections break: what is written next, what is kept until the other end
 * has it, and what is delivered.
 *
 * <p>The frames of each direction are numbered from 0 across all connections. Every frame carries
 * the number of frames that its sender has received, so it acknowledges those. The first frame on a
 * new connection is a heartbeat; its acknowledgement shows the other end where to continue.
 * Heartbeats and {@link Kind#BYE} have no number and are not sent again. A heartbeat carries the
 * time in which its sender has received nothing, in place of a node: one direction of a connection
 * may stand still while the other one works.
 *
 * <p>Thread rule: one thread at a time.
 */
final class LinkState {
    /** An acknowledgement is due after this many frames or bytes of payloads. */
    private static final int FRAMES_PER_ACKNOWLEDGEMENT = 64;

    private static final int BYTES_PER_ACKNOWLEDGEMENT = 64 * 1024;

    /** Written on this connection or on an earlier one, but not acknowledged. */
    private final Deque<Frame> written = new ArrayDeque<>();

    private final Deque<Frame> unwritten = new ArrayDeque<>();
    private long keptBytes;

    /** The number of the first frame that is kept. */
    private long acknowledged;

    private long received;
    private int framesToAcknowledge;
    private long bytesToAcknowledge;

    /** The other end has said where this connection continues. */
    private boolean resumed = true;

    private boolean heartbeatDue;
    private int silentMs;

    /** What the last heartbeat of the other end on this connection says. */
    private int otherSilentMs;

    private boolean ending;
    private boolean endWritten;
    private boolean endReceived;

    /** Adds a frame to be sent. */
    void add(Frame frame) {
        unwritten.add(frame);
        keptBytes += frame.payload().length;
    }

    /**
     * Requests a frame without payload.
     *
     * @param silent the time without a frame on this connection, in ms
     */
    void heartbeat(int silent) {
        heartbeatDue = true;
        silentMs = silent;
    }

    /** Requests the end of the link after all frames. */
    void end() {
        ending = true;
    }

    /** A new connection replaces the former one. */
    void connected() {
        resumed = false;
        heartbeat(0);
        otherSilentMs = 0;
        endWritten = false;
    }

    /** The next frame to write on the connection, or null. */
    Numbered next() {
        if (heartbeatDue) {
            heartbeatDue = false;
            return numbered(FrameStream.UNNUMBERED, Frame.of(Kind.PING, silentMs));
        }
        if (resumed && !unwritten.isEmpty()) {
            Frame frame = unwritten.remove();
            written.add(frame);
            return numbered(acknowledged + written.size() - 1, frame);
        }
        if (ending && resumed && !endWritten) {
            endWritten = true;
            return numbered(FrameStream.UNNUMBERED, Frame.of(Kind.BYE, 0));
        }
        return null;
    }

    private Numbered numbered(long number, Frame frame) {
        framesToAcknowledge = 0;
        bytesToAcknowledge = 0;
        return new Numbered(number, received, frame);
    }

    /**
     * Processes a frame of the other end.
     *
     * @return the frame if it is to be delivered, or null
     * @throws IOException if it cannot follow on this connection
     */
    Frame accept(Numbered arrival) throws IOException {
        acknowledge(arrival.received());
        if (!resumed) {
            while (!written.isEmpty()) {
                unwritten.addFirst(written.removeLast());
            }
            resumed = true;
        }
        Frame frame = arrival.frame();
        endReceived |= frame.kind() == Kind.BYE;
        otherSilentMs = frame.kind() == Kind.PING ? frame.node() : otherSilentMs;
        if (arrival.number() == FrameStream.UNNUMBERED || arrival.number() < received) {
            return null;
        }
        if (arrival.number() > received) {
            throw new IOException("frames are missing: " + received + " to " + arrival.number());
        }
        received++;
        bytesToAcknowledge += frame.payload().length;
        heartbeatDue |=
                ++framesToAcknowledge >= FRAMES_PER_ACKNOWLEDGEMENT
                        || bytesToAcknowledge >= BYTES_PER_ACKNOWLEDGEMENT
                        // The sender of the last frame waits for this, and mpiexec before it stops.
                        || frame.kind() == Kind.DONE
                        || frame.kind() == Kind.SIGNAL;
        return frame;
    }

    private void acknowledge(long count) throws IOException {
        if (count > acknowledged + written.size()) {
            throw new IOException(
                    "frames acknowledged=%d sent=%d"
                            .formatted(count, acknowledged + written.size()));
        }
        for (; acknowledged < count; acknowledged++) {
            keptBytes -= written.remove().payload().length;
        }
    }

    /** The time without a frame on this connection that the other end has reported, in ms. */
    int otherSilentMs() {
        return otherSilentMs;
    }

    /** The bytes of payloads that the other end has not acknowledged. */
    long keptBytes() {
        return keptBytes;
    }

    /** Whether the other end has all frames. */
    boolean isAcknowledged() {
        return written.isEmpty() && unwritten.isEmpty();
    }

    /** Whether this end has written its end of the link. */
    boolean hasWrittenEnd() {
        return endWritten;
    }

    /** Whether this end or the other one has ended the link. */
    boolean isEnding() {
        return ending || endReceived;
    }

    /** Whether the other end has ended the link. */
    boolean hasReceivedEnd() {
        return endReceived;
    }
}
