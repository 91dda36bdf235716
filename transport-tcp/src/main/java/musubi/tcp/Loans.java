package musubi.tcp;

/**
 * Which streams the fragments went to whose memory is lent, in the order of the calls: they may
 * come back in another one.
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class Loans {
    private static final int CAPACITY = ReplayBuffer.LOANS * TcpOptions.MOST_STREAMS;

    private final Link[] link = new Link[CAPACITY];
    private final long[] number = new long[CAPACITY];
    private long returned;
    private long lent;

    /** Another one was lent to a link, its latest. */
    void add(Link to) {
        settle();
        int at = (int) (lent++ % CAPACITY);
        link[at] = to;
        number[at] = to.traffic().loans();
    }

    /** How many there have been. */
    long count() {
        return lent;
    }

    /** Whether so many, the first ones, are lent no more. */
    boolean isReturned(long loans) {
        settle();
        return returned >= loans;
    }

    private void settle() {
        while (returned < lent) {
            int at = (int) (returned % CAPACITY);
            if (link[at].traffic().loansReturned() < number[at]) {
                return;
            }
            returned++;
        }
    }
}
