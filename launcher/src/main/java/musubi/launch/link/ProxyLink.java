package musubi.launch.link;

import java.io.IOException;

/**
 * The connection to a child node proxy, and the process that carries it.
 *
 * <p>Thread rule: any thread; one thread reads.
 */
public final class ProxyLink {
    /** Seconds without a frame after which the other end counts as lost. */
    public static final int TIMEOUT_S = 10;

    private final int node;
    private final FrameStream stream;
    private final Process carrier;
    private int silentSeconds;

    /**
     * A link.
     *
     * @param node the child node
     * @param carrier the process that owns the streams; null for TCP
     */
    public ProxyLink(int node, FrameStream stream, Process carrier) {
        this.node = node;
        this.stream = stream;
        this.carrier = carrier;
    }

    public int node() {
        return node;
    }

    public Process carrier() {
        return carrier;
    }

    /** The next frame, or null at the end of the link. */
    public Frame read() {
        try {
            Frame frame = stream.read();
            synchronized (this) {
                silentSeconds = 0;
            }
            return frame;
        } catch (IOException e) {
            // A broken link or a malformed frame ends the link.
            return null;
        }
    }

    /** Sends a frame; the reader detects a closed link. */
    public void send(Frame frame) {
        try {
            stream.write(frame);
        } catch (IOException e) {
            close();
        }
    }

    /** Counts one second without a frame; false once the timeout is reached. */
    public synchronized boolean tick() {
        return ++silentSeconds < TIMEOUT_S;
    }

    /** Restarts the timeout, after a period in which the other end may have been stopped. */
    public synchronized void resetTimer() {
        silentSeconds = 0;
    }

    /** Closes the link at once, even while a sender blocks. */
    public void abort() {
        if (carrier != null) {
            carrier.destroyForcibly();
        } else {
            close();
        }
    }

    /** Closes the link; the node proxy then terminates its ranks. */
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            // The stream is closed nevertheless.
            resetTimer();
        }
    }
}
