package musubi.tcp;

import musubi.tcp.session.ConnectionTable;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Sends what was accepted and the kernel had no room for, when the rank does not come back to do it
 * itself: a program may compute for minutes after its last send. A daemon thread that exists only
 * while there is such a backlog; it looks in every millisecond, and takes the place of the rank for
 * the time of a flush. It never reports arrivals.
 *
 * <p>As long as the rank polls it stays away: a rank that finds it inside spins until it leaves,
 * which takes a time slice of milliseconds when both are bound to one core.
 */
final class BacklogFlusher implements Runnable {
    private static final long INTERVAL_NS = 1_000_000;

    /** Then it goes in although the rank polls, to see whether it is still needed. */
    private static final int MAX_QUIET_CHECKS = 32;

    private final ConnectionTable table;
    private final ExclusiveAccess access;
    private final IntSupplier polls;
    private boolean running;

    /**
     * A flusher that does not run.
     *
     * @param polls how often the rank has polled, perhaps a little out of date
     */
    BacklogFlusher(ConnectionTable links, ExclusiveAccess turnstile, IntSupplier polls) {
        this.table = links;
        this.access = turnstile;
        this.polls = polls;
    }

    /** There is a backlog; the caller is in the turnstile. */
    void start() {
        if (!running) {
            running = true;
            Thread.ofPlatform().daemon().name("musubi-tcp-backlog").start(this);
        }
    }

    @Override
    public void run() {
        do {
            awaitQuiet();
        } while (!access.tryAcquire() || !isDone());
    }

    /** Waits until the rank has not polled for a while. */
    private void awaitQuiet() {
        int before;
        int looks = 0;
        do {
            before = polls.getAsInt();
            LockSupport.parkNanos(INTERVAL_NS);
        } while (polls.getAsInt() != before && ++looks < MAX_QUIET_CHECKS);
    }

    /** Leaves the turnstile in any case. */
    private boolean isDone() {
        try {
            running = !table.flush();
            return !running;
        } finally {
            access.release();
        }
    }
}
