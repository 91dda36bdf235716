package musubi.tcp;

import java.util.concurrent.atomic.AtomicReference;

/**
 * Mutual exclusion of the threads that use a transport. A rank may change threads between two
 * calls. A sleeping thread has released the rank but not this access; other threads are refused
 * until it wakes up.
 */
final class ExclusiveAccess {
    private final AtomicReference<Thread> owner = new AtomicReference<>();

    /** Acquires access for the calling thread; false when another thread has it. */
    boolean tryAcquire() {
        // Acquires the writes of the previous owner; pairs with release().
        return owner.compareAndSet(null, Thread.currentThread());
    }

    /** Whether the calling thread has access. */
    boolean isHeldByCurrentThread() {
        return owner.getPlain() == Thread.currentThread();
    }

    void release() {
        owner.setRelease(null);
    }
}
