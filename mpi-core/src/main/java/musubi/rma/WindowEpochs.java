package musubi.rma;

import musubi.active.ActiveMessage;
import musubi.active.ActiveMessages;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.RankGroup;
import musubi.rma.check.EpochPlaces;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.stream.IntStream;

/**
 * The synchronisation calls of a window. MPI-4.1 section 12.5. Errors of order are of class
 * RMA_SYNC.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class WindowEpochs {
    private final RmaService service;
    private final Communicator comm;
    private final WindowSpec spec;
    private final Exposure exposure;
    private final Accesses accesses;
    private final Epochs open;

    /** Null without checks. */
    private final ConflictChecks checks;

    WindowEpochs(
            RmaService service,
            Communicator comm,
            WindowSpec spec,
            Exposure exposure,
            Accesses accesses) {
        this.service = service;
        this.comm = comm;
        this.spec = spec;
        this.exposure = exposure;
        this.accesses = accesses;
        checks = service.newChecks(comm, exposure);
        open = new Epochs(checks == null ? null : new EpochPlaces());
    }

    /** As {@link Window#directMemory}. */
    MemorySegment directMemory(int rank) {
        return accesses.get(rank) instanceof DirectAccess direct ? direct.memory() : null;
    }

    /** Records an access for the checks, see {@link ConflictChecks#record}. */
    void record(Access access, int target, int kind, Place place) {
        checks.record(access, target, kind, place, open);
    }

    /** Whether accesses have to be recorded. */
    boolean isChecked() {
        return checks != null;
    }

    /** The way to a target for an access of the program. */
    Access access(int target) {
        open.checkAccess(target);
        return open.isAllLocked() ? accesses.underLockAll(target) : accesses.get(target);
    }

    /** Checks that a request may be made: only while the target is locked. */
    void checkRequest(String call, int target) {
        open.checkLocked(call, target);
    }

    /**
     * Completes all accesses of all ranks; collective.
     *
     * @param opens whether accesses may follow
     */
    public void fence(boolean opens) {
        open.fence(opens);
        try {
            accesses.flushAll("Win.fence");
        } finally {
            // The others are in the barrier, too, when an access of this rank has failed.
            VarHandle.fullFence();
            comm.collectives().barrier();
        }
        if (checks != null) {
            checks.fence();
        }
    }

    /**
     * Begins an access epoch for the members of a group.
     *
     * @param posted whether all have posted already, so that nothing is waited for
     */
    public void start(RankGroup group, boolean posted) {
        int[] targets = ranks(group);
        open.start(targets);
        if (!posted) {
            await(exposure.posts, targets);
        }
    }

    private void await(Signals signals, int[] from) {
        service.progress().await(signals.from(from, service.active()::lossReason));
        signals.take(from);
    }

    /** Ends the access epoch of {@link #start}. */
    public void complete() {
        int[] targets = open.complete();
        for (int target : targets) {
            if (checks != null) {
                checks.complete(target);
            }
            accesses.flush("Win.complete", target);
        }
        VarHandle.fullFence();
        signal(service.protocol().complete, exposure.completions, targets);
    }

    /**
     * Begins an exposure epoch for the members of a group.
     *
     * @param silent whether the origins know, so that nothing is sent
     */
    public void post(RankGroup group, boolean silent) {
        int[] origins = ranks(group);
        open.post(origins);
        VarHandle.fullFence();
        if (!silent) {
            signal(service.protocol().post, exposure.posts, origins);
        }
    }

    private void signal(int handler, Signals own, int[] ranks) {
        ActiveMessages active = service.active();
        for (int rank : ranks) {
            if (rank == comm.rank()) {
                own.receive(comm.worldRank(rank));
            } else {
                active.to(comm.worldRank(rank))
                        .send(
                                new ActiveMessage()
                                        .set(handler, comm.contextId(), PendingReplies.NONE));
            }
        }
    }

    /** Waits for the end of the exposure epoch. */
    public void waitFor() {
        int[] origins = open.posted("waitFor");
        await(exposure.completions, origins);
        endExposure();
    }

    /** Whether the exposure epoch has ended; as {@link #waitFor} if it has. */
    public boolean test() {
        int[] origins = open.posted("test");
        service.progress().poll();
        if (!exposure.completions.areAllThere(origins)) {
            return false;
        }
        exposure.completions.take(origins);
        endExposure();
        return true;
    }

    private void endExposure() {
        open.exposureEnded();
        VarHandle.fullFence();
        if (checks != null) {
            checks.endExposure();
        }
    }

    private int[] ranks(RankGroup group) {
        int[] ranks =
                IntStream.range(0, group.size())
                        .map(i -> comm.group().rankOf(group.worldRank(i)))
                        .sorted()
                        .toArray();
        if (ranks.length > 0 && ranks[0] < 0) {
            throw new MpiFailure(
                    ErrorClass.GROUP, "the group has a rank that is not in the window");
        }
        return ranks;
    }

    private void checkLocks(String call) {
        if (!spec.locks()) {
            throw new MpiFailure(ErrorClass.RMA_SYNC, call + " of a window with no_locks")
                    .advice("create it without that key");
        }
    }

    /** Begins an access epoch for a target, whose lock it takes. */
    public void lock(boolean exclusive, int target) {
        checkLocks("lock");
        comm.worldRank(target);
        open.lock(target, exclusive);
        try {
            accesses.lock(target, exclusive);
        } catch (RuntimeException | Error e) {
            open.unlock(target);
            throw e;
        }
    }

    /** Ends the epoch of {@link #lock}: all accesses are complete at the target. */
    public void unlock(int target) {
        comm.worldRank(target);
        open.checkUnlock(target);
        boolean exclusive = open.isExclusive(target);
        open.unlock(target);
        noteFlush(target);
        accesses.unlock(target, exclusive);
    }

    /** Begins an access epoch for all targets, in shared mode. */
    public void lockAll() {
        checkLocks("lockAll");
        open.lockAll();
        // At once, as the program loads and stores without a call; of others by the first access.
        accesses.underLockAll(comm.rank());
        if (spec.flavor() == WindowSpec.Flavor.SHARED) {
            for (int rank = 0; rank < comm.size(); rank++) {
                accesses.underLockAll(rank);
            }
        }
    }

    /** Ends the epoch of {@link #lockAll}. */
    public void unlockAll() {
        open.unlockAll();
        noteFlushAll();
        accesses.unlockAll();
    }

    /** Waits until all accesses to a locked target are complete there. */
    public void flush(String call, int target) {
        if (target < 0 || target >= comm.size()) {
            comm.worldRank(target);
        }
        open.checkLocked(call, target);
        noteFlush(target);
        accesses.flush(call, target);
    }

    private void noteFlush(int target) {
        if (checks != null) {
            checks.flush(target);
        }
    }

    private void noteFlushAll() {
        if (checks != null) {
            checks.flushAll();
        }
    }

    /** As {@link #flush} of all targets. */
    public void flushAll(String call) {
        open.checkLocked(call);
        noteFlushAll();
        accesses.flushAll(call);
        VarHandle.fullFence();
    }

    /** Makes stores of this rank and of others visible to each other. */
    public void sync() {
        VarHandle.fullFence();
    }

    /** Completes everything before the window is freed; collective. */
    void end() {
        open.checkFree();
        accesses.flushAll("Win.free");
        comm.collectives().barrier();
    }
}
