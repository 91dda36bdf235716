package musubi.launch.link;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream.Numbered;
import musubi.launch.link.Renewal.Connection;
import musubi.launch.link.Renewal.Gone;

import java.io.IOException;
import java.time.LocalTime;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * One end of a link between mpiexec and a node proxy, or between two node proxies. It outlives its
 * connections: after a break one end connects again, and {@link LinkState} continues where the
 * former connection ended.
 *
 * <p>Each connection has a thread that reads and one that writes, so {@link #send} never blocks.
 *
 * <p>Thread rule: any thread; one thread calls {@link #read}, and connects again within it.
 */
public final class ProxyLink {
    /** The limit of unacknowledged bytes up to which {@link #sendBulk} accepts more. */
    private static final int BULK_BYTES = 4 * 1024 * 1024;

    private static final long FIRST_PAUSE_MS = 50;
    private static final long LONGEST_PAUSE_MS = 2_000;

    private final int node;
    private final Renewal renewal;
    private final LinkState state = new LinkState();
    private final Queue<Frame> arrivals = new ArrayDeque<>();
    private LinkTimes times;
    private Connection current;

    /** There will be no other connection. */
    private boolean over;

    /** The last frame has been written. */
    private boolean endSent;

    private String cause = "";
    private long pauseMs = FIRST_PAUSE_MS;

    /** A frame has arrived on the current or last connection. */
    private boolean heard = true;

    /** The time without a frame, and the part of it on the current connection. */
    private int silentMs;

    private int silentHereMs;

    /** The user has been informed of the present silence. */
    private boolean reported;

    /** The silence that has ended, of which the user is to be informed. */
    private int endedSilenceMs;

    /**
     * A link.
     *
     * @param node the child node
     * @param first its first connection
     */
    public ProxyLink(int node, Connection first, Renewal renewal, LinkTimes times) {
        this.node = node;
        this.renewal = renewal;
        this.times = times;
        current = first;
        serve(first);
    }

    public int node() {
        return node;
    }

    /** Changes the time limits. */
    public synchronized void times(LinkTimes other) {
        times = other;
    }

    /** Replaces the connection. */
    public void attach(Connection connection) {
        Connection former;
        synchronized (this) {
            former = over || state.isEnding() ? connection : current;
            if (former != connection) {
                current = connection;
                silentHereMs = 0;
                heard = false;
                state.connected();
                notifyAll();
            }
        }
        if (former != null) {
            former.abort();
        }
        if (former != connection) {
            serve(connection);
        }
    }

    private void serve(Connection connection) {
        Thread.ofPlatform().daemon().name("link-reader-" + node).start(() -> readAll(connection));
        Thread.ofPlatform().daemon().name("link-writer-" + node).start(() -> writeAll(connection));
    }

    private void readAll(Connection connection) {
        String why = "the connection was closed";
        try {
            Numbered next = connection.stream().read();
            while (next != null && accept(connection, next)) {
                next = connection.stream().read();
            }
        } catch (IOException e) {
            why = String.valueOf(e.getMessage());
        }
        broken(connection, why);
    }

    /** Processes a frame; false if its connection has been replaced or the link is over. */
    private synchronized boolean accept(Connection connection, Numbered next) throws IOException {
        if (current != connection || over) {
            return false;
        }
        if (reported) {
            endedSilenceMs = silentMs;
            reported = false;
        }
        heard = true;
        silentMs = 0;
        silentHereMs = 0;
        pauseMs = FIRST_PAUSE_MS;
        cause = "";
        Frame frame = state.accept(next);
        if (frame != null) {
            arrivals.add(frame);
        }
        over |= state.hasReceivedEnd();
        notifyAll();
        return !over;
    }

    private void writeAll(Connection connection) {
        try {
            for (Numbered next = next(connection); next != null; next = next(connection)) {
                connection.stream().write(next);
            }
            if (isAtEnd(connection)) {
                connection.closeOutgoing();
                hasEnded();
            }
        } catch (IOException e) {
            broken(connection, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for the next frame to write; null after the last one of this connection. */
    private synchronized Numbered next(Connection connection) throws InterruptedException {
        while (current == connection && !state.hasWrittenEnd()) {
            Numbered next = state.next();
            if (next != null) {
                return next;
            }
            wait();
        }
        return null;
    }

    private synchronized boolean isAtEnd(Connection connection) {
        return current == connection && state.hasWrittenEnd();
    }

    private synchronized void hasEnded() {
        endSent = true;
        notifyAll();
    }

    private void broken(Connection connection, String why) {
        boolean regular;
        synchronized (this) {
            if (current != connection) {
                return;
            }
            current = null;
            regular = state.isEnding();
            over |= regular;
            cause = regular ? cause : why;
            notifyAll();
        }
        if (regular) {
            // Its process may still transfer the last frames.
            connection.closeOutgoing();
        } else {
            connection.abort();
        }
    }

    /** The next frame, or null at the end of the link; {@link #cause} has its cause. */
    public Frame read() throws InterruptedException {
        while (true) {
            synchronized (this) {
                while (arrivals.isEmpty()
                        && !over
                        && (current != null || renewal == Renewal.AWAITED)) {
                    wait();
                }
                if (!arrivals.isEmpty()) {
                    return arrivals.remove();
                }
                if (over) {
                    return null;
                }
            }
            connectAgain();
        }
    }

    private void connectAgain() throws InterruptedException {
        if (pauseUnlessHeard()) {
            return;
        }
        try {
            attach(renewal.connect());
        } catch (Gone e) {
            lose(e.getMessage());
        } catch (IOException | LaunchFailure e) {
            // Also no process could be started: processes may be scarce for a while.
            failed(String.valueOf(e.getMessage()));
        }
    }

    private synchronized void failed(String why) {
        // The loss of the link ends an attempt, and has the better cause.
        cause = over ? cause : why;
        heard = false;
    }

    /** Pauses after an attempt without success; whether the link is over. */
    private synchronized boolean pauseUnlessHeard() throws InterruptedException {
        if (heard) {
            return over;
        }
        awaitUntil(() -> over, pauseMs);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        return over;
    }

    private synchronized void awaitUntil(BooleanSupplier isDone, long limitMs)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        long leftNs = deadlineNs - System.nanoTime();
        while (leftNs > 0 && !isDone.getAsBoolean()) {
            TimeUnit.NANOSECONDS.timedWait(this, leftNs);
            leftNs = deadlineNs - System.nanoTime();
        }
    }

    private void lose(String why) {
        Connection last;
        synchronized (this) {
            if (over) {
                return;
            }
            over = true;
            cause = why;
            last = current;
            // Its end is not the cause.
            current = null;
            notifyAll();
        }
        if (last != null) {
            last.abort();
        }
        renewal.cancel();
    }

    /** What ended the link. */
    public synchronized String cause() {
        return cause;
    }

    /** Sends a frame, over the next connection if there is none now. */
    public synchronized void send(Frame frame) {
        if (!over) {
            state.add(frame);
            notifyAll();
        }
    }

    /** As {@link #send}; waits while much is unacknowledged. */
    public synchronized void sendBulk(Frame frame) throws InterruptedException {
        while (!over && state.keptBytes() > BULK_BYTES) {
            wait();
        }
        send(frame);
    }

    /** Waits a limited time until the other end has all frames, unless there is no connection. */
    public void awaitDelivery(long limitMs) throws InterruptedException {
        awaitUntil(() -> over || current == null || state.isAcknowledged(), limitMs);
    }

    /** Ends the link when the other end has all frames; waits for that. */
    public synchronized void finish() throws InterruptedException {
        while (!over && !state.isAcknowledged()) {
            wait();
        }
        close();
        while (!over && !endSent) {
            wait();
        }
    }

    /**
     * Sends a heartbeat and counts {@link Heartbeat#INTERVAL_MS} without a frame.
     *
     * @return a text for the user, or null
     */
    public String tick() {
        Connection silent = null;
        String why = "no answer on the connection";
        String note = null;
        boolean isLost;
        synchronized (this) {
            if (over) {
                return null;
            }
            silentMs += Heartbeat.INTERVAL_MS;
            isLost = silentMs >= times.reconnectMs();
            silentHereMs += Heartbeat.INTERVAL_MS;
            state.heartbeat(silentHereMs);
            notifyAll();
            if (endedSilenceMs > 0) {
                note = "answers again after " + LinkTimes.seconds(endedSilenceMs);
                endedSilenceMs = 0;
            } else if (!reported && silentMs >= times.silenceMs()) {
                reported = true;
                note = times.silence(silentMs, LocalTime.now(), current == null ? cause : "");
            }
            if (connects() && silentHereMs >= times.replacementMs()) {
                silent = current;
            } else if (connects() && state.otherSilentMs() >= times.replacementMs()) {
                silent = current;
                why = "nothing reaches the other end on the connection";
            }
        }
        if (isLost) {
            lose(why());
        } else if (silent != null) {
            broken(silent, why);
        }
        return note;
    }

    private boolean connects() {
        return renewal != Renewal.AWAITED && renewal != Renewal.NONE;
    }

    /** The present silence if it has been reported, else an empty text. */
    public synchronized String silence() {
        return reported ? "silent for " + LinkTimes.seconds(silentMs) : "";
    }

    /** Whether there is no connection at present. */
    public synchronized boolean isBroken() {
        return current == null;
    }

    private synchronized String why() {
        return LinkTimes.loss(silentMs, cause);
    }

    /** Forgets the silence so far, after a period in which the other end may have been stopped. */
    public synchronized void resetTimer() {
        silentMs = 0;
        silentHereMs = 0;
    }

    /** Ends the link after all frames; the node proxy then terminates its ranks. */
    public synchronized void close() {
        state.end();
        over |= current == null;
        notifyAll();
    }

    /** Ends the link at once. */
    public void abort() {
        lose("aborted");
    }
}
