package musubi.tcp;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets one thread in. Between two calls the rank may change threads, and a thread may still sleep
 * when another one calls, because a sleeper has given the rank up; the other one is turned away
 * until the sleeper has left.
 */
final class Turnstile {
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    /** Lets the calling thread in, unless there is one inside. */
    boolean tryEnter() {
        // Acquire of what the thread before wrote; its partner is the release in leave.
        return inside.compareAndSet(null, Thread.currentThread());
    }

    /** Whether the calling thread is inside. */
    boolean isInside() {
        return inside.getPlain() == Thread.currentThread();
    }

    void leave() {
        inside.setRelease(null);
    }
}
