package musubi.progress;

import musubi.adi.Transport;

import java.util.concurrent.locks.LockSupport;

/**
 * Keeps a rank's messages moving: polls the transports and advances what waits for room. Runs only
 * inside MPI calls, on the thread that holds the rank's {@link Gate}.
 */
public final class ProgressEngine {
    private static final int POLL_LIMIT = 64;
    private static final long SLEEP_NS = 1_000_000_000;
    private static final long SHORT_SLEEP_NS = 1_000_000;

    private final Transport[] transports;
    private final WorkList work;
    private final Gate gate;
    private final IdleStrategy idle;
    private boolean polling;

    /**
     * An engine.
     *
     * @param transports those that have something to poll
     * @param ranksOnNode decides with {@code cores} how to wait
     */
    public ProgressEngine(
            Transport[] transports, WorkList work, Gate gate, int ranksOnNode, int cores) {
        this.transports = transports.clone();
        this.work = work;
        this.gate = gate;
        idle = new IdleStrategy(ranksOnNode, cores);
    }

    /** What waits for room; operations are added here. */
    public WorkList work() {
        return work;
    }

    /** The right to act as the rank. */
    public Gate gate() {
        return gate;
    }

    /**
     * One duty cycle.
     *
     * @return the amount of work done
     */
    public int poll() {
        assert !polling : "an upcall must not poll";
        polling = true;
        int done = 0;
        try {
            for (Transport transport : transports) {
                done += transport.poll(POLL_LIMIT);
            }
        } finally {
            polling = false;
        }
        if (!work.isEmpty()) {
            done += work.advance();
        }
        return done;
    }

    /** Makes progress until the completion is complete. */
    public void await(Completion completion) {
        if (completion.isComplete()) {
            return;
        }
        IdleStrategy.Wait wait = completion.idleState();
        while (!completion.isComplete()) {
            step(wait);
        }
    }

    /** A fresh wait, for callers that wait for something else than one completion. */
    public Waiting waiting() {
        return new Waiting();
    }

    /** Waits in steps: the caller looks, then steps, then looks again. */
    public final class Waiting {
        private final IdleStrategy.Wait wait = new IdleStrategy.Wait();

        private Waiting() {}

        /** One duty cycle; idles a little when there was nothing to do. */
        public void step() {
            ProgressEngine.this.step(wait);
        }
    }

    private void step(IdleStrategy.Wait wait) {
        if (poll() > 0) {
            wait.reset();
            return;
        }
        gate.exit();
        try {
            if (!idle.spinOrYield(wait)) {
                sleep();
            }
        } finally {
            gate.enter();
        }
    }

    private void sleep() {
        if (!work.isAnnounced()) {
            // A message waits for room, which no doorbell announces.
            LockSupport.parkNanos(SHORT_SLEEP_NS / 10);
        } else if (transports.length == 1) {
            transports[0].sleep(gate.admitsManyThreads() ? SHORT_SLEEP_NS : SLEEP_NS);
        } else {
            LockSupport.parkNanos(SHORT_SLEEP_NS);
        }
    }
}
