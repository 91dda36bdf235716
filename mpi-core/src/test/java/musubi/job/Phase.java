package musubi.job;

import java.util.concurrent.atomic.AtomicInteger;

/** How far a job of threads is, so that ranks can wait for each other without messages. */
public final class Phase {
    private static final AtomicInteger NOW = new AtomicInteger();

    private Phase() {}

    /** Starts at 0; before the job. */
    public static void reset() {
        NOW.set(0);
    }

    /** Goes on to the next phase. */
    public static void reach(int phase) {
        if (!NOW.compareAndSet(phase - 1, phase)) {
            throw new AssertionError("phase " + phase + " reached in " + NOW);
        }
    }

    /** Waits until the job is so far. */
    public static void await(int phase) throws InterruptedException {
        while (NOW.get() < phase) {
            Thread.sleep(1);
        }
    }
}
