package musubi.tcp.session;

import musubi.tcp.frame.PollCount;

import java.util.ArrayList;
import java.util.List;

/**
 * The connections whose writers hold small frames of a burst, to send them together. They are sent
 * when the burst is long enough, when the rank polls or sleeps, or by another thread.
 *
 * <p>Thread rule: the thread with exclusive access, unless stated otherwise.
 */
public final class HeldFrames {
    private final List<PeerConnection> connections = new ArrayList<>();
    private final PollCount polls = new PollCount();

    /** Volatile: another thread ends when it reads that there are none. */
    private volatile boolean isEmpty = true;

    PollCount polls() {
        return polls;
    }

    /** A connection holds frames. */
    public void add(PeerConnection connection) {
        if (!connection.flags.holding) {
            connection.flags.holding = true;
            connections.add(connection);
            isEmpty = false;
        }
    }

    /** Whether no connection holds frames; for any thread. */
    public boolean isEmpty() {
        return isEmpty;
    }

    /** The rank polls, which ends all bursts. */
    public void endBursts() {
        polls.increment();
        send();
    }

    /** Sends all frames for which there is room; the others become a backlog. */
    public void send() {
        if (connections.isEmpty()) {
            return;
        }
        // By index: an iterator for each poll would be garbage.
        for (int i = 0; i < connections.size(); i++) {
            PeerConnection connection = connections.get(i);
            connection.flags.holding = false;
            connection.flush();
            connection.afterControlFrame();
        }
        connections.clear();
        isEmpty = true;
    }
}
