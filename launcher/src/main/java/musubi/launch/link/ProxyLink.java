package musubi.launch.link;

import java.io.IOException;

/**
 * The connection to a node proxy next below, and whatever carries it.
 *
 * <p>Thread rule: any thread; one thread reads.
 */
public final class ProxyLink {
    /** So many seconds without a frame, and the other end is taken for lost. */
    public static final int TIMEOUT_S = 10;

    private final int node;
    private final FrameStream stream;
    private final Process carrier;
    private int silentSeconds;

    /**
     * A link.
     *
     * @param node the node next below
     * @param carrier the process whose streams these are; null when there is none
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
            // Broken, or not one of ours any more: the end all the same.
            return null;
        }
    }

    /** Sends; a link that has ended is found out by its reader. */
    public void send(Frame frame) {
        try {
            stream.write(frame);
        } catch (IOException e) {
            close();
        }
    }

    /** One more second has passed; false when the other end has been silent for too long. */
    public synchronized boolean tick() {
        return ++silentSeconds < TIMEOUT_S;
    }

    /** A while in which the other end may have been stopped has passed. */
    public synchronized void resetTimer() {
        silentSeconds = 0;
    }

    /** Ends it at once, although somebody may be blocked in sending. */
    public void abort() {
        if (carrier != null) {
            carrier.destroyForcibly();
        } else {
            close();
        }
    }

    /** Ends it: the node proxy sees that and ends its ranks. */
    public void close() {
        try {
            stream.close();
        } catch (IOException e) {
            // It is closed all the same.
            resetTimer();
        }
    }
}
