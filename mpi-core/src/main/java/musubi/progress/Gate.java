package musubi.progress;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The right to act as the rank: every call from the façade enters, and leaves while it waits. With
 * one thread at a time (up to {@code MPI_THREAD_SERIALIZED}) it costs nothing. MPI-4.1 section
 * 11.6.
 */
public final class Gate {
    private final ReentrantLock lock;

    /**
     * A gate.
     *
     * @param manyThreads whether several threads may call at the same time
     */
    public Gate(boolean manyThreads) {
        lock = manyThreads ? new ReentrantLock() : null;
    }

    /** Whether several threads may call at the same time. */
    public boolean admitsManyThreads() {
        return lock != null;
    }

    /** Waits for the right to act as the rank. Not to be entered twice by one thread. */
    public void enter() {
        if (lock != null) {
            lock.lock();
        }
    }

    /** Gives the right up. */
    public void exit() {
        if (lock != null) {
            lock.unlock();
        }
    }

    /** Calls what may call MPI itself, without the right if this thread has it. */
    public void outside(Runnable action) {
        boolean inside = lock != null && lock.isHeldByCurrentThread();
        if (inside) {
            lock.unlock();
        }
        try {
            action.run();
        } finally {
            if (inside) {
                lock.lock();
            }
        }
    }
}
