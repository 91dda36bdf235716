package musubi.rma.memory;

import musubi.progress.Operation;
import musubi.progress.WorkList;

import java.lang.foreign.MemorySegment;

/**
 * The wait for a lock that another rank holds. It is tried in every duty cycle, because the release
 * of a lock is not announced.
 */
public final class LockAttempt extends Operation {
    private final MemorySegment control;
    private final boolean exclusive;
    private final Runnable whenGranted;

    private LockAttempt(MemorySegment control, boolean exclusive, Runnable whenGranted) {
        this.control = control;
        this.exclusive = exclusive;
        this.whenGranted = whenGranted;
    }

    /** Takes a lock unless it is held. */
    public static boolean tryNow(MemorySegment control, boolean exclusive) {
        return exclusive
                ? LockWord.tryExclusive(control, ControlBlock.LOCK, false)
                : LockWord.tryShared(control, ControlBlock.LOCK);
    }

    /**
     * Takes a lock now or, when it is held, as soon as it is free.
     *
     * @param control block with the lock
     * @param work of the rank
     * @param whenGranted runs when it has been taken
     */
    public static void start(
            MemorySegment control, boolean exclusive, WorkList work, Runnable whenGranted) {
        if (tryNow(control, exclusive)) {
            whenGranted.run();
            return;
        }
        if (exclusive) {
            LockWord.announce(control, ControlBlock.LOCK);
        }
        work.add(new LockAttempt(control, exclusive, whenGranted));
    }

    @Override
    public boolean needsAnotherRank() {
        return true;
    }

    @Override
    public boolean advance() {
        boolean taken =
                exclusive
                        ? LockWord.tryExclusive(control, ControlBlock.LOCK, true)
                        : LockWord.tryShared(control, ControlBlock.LOCK);
        if (taken) {
            whenGranted.run();
        }
        return taken;
    }
}
