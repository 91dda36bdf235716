package musubi.verbs.transport;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Does what hardware does by itself: takes packets, acknowledges, sends again, while the rank
 * computes. A daemon thread that stays away as long as the rank polls, and comes less and less
 * often when there is nothing to do. It never reports arrivals.
 */
final class AsyncProgressThread implements Runnable {
    private static final long SHORT_NAP_NS = 500_000;
    private static final long LONG_NAP_NS = 8_000_000;

    private final IntSupplier polls;
    private final IntSupplier serve;
    private long napNs = SHORT_NAP_NS;

    private AsyncProgressThread(IntSupplier polls, IntSupplier serve) {
        this.polls = polls;
        this.serve = serve;
    }

    /**
     * Starts one.
     *
     * @param polls how often the rank has polled, perhaps a little out of date
     * @param serve does what is due, and returns how much that was; negative when that was the last
     *     time
     */
    static void start(IntSupplier polls, IntSupplier serve) {
        Thread.ofPlatform()
                .daemon()
                .name("musubi-verbs-attendant")
                .start(new AsyncProgressThread(polls, serve));
    }

    @Override
    public void run() {
        int work = 0;
        while (work >= 0) {
            int before = polls.getAsInt();
            LockSupport.parkNanos(napNs);
            work = polls.getAsInt() == before ? serve.getAsInt() : 0;
            napNs = work > 0 ? SHORT_NAP_NS : Math.min(2 * napNs, LONG_NAP_NS);
        }
    }
}
