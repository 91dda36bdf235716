package musubi.progress;

import musubi.adi.Transport;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/**
 * Moves a rank's messages, active messages and the steps of its non-blocking operations on while
 * the program computes. There is one for each transport that is polled, which sleeps in it; a rank
 * without such transports has one, too, for example for its commands of NICAM. A user's operation
 * may run on it. Belongs to the group of the thread that makes it, as all threads of a rank do.
 *
 * <p>It is in one of three states, so that messages of a program that calls are as fast as without
 * it, and one that computes is helped at once:
 *
 * <ul>
 *   <li>calls come and go: it looks after 0.1 ms, later every 1 ms, whether they go on;
 *   <li>a call lasts longer: it sleeps until the call ends;
 *   <li>no call: it polls, and sleeps in the transport when there has been nothing to do for 50 us.
 *       A peer that waits for an answer has sent the next message by then, and on a processor that
 *       the program uses, too, it takes longer to wake up.
 * </ul>
 *
 * <p>A failure here occurs again in the next MPI call, which reports it.
 */
public final class ProgressThread extends Thread implements AutoCloseable {
    private static final long SHORTEST_NAP_NS = 125_000;
    private static final long LONGEST_NAP_NS = 1_000_000;
    private static final long POLLING_NS = 50_000;

    private final ProgressEngine engine;

    /** Null without a transport. */
    private final LongConsumer sleep;

    private volatile boolean closed;

    /** When it last had work, by {@link System#nanoTime}; 0 when it has slept since. */
    private long workedAtNs;

    /** A thread for this engine, which sleeps in a transport if it has one; starts at once. */
    public ProgressThread(ProgressEngine engine, Transport transport) {
        super("musubi-progress");
        this.engine = engine;
        sleep = transport == null ? null : transport::sleep;
        setDaemon(true);
        start();
    }

    @Override
    public void run() {
        Gate gate = engine.gate();
        long entries = gate.entries();
        long napNs = SHORTEST_NAP_NS;
        while (!closed) {
            boolean callsGoOn = gate.entries() != entries;
            entries = gate.entries();
            if (callsGoOn) {
                LockSupport.parkNanos(napNs);
                napNs = Math.min(2 * napNs, LONGEST_NAP_NS);
            } else if (gate.isInCall()) {
                gate.awaitNoCall(() -> closed);
            } else {
                assist();
                napNs = SHORTEST_NAP_NS;
            }
        }
    }

    private void assist() {
        if (engine.assist() > 0) {
            workedAtNs = System.nanoTime();
        } else if (workedAtNs != 0 && System.nanoTime() - workedAtNs < POLLING_NS) {
            Thread.onSpinWait();
        } else {
            workedAtNs = 0;
            engine.sleep(sleep);
        }
    }

    /** Ends it; returns when it uses nothing of the rank any more. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(this);
        engine.gate().runOutside(this::awaitEnd);
    }

    private void awaitEnd() {
        boolean interrupted = false;
        while (isAlive()) {
            try {
                join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
