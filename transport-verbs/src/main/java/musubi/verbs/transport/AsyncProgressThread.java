package musubi.verbs.transport;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Asynchronous progress in place of hardware: receives, acknowledges and retransmits packets while
 * the rank computes. A daemon thread that is idle while the rank polls, and backs off when there is
 * no work. It never reports arrivals.
 */
final class AsyncProgressThread implements Runnable {
    private static final long SHORT_NAP_NS = 50_000;
    private static final long LONG_NAP_NS = 8_000_000;

    private final IntSupplier polls;
    private final IntSupplier serve;
    private long napNs = SHORT_NAP_NS;

    private AsyncProgressThread(IntSupplier polls, IntSupplier serve) {
        this.polls = polls;
        this.serve = serve;
    }

    /**
     * Starts the thread.
     *
     * @param polls number of polls by the rank, possibly stale
     * @param serve makes progress and returns the amount of work; negative to end the thread
     */
    static void start(IntSupplier polls, IntSupplier serve) {
        Thread.ofPlatform()
                .daemon()
                .name("musubi-verbs-progress")
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
