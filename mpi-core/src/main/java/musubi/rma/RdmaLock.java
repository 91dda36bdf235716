package musubi.rma;

import musubi.adi.RdmaMemory;
import musubi.adi.RemoteAtomic;
import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.rma.memory.ControlBlock;
import musubi.rma.memory.LockWord;

import java.util.function.Supplier;

/**
 * The attempt to take the {@link LockWord} of a target by atomic operations of an adapter, one at a
 * time until the lock is held. The target takes no part.
 *
 * <pre>
 *   swap 0 for held ----------------------------------------------> granted
 *     | found another word                                             ^
 *     +--- free: swap it for held -------------------------------------+
 *     +--- held, exclusive mode: announce once, then as below          |
 *     +--- held: swap what it may be when it is free, until it is -----+
 * </pre>
 */
final class RdmaLock extends Operation {
    private final RdmaMemory memory;
    private final long key;
    private final boolean exclusive;
    private final RmaRequest request;
    private final Supplier<String> lossReason;
    private RemoteAtomic attempt;
    private boolean announced;

    /** Another rank holds the lock. */
    private boolean contended;

    private RdmaLock(
            RdmaMemory memory,
            long key,
            boolean exclusive,
            RmaRequest request,
            Supplier<String> lossReason) {
        this.memory = memory;
        this.key = key;
        this.exclusive = exclusive;
        this.request = request;
        this.lossReason = lossReason;
        attempt = swap(0);
    }

    /**
     * Takes a lock as soon as it is free; completes the request then.
     *
     * @param key of the target's {@link ControlBlock}
     */
    static void start(
            RdmaMemory memory,
            long key,
            boolean exclusive,
            RmaRequest request,
            WorkList work,
            Supplier<String> lossReason) {
        RdmaLock lock = new RdmaLock(memory, key, exclusive, request, lossReason);
        if (!lock.advance()) {
            work.add(lock);
        }
    }

    /** What releases a lock. */
    static RemoteAtomic release(long key, boolean exclusive) {
        return RemoteAtomic.add(key, ControlBlock.LOCK, LockWord.released(exclusive));
    }

    private RemoteAtomic swap(long word) {
        long taken = LockWord.taken(word, exclusive, announced);
        return RemoteAtomic.compareAndSwap(key, ControlBlock.LOCK, word, taken);
    }

    @Override
    public boolean needsAnotherRank() {
        return contended;
    }

    @Override
    public boolean advance() {
        String reason = lossReason.get();
        if (reason != null) {
            request.failAt(ErrorClass.ofLoss(reason), reason);
            return true;
        }
        try {
            return memory.tryAtomic(attempt) == SendOutcome.ACCEPTED && isGranted();
        } catch (IllegalArgumentException e) {
            request.failAt(ErrorClass.RMA_SYNC, "the target has freed the window");
            return true;
        }
    }

    private boolean isGranted() {
        long found = attempt.before();
        if (attempt.swaps() && found == attempt.operand()) {
            request.succeed();
            return true;
        }
        if (!attempt.swaps()) {
            announced = true;
            found = found + attempt.operand();
        }
        contended = !LockWord.isFree(found, exclusive);
        if (contended && exclusive && !announced) {
            attempt = RemoteAtomic.add(key, ControlBlock.LOCK, LockWord.ONE_WAITING);
        } else {
            attempt = swap(LockWord.whenFree(found, exclusive));
        }
        memory.tryAtomic(attempt);
        return false;
    }
}
