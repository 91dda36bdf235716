package misuse;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What programs do between their calls of MPI. */
final class Legal {
    /** Items of INT in a message that no rank buffers. */
    static final int LARGE = 1 << 18;

    private Legal() {}

    /** Computes for some time, in ms, or until the thread is interrupted. */
    static void computeFor(long timeMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeMs);
        while (System.nanoTime() < end && goesOn()) {
            Thread.onSpinWait();
        }
    }

    /** Sleeps for some time, in ms. */
    static void sleepFor(long timeMs) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(timeMs);
    }

    /** Does something short between two tests. */
    static void pause() {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    /** Fails unless the program has the result that it should have. */
    static void expect(boolean isCorrect) {
        if (!isCorrect) {
            throw new AssertionError("the program has another result than it should have");
        }
    }

    /** Whether the thread was not interrupted: a loop without end would outlive its job. */
    static boolean goesOn() {
        return !Thread.currentThread().isInterrupted();
    }
}
