package musubi.rma;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.rma.check.EpochPlaces;

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

    /** Kinds of calls in {@link #places}. */
    private static final String LOCK = "lock of ";

    private static final String LOCK_ALL = "lockAll";
    private static final String START = "start";
    private static final String FENCE = "fence";
    private static final String POST = "post";
    private static final String END = "end of an access epoch";
    private static final String END_OF_EXPOSURE = "end of an exposure epoch";

    /** Null without checks. */
    private final EpochPlaces places;

    private boolean fence;
    private boolean fenceIsUsed;
    private int[] started;
    private int[] posted;
    private boolean allLocked;

    /** The targets locked one by one, and those of them in exclusive mode. */
    private final BitSet locked = new BitSet();

    private final BitSet exclusive = new BitSet();

    /** No epoch is open; without checks {@code places} is null. */
    Epochs(EpochPlaces places) {
        this.places = places;
    }

    private void note(String kind) {
        if (places != null) {
            places.note(kind);
        }
    }

    /** Checks that an access to a target may be made now. */
    void checkAccess(int target) {
        if (isFenced(target)) {
            if (!fence) {
                throw wrong("no epoch for accesses to the target", END)
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
            throw wrong(call + " needs a lock of the target", END)
                    .with("target", target)
                    .advice("call lock or lockAll first; other epochs end with fence or complete");
        }
    }

    /** Checks that a call is made while some targets are locked. */
    void checkLocked(String call) {
        if (!allLocked && locked.isEmpty()) {
            throw wrong(call + " needs locked targets", END).advice("call lock or lockAll first");
        }
    }

    /** A failure, with the latest call of the kind that matters. */
    private MpiFailure wrong(String what, String kind) {
        MpiFailure failure = new MpiFailure(ErrorClass.RMA_SYNC, what);
        if (places != null) {
            places.addTo(failure, kind);
        }
        return failure;
    }

    private void checkNoAccess(String call) {
        String open = null;
        String kind = null;
        if (allLocked) {
            open = "lockAll";
            kind = LOCK_ALL;
        } else if (!locked.isEmpty()) {
            open = "lock of " + locked;
            kind = LOCK + locked.nextSetBit(0);
        } else if (started != null) {
            open = "start";
            kind = START;
        } else if (fenceIsUsed) {
            open = "fence, with accesses";
            kind = FENCE;
        }
        if (open != null) {
            throw wrong(call + " in an open access epoch", kind)
                    .with("opened by", open)
                    .advice("end that one first");
        }
    }

    /** A fence ends one epoch and opens another unless it is the last. */
    void fence(boolean opens) {
        fenceIsUsed = false;
        checkNoAccess("fence");
        if (posted != null) {
            throw wrong("fence in an open exposure epoch", POST).advice("call waitFor first");
        }
        fence = opens;
        note(opens ? FENCE : END);
    }

    /** Begins an access epoch for targets, ascending. */
    void start(int[] targets) {
        checkNoAccess("start");
        fence = false;
        started = targets;
        note(START);
    }

    /** Ends it; returns its targets. */
    int[] complete() {
        if (started == null) {
            throw wrong("complete without start", END);
        }
        int[] targets = started;
        started = null;
        note(END);
        return targets;
    }

    /** The targets of the epoch of start; none without one. */
    int[] started() {
        return started == null ? NONE : started;
    }

    /** Begins an exposure epoch for origins. */
    void post(int[] origins) {
        if (posted != null) {
            throw wrong("post in an open exposure epoch", POST).advice("call waitFor first");
        }
        posted = origins;
        note(POST);
    }

    /** The origins of the open exposure epoch. */
    int[] posted(String call) {
        if (posted == null) {
            throw wrong(call + " without post", END_OF_EXPOSURE);
        }
        return posted;
    }

    /** The exposure epoch has ended. */
    void exposureEnded() {
        posted = null;
        note(END_OF_EXPOSURE);
    }

    /** Begins an access epoch for one target. */
    void lock(int target, boolean exclusively) {
        if (locked.get(target)) {
            throw wrong("the target is locked already by this rank", LOCK + target)
                    .with("target", target);
        }
        if (locked.isEmpty()) {
            checkNoAccess("lock");
        }
        fence = false;
        locked.set(target);
        exclusive.set(target, exclusively);
        note(LOCK + target);
    }

    /** Whether a locked target is so exclusively. */
    boolean isExclusive(int target) {
        return exclusive.get(target);
    }

    /** Checks that a target was locked by lock. */
    void checkUnlock(int target) {
        if (!locked.get(target)) {
            throw wrong("unlock without lock of the target", END)
                    .with("target", target)
                    .advice(allLocked ? "end lockAll with unlockAll" : "call lock first");
        }
    }

    /** Ends the epoch of a target. */
    void unlock(int target) {
        locked.clear(target);
        note(END);
        exclusive.clear(target);
    }

    /** Begins an access epoch for all targets. */
    void lockAll() {
        checkNoAccess("lockAll");
        fence = false;
        allLocked = true;
        note(LOCK_ALL);
    }

    boolean isAllLocked() {
        return allLocked;
    }

    /** Ends it. */
    void unlockAll() {
        if (!allLocked) {
            throw wrong("unlockAll without lockAll", END);
        }
        allLocked = false;
        note(END);
    }

    /** Checks that no epoch is open at the end of the window. */
    void checkFree() {
        fenceIsUsed = false;
        checkNoAccess("free");
        if (posted != null) {
            throw wrong("free in an open exposure epoch", POST).advice("call waitFor first");
        }
    }
}
