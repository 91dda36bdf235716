package musubi.tcp;

import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.ReplayBuffer;
import musubi.tcp.session.PeerConnection;

/**
 * Completions of the zero-copy sends of several streams, in the order of the calls: the streams may
 * complete them in another order.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class StripedCompletions {
    private static final int CAPACITY = ReplayBuffer.MAX_ZERO_COPY * TcpOptions.MAX_STREAMS;

    private final PeerConnection[] connection = new PeerConnection[CAPACITY];
    private final long[] number = new long[CAPACITY];
    private long completed;
    private long sent;

    /** A connection has accepted a zero-copy send, its latest. */
    void add(PeerConnection to) {
        advance();
        int at = (int) (sent++ % CAPACITY);
        connection[at] = to;
        number[at] = to.streams().zeroCopySends();
    }

    /** Number of zero-copy sends. */
    long count() {
        return sent;
    }

    /** Whether the first sends, up to a number, are complete. */
    boolean isCompleted(long sends) {
        advance();
        return completed >= sends;
    }

    private void advance() {
        while (completed < sent) {
            int at = (int) (completed % CAPACITY);
            if (connection[at].streams().zeroCopyCompletions() < number[at]) {
                return;
            }
            completed++;
        }
    }
}
