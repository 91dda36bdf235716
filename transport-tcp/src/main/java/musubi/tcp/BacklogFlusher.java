package musubi.tcp;

import java.util.concurrent.locks.LockSupport;

/**
 * Sends what was accepted and the kernel had no room for, when the rank does not come back to do it
 * itself: a program may compute for minutes after its last send. A daemon thread that exists only
 * while there is such a backlog; it looks in every millisecond, and takes the place of the rank for
 * the time of a flush. It never reports arrivals.
 */
final class BacklogFlusher implements Runnable {
    private static final long INTERVAL_NS = 1_000_000;

    private final Links links;
    private final Turnstile turnstile;
    private boolean running;

    BacklogFlusher(Links links, Turnstile turnstile) {
        this.links = links;
        this.turnstile = turnstile;
    }

    /** There is a backlog; the caller is in the turnstile. */
    void watch() {
        if (!running) {
            running = true;
            Thread.ofPlatform().daemon().name("musubi-tcp-backlog").start(this);
        }
    }

    @Override
    public void run() {
        do {
            LockSupport.parkNanos(INTERVAL_NS);
        } while (!turnstile.tryEnter() || !isDone());
    }

    /** Leaves the turnstile in any case. */
    private boolean isDone() {
        try {
            running = !links.flush();
            return !running;
        } finally {
            turnstile.leave();
        }
    }
}
