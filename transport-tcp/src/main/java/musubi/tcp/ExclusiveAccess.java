package musubi.tcp;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets one thread in. Between two calls the rank may change threads, and a thread may still sleep
 * when another one calls, because a sleeper has given the rank up; the other one is turned away
 * until the sleeper has left.
 */
final class ExclusiveAccess {
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    /** Lets the calling thread in, unless there is one inside. */
    boolean tryAcquire() {
        // Acquire of what the thread before wrote; its partner is the release in leave.
        return owner.compareAndSet(null, Thread.currentThread());
    }

    /** Whether the calling thread is inside. */
    boolean isHeldByCurrentThread() {
        return owner.getPlain() == Thread.currentThread();
    }

    void release() {
        owner.setRelease(null);
    }
}
