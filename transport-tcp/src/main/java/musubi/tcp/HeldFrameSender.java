package musubi.tcp;

import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.HeldFrames;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends held frames when the rank does not poll: a program may compute after a burst of sends. A
 * daemon thread that looks after them every {@value #INTERVAL_NS} ns, and ends when there have been
 * none for a while. It ends without exclusive access, which a rank that polls hardly ever leaves to
 * it: the handshake is that of Dekker between {@link HeldFrames#isEmpty} and the flag below.
 */
final class HeldFrameSender implements Runnable {
    private static final long INTERVAL_NS = 200_000;
    private static final int CHECKS_BEFORE_END = 16;

    private final ConnectionTable table;
    private final HeldFrames held;
    private final ExclusiveAccess access;
    private final BacklogFlusher flusher;
    private final AtomicBoolean running = new AtomicBoolean();

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

    /** Starts the thread unless it runs; to be called after frames were held. */
    void start() {
        if (!running.get() && running.compareAndSet(false, true)) {
            Thread.ofPlatform().daemon().name("musubi-tcp-held").start(this);
        }
    }

    @Override
    public void run() {
        do {
            sendUntilQuiet();
            running.set(false);
        } while (!held.isEmpty() && running.compareAndSet(false, true));
    }

    private void sendUntilQuiet() {
        int checks = 0;
        while (checks < CHECKS_BEFORE_END) {
            LockSupport.parkNanos(INTERVAL_NS);
            checks++;
            if (!held.isEmpty()) {
                checks = 0;
                sendIfPossible();
            }
        }
    }

    /** Not while the rank is in the transport, which then sends by itself. */
    private void sendIfPossible() {
        if (!access.tryAcquire()) {
            return;
        }
        try {
            held.send();
            if (table.hasBacklog()) {
                flusher.start();
            }
        } finally {
            access.release();
        }
    }
}
