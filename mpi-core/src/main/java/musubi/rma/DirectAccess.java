package musubi.rma;

import musubi.progress.Backlog;
import musubi.progress.WorkList;
import musubi.region.Region;
import musubi.rma.memory.Accumulator;
import musubi.rma.memory.ControlBlock;
import musubi.rma.memory.LockAttempt;
import musubi.rma.memory.LockWord;
import musubi.rma.memory.Update;
import musubi.type.MpiType;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Access to memory that this rank can reach: a put is a store, an update an atomic instruction, and
 * the target takes no part.
 */
final class DirectAccess extends Access {
    private final MemorySegment memory;
    private final MemorySegment control;
    private final Accumulator accumulator;
    private final WorkList work;

    /** Whether loads may overtake a store to the target. */
    private boolean hasStored;

    /**
     * Access to a target.
     *
     * @param memory of the window there
     * @param control its {@link ControlBlock}
     */
    DirectAccess(
            MemorySegment memory,
            MemorySegment control,
            Accumulator.Scratch scratch,
            WorkList work) {
        this.memory = memory;
        this.control = control;
        this.work = work;
        accumulator = new Accumulator(memory, control, scratch);
    }

    /** The memory of the window at the target. */
    MemorySegment memory() {
        return memory;
    }

    /** The {@link ControlBlock} of the target. */
    MemorySegment control() {
        return control;
    }

    @Override
    boolean isDirect() {
        return true;
    }

    @Override
    Backlog backlog() {
        return null;
    }

    @Override
    void put(Region data, Place place, RmaRequest request) {
        place.scatter(data, memory);
        hasStored = true;
        finish(request);
    }

    @Override
    void get(Region into, Place place, RmaRequest request) {
        place.gather(memory, into);
        finish(request);
    }

    @Override
    void update(Update update, Region data, Region result, Place place, RmaRequest request) {
        long from = 0;
        for (int i = 0; i < place.runs(); i++) {
            accumulator.apply(update, place.at(i), place.length(i), data, result, from);
            from += place.length(i);
        }
        hasStored |= accumulator.hasStored();
        finish(request);
    }

    @Override
    void compareAndSwap(MpiType type, Region values, Region before, long at, RmaRequest request) {
        accumulator.compareAndSwap(type, at, values, before);
        hasStored |= accumulator.hasStored();
        finish(request);
    }

    private static void finish(RmaRequest request) {
        if (request != null) {
            request.succeed();
        }
    }

    @Override
    boolean tryLock(boolean exclusive) {
        boolean taken = LockAttempt.tryNow(control, exclusive);
        accumulator.setAlone(taken && exclusive);
        return taken;
    }

    @Override
    void lock(boolean exclusive, RmaRequest request) {
        LockAttempt.start(
                control,
                exclusive,
                work,
                () -> {
                    accumulator.setAlone(exclusive);
                    request.succeed();
                });
    }

    @Override
    void unlock(boolean exclusive, RmaRequest request) {
        accumulator.setAlone(false);
        if (exclusive) {
            LockWord.releaseExclusive(control, ControlBlock.LOCK);
        } else {
            LockWord.releaseShared(control, ControlBlock.LOCK);
        }
        finish(request);
    }

    @Override
    boolean isDirty() {
        return false;
    }

    @Override
    void flush(RmaRequest request) {
        if (hasStored) {
            VarHandle.fullFence();
            hasStored = false;
        } else {
            VarHandle.acquireFence();
        }
        finish(request);
    }
}
