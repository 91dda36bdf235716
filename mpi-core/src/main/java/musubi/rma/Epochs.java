package musubi.rma;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The epochs of a window that this rank has opened: access epochs by fence, by start, by lock of
 * single targets or of all, and the exposure epoch by post. MPI-4.1 section 12.5.
 *
 * <p>A fence opens an epoch that counts only if an access uses it. Errors are of class RMA_SYNC.
 */
final class Epochs {
    private static final int[] NONE = {};

    private boolean fence;
    private boolean fenceIsUsed;
    private int[] started;
    private int[] posted;
    private boolean allLocked;

    /** The targets locked one by one, and those of them in exclusive mode. */
    private final BitSet locked = new BitSet();

    private final BitSet exclusive = new BitSet();

    Epochs() {}

    /** Checks that an access to a target may be made now. */
    void checkAccess(int target) {
        if (isFenced(target)) {
            if (!fence) {
                throw wrong("no epoch for accesses to the target")
                        .with("target", target)
                        .advice("call fence, start, lock or lockAll first");
            }
            fenceIsUsed = true;
        }
    }

    private boolean isStarted(int target) {
        return started != null && Arrays.binarySearch(started, target) >= 0;
    }

    /** Whether the accesses to a target are in an epoch between fences. */
    boolean isFenced(int target) {
        return !allLocked && !locked.get(target) && !isStarted(target);
    }

    /** Whether they are in another epoch, in which other origins access the target, too. */
    boolean isShared(int target) {
        return !isFenced(target) && !exclusive.get(target);
    }

    /** Checks that a call is made while the target is locked, or all are. */
    void checkLocked(String call, int target) {
        if (!allLocked && !locked.get(target)) {
            throw wrong(call + " needs a lock of the target")
                    .with("target", target)
                    .advice("call lock or lockAll first; other epochs end with fence or complete");
        }
    }

    /** Checks that a call is made while some targets are locked. */
    void checkLocked(String call) {
        if (!allLocked && locked.isEmpty()) {
            throw wrong(call + " needs locked targets").advice("call lock or lockAll first");
        }
    }

    private static MpiFailure wrong(String what) {
        return new MpiFailure(ErrorClass.RMA_SYNC, what);
    }

    private void checkNoAccess(String call) {
        String open = null;
        if (allLocked) {
            open = "lockAll";
        } else if (!locked.isEmpty()) {
            open = "lock of " + locked;
        } else if (started != null) {
            open = "start";
        } else if (fenceIsUsed) {
            open = "fence, with accesses";
        }
        if (open != null) {
            throw wrong(call + " in an open access epoch")
                    .with("opened by", open)
                    .advice("end that one first");
        }
    }

    /** A fence ends one epoch and opens another unless it is the last. */
    void fence(boolean opens) {
        fenceIsUsed = false;
        checkNoAccess("fence");
        if (posted != null) {
            throw wrong("fence in an open exposure epoch").advice("call waitFor first");
        }
        fence = opens;
    }

    /** Begins an access epoch for targets, ascending. */
    void start(int[] targets) {
        checkNoAccess("start");
        fence = false;
        started = targets;
    }

    /** Ends it; returns its targets. */
    int[] complete() {
        if (started == null) {
            throw wrong("complete without start");
        }
        int[] targets = started;
        started = null;
        return targets;
    }

    /** The targets of the epoch of start; none without one. */
    int[] started() {
        return started == null ? NONE : started;
    }

    /** Begins an exposure epoch for origins. */
    void post(int[] origins) {
        if (posted != null) {
            throw wrong("post in an open exposure epoch").advice("call waitFor first");
        }
        posted = origins;
    }

    /** The origins of the open exposure epoch. */
    int[] posted(String call) {
        if (posted == null) {
            throw wrong(call + " without post");
        }
        return posted;
    }

    /** The exposure epoch has ended. */
    void exposureEnded() {
        posted = null;
    }

    /** Begins an access epoch for one target. */
    void lock(int target, boolean exclusively) {
        if (locked.get(target)) {
            throw wrong("the target is locked already by this rank").with("target", target);
        }
        if (locked.isEmpty()) {
            checkNoAccess("lock");
        }
        fence = false;
        locked.set(target);
        exclusive.set(target, exclusively);
    }

    /** Whether a locked target is so exclusively. */
    boolean isExclusive(int target) {
        return exclusive.get(target);
    }

    /** Checks that a target was locked by lock. */
    void checkUnlock(int target) {
        if (!locked.get(target)) {
            throw wrong("unlock without lock of the target")
                    .with("target", target)
                    .advice(allLocked ? "end lockAll with unlockAll" : "call lock first");
        }
    }

    /** Ends the epoch of a target. */
    void unlock(int target) {
        locked.clear(target);
        exclusive.clear(target);
    }

    /** Begins an access epoch for all targets. */
    void lockAll() {
        checkNoAccess("lockAll");
        fence = false;
        allLocked = true;
    }

    boolean isAllLocked() {
        return allLocked;
    }

    /** Ends it. */
    void unlockAll() {
        if (!allLocked) {
            throw wrong("unlockAll without lockAll");
        }
        allLocked = false;
    }

    /** Checks that no epoch is open at the end of the window. */
    void checkFree() {
        fenceIsUsed = false;
        checkNoAccess("free");
        if (posted != null) {
            throw wrong("free in an open exposure epoch").advice("call waitFor first");
        }
    }
}
