package misuse;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What programs do between their calls of MPI. */
final class Legal {
    /** Items of INT in a message that no rank buffers. */
    static final int LARGE = 1 << 18;

    private static final long ENDLESS_MS = 1_000_000_000;
    private static final long WORK_NS = 200_000;
    private static final int MOST_LOOKS = 500;
    private static final int MANY_LOOKS = 10;

    private Legal() {}

    /** Computes for some time, in ms, or until the thread is interrupted. */
    static void computeFor(long timeMs) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeMs);
        while (System.nanoTime() < end && goesOn()) {
            pause();
        }
    }

    /** Computes until the thread is interrupted. */
    static void computeEndlessly() {
        computeFor(ENDLESS_MS);
    }

    /** Sleeps for some time, in ms. */
    static void sleepFor(long timeMs) throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(timeMs);
    }

    /** Works for a moment, most of which passes without load, as others need the cores. */
    static void pause() {
        long end = System.nanoTime() + WORK_NS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    /** Returns when the thread seems to wait, which some ways of waiting do not show. */
    static void untilWaiting(Thread thread) {
        int seen = 0;
        for (int i = 0; i < MOST_LOOKS && seen < MANY_LOOKS && goesOn(); i++) {
            Thread.State state = thread.getState();
            boolean runs = state == Thread.State.NEW || state == Thread.State.RUNNABLE;
            seen = runs && !isInNative(thread) ? 0 : seen + 1;
            pause();
        }
    }

    /** A thread that waits for a socket counts as running. */
    private static boolean isInNative(Thread thread) {
        StackTraceElement[] stack = thread.getStackTrace();
        return stack.length > 0 && stack[0].isNativeMethod();
    }

    /** What programs do with exceptions that they do not expect. */
    static void ignore(Exception e) {
        expect(e != null);
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
