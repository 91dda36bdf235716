package musubi.tcp.frame;

/**
 * In which order a peer's streams are reported. For each fragment that another stream carries the
 * first one has a mark, at the place that the fragment has among all messages. So the first stream
 * stops at a mark until the other one has reported its next fragment, and that one stops at each
 * fragment until its mark has come. Meanwhile the fragments of all streams land.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
public final class StripeOrder {
    private static final int NONE = 0;

    /** The stream that the first one waits for. */
    private int awaited = NONE;

    private boolean disabled;

    /**
     * The place of one stream in it.
     *
     * @param stream 0 for the first one
     */
    public record Turn(StripeOrder order, int stream) {
        /** Of a peer that has no other stream. */
        static Turn unstriped() {
            return new Turn(new StripeOrder(), NONE);
        }

        public boolean isFirst() {
            return stream == NONE;
        }

        /** Whether the stream must not report a message now. */
        boolean mustWait() {
            return order.awaited != stream && !order.disabled;
        }

        /** The stream, the first one, has come to a mark. */
        void await(int other) {
            order.awaited = other;
        }

        /** The stream has reported a message. */
        void onReported() {
            order.awaited = NONE;
        }
    }

    /** The stream that the first one waits for; 0 when it does not wait. */
    public int awaited() {
        return awaited;
    }

    /** Nobody wants to know the order any more. */
    public void disable() {
        disabled = true;
    }
}
