package musubi.tcp;

import musubi.tcp.session.ConnectionTable;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;

/**
 * Sends the backlog of accepted data when the rank does not poll: a program may compute for minutes
 * after its last send. A daemon thread that exists only during a backlog; it checks every
 * millisecond, and acquires exclusive access for a flush. It never reports arrivals.
 *
 * <p>It does not interfere while the rank polls: a rank that is refused access spins until the
 * flush is over, which takes a time slice of milliseconds when both threads are bound to one core.
 */
final class BacklogFlusher implements Runnable {
    private static final long INTERVAL_NS = 1_000_000;

    /** Checks after which it flushes even if the rank polls, to see whether it may end. */
    private static final int MAX_QUIET_CHECKS = 32;

    private final ConnectionTable table;
    private final ExclusiveAccess access;
    private final IntSupplier polls;
    private boolean running;

    /**
     * A flusher that is not running.
     *
     * @param polls number of polls of the rank, possibly slightly out of date
     */
    BacklogFlusher(ConnectionTable table, ExclusiveAccess access, IntSupplier polls) {
        this.table = table;
        this.access = access;
        this.polls = polls;
    }

    /** Starts the thread unless it runs; the caller has exclusive access. */
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
        int checks = 0;
        do {
            before = polls.getAsInt();
            LockSupport.parkNanos(INTERVAL_NS);
        } while (polls.getAsInt() != before && ++checks < MAX_QUIET_CHECKS);
    }

    /** Flushes, then releases access; returns whether the backlog is empty. */
    private boolean isDone() {
        try {
            running = !table.flush();
            return !running;
        } finally {
            access.releaseAndWake();
        }
    }
}
