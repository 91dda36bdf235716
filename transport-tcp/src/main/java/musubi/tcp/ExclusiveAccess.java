package musubi.tcp;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * Mutual exclusion of the threads that use a transport. A rank may change threads between two
 * calls. A sleeping thread has released the rank but not this access; other threads are refused
 * until it wakes up.
 */
final class ExclusiveAccess {
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private volatile Thread waiting;

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

    /** Releases access, and ends the wait of a thread for it. */
    void releaseAndWake() {
        release();
        // Pairs with awaitRelease(): either that thread sees the release or this one its wait.
        VarHandle.fullFence();
        LockSupport.unpark(waiting);
    }

    /**
     * Waits until {@link #releaseAndWake}, or for a time, if another thread has access.
     *
     * @param timeoutNs bound of the wait in ns, as {@link #release} ends none
     */
    void awaitRelease(long timeoutNs) {
        waiting = Thread.currentThread();
        try {
            if (owner.get() != null) {
                LockSupport.parkNanos(timeoutNs);
            }
        } finally {
            waiting = null;
        }
    }
}
