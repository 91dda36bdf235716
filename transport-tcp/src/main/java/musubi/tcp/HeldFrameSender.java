package musubi.tcp;

import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.HeldFrames;

import java.util.concurrent.locks.LockSupport;

/**
 * Sends held frames when the rank does not poll: a program may compute after a burst of sends. A
 * daemon thread that looks after them every {@value #INTERVAL_NS} ns, and ends when there have been
 * none for a while.
 */
final class HeldFrameSender implements Runnable {
    private static final long INTERVAL_NS = 200_000;
    private static final int CHECKS_BEFORE_END = 256;

    private final ConnectionTable table;
    private final HeldFrames held;
    private final ExclusiveAccess access;
    private final BacklogFlusher flusher;
    private boolean running;

    /**
     * A sender that is not running.
     *
     * @param flusher sends what the kernel does not take
     */
    HeldFrameSender(ConnectionTable table, ExclusiveAccess access, BacklogFlusher flusher) {
        this.table = table;
        this.held = table.held();
        this.access = access;
        this.flusher = flusher;
    }

    /** Starts the thread unless it runs; the caller has exclusive access. */
    void start() {
        if (!running) {
            running = true;
            Thread.ofPlatform().daemon().name("musubi-tcp-held").start(this);
        }
    }

    @Override
    public void run() {
        int checks = 0;
        do {
            LockSupport.parkNanos(INTERVAL_NS);
            checks = held.isEmpty() ? checks + 1 : 0;
        } while (checks > 0 && checks < CHECKS_BEFORE_END || !access.tryAcquire() || !isDone());
    }

    /** Sends, then releases access; returns whether there was nothing to send. */
    private boolean isDone() {
        try {
            running = !held.isEmpty();
            held.send();
            if (table.hasBacklog()) {
                flusher.start();
            }
            return !running;
        } finally {
            access.release();
        }
    }
}
