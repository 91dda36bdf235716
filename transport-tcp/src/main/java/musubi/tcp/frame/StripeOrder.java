package musubi.tcp.frame;

/**
 * The order in which the streams of a peer report. For each fragment on another stream the first
 * stream carries a mark at the fragment's place among all messages. The first stream stops at a
 * mark until the other stream has reported its next fragment; the other stream stops at each
 * fragment until its mark has arrived. Meanwhile the fragments of all streams land.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class StripeOrder {
    private static final int NONE = 0;

    /** The stream for which the first one waits. */
    private int awaited = NONE;

    private boolean disabled;

    /**
     * The position of one stream in the order.
     *
     * @param stream number of the stream; 0 for the first
     */
    public record Turn(StripeOrder order, int stream) {
        public boolean isFirst() {
            return stream == NONE;
        }

        /** Whether the stream must not report a message now. */
        boolean mustWait() {
            return order.awaited != stream && !order.disabled;
        }

        /** The first stream has reached a mark for another stream. */
        void await(int other) {
            order.awaited = other;
        }

        /** The stream has reported a message. */
        void onReported() {
            order.awaited = NONE;
        }
    }

    /** The stream for which the first one waits; 0 for none. */
    public int awaited() {
        return awaited;
    }

    /** Stops ordering, as messages are discarded from now on. */
    public void disable() {
        disabled = true;
    }
}
