package musubi.tcp;

import musubi.tcp.config.TcpOptions;
import musubi.tcp.frame.ReplayBuffer;
import musubi.tcp.session.PeerConnection;

/**
 * Which streams the fragments went to whose memory is lent, in the order of the calls: they may
 * come back in another one.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
final class StripedCompletions {
    private static final int CAPACITY = ReplayBuffer.MAX_ZERO_COPY * TcpOptions.MAX_STREAMS;

    private final PeerConnection[] connection = new PeerConnection[CAPACITY];
    private final long[] number = new long[CAPACITY];
    private long completed;
    private long sent;

    /** Another one was lent to a link, its latest. */
    void add(PeerConnection to) {
        settle();
        int at = (int) (sent++ % CAPACITY);
        connection[at] = to;
        number[at] = to.streams().zeroCopySends();
    }

    /** How many there have been. */
    long count() {
        return sent;
    }

    /** Whether so many, the first ones, are lent no more. */
    boolean isCompleted(long loans) {
        settle();
        return completed >= loans;
    }

    private void settle() {
        while (completed < sent) {
            int at = (int) (completed % CAPACITY);
            if (connection[at].streams().zeroCopyCompletions() < number[at]) {
                return;
            }
            completed++;
        }
    }
}
