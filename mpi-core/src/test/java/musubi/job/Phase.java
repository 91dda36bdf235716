package musubi.job;

import java.util.concurrent.atomic.AtomicInteger;

/** The phase of a job of threads, by which ranks wait for each other without messages. */
public final class Phase {
    private static final AtomicInteger NOW = new AtomicInteger();

    private Phase() {}

    /** Resets the phase to 0, before the job. */
    public static void reset() {
        NOW.set(0);
    }

    /** Enters the next phase. */
    public static void reach(int phase) {
        if (!NOW.compareAndSet(phase - 1, phase)) {
            throw new AssertionError("phase " + phase + " reached in " + NOW);
        }
    }

    /** Waits for the phase. */
    public static void await(int phase) throws InterruptedException {
        while (NOW.get() < phase) {
            Thread.sleep(1);
        }
    }
}
