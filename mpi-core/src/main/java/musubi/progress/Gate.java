package musubi.progress;

import musubi.error.CallNotes;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The right to act as the rank: every call from the façade enters, and leaves while it waits. With
 * one thread at a time (up to {@code MPI_THREAD_SERIALIZED} and no {@link ProgressThread}) it costs
 * nothing. MPI-4.1 section 11.6.
 */
public final class Gate {
    private final ReentrantLock lock;
    private final ThreadCheck check;

    private final ThreadLevel level;
    private final CallNotes notes;

    /** The only thread that may call; null once another one was noted, and if others may. */
    private Thread main;

    /** The thread that enters and leaves at no cost; null if there is none. */
    private Thread free;

    /** The same, also while it is in an operation of the program. */
    private Thread freeOutside;

    /** The thread that is in an operation of the program; else null. */
    private Thread operating;

    /** Null if calls are not observed. */
    private final CallObserver callObserver;

    /** Whether there is no lock, no check and no observer. */
    private final boolean isUnguarded;

    /** Whether nothing is to be done when a call leaves. */
    private final boolean leavesFreely;

    /** How many calls are under way, those that wait too; counted with the lock held. */
    private volatile int calls;

    /** How many calls have begun; counted with the lock held. */
    private final AtomicLong entries = new AtomicLong();

    /** Threads that wait until no call is under way. */
    private final Set<Thread> awaitingEnd = ConcurrentHashMap.newKeySet();

    /** Whether there are such threads. */
    private volatile boolean isEndAwaited;

    /**
     * A gate.
     *
     * @param level which threads may call
     * @param checked whether those that may not are found out; made by the thread that calls Init
     * @param assisted whether there is a {@link ProgressThread}
     * @param observer of calls; null for none
     * @param notes has the first call of a thread that may not, if those are not found out
     */
    public Gate(
            ThreadLevel level,
            boolean checked,
            boolean assisted,
            CallObserver observer,
            CallNotes notes) {
        boolean many = level == ThreadLevel.MULTIPLE;
        lock = many || assisted ? new ReentrantLock() : null;
        check = checked && !many ? new ThreadCheck(level) : null;
        callObserver = observer;
        isUnguarded = lock == null && check == null && callObserver == null;
        this.level = level;
        this.notes = notes;
        boolean only = level == ThreadLevel.SINGLE || level == ThreadLevel.FUNNELED;
        main = only && !checked ? Thread.currentThread() : null;
        // With checks of these levels only calls of other threads have something to find.
        leavesFreely = lock == null && callObserver == null && (only || check == null);
        freeOutside = leavesFreely && only ? Thread.currentThread() : null;
        free = freeOutside;
    }

    /** Whether several threads may make progress at the same time. */
    public boolean isMultithreaded() {
        return lock != null;
    }

    /** Whether some thread is in a call, and so makes progress by itself. */
    boolean isInCall() {
        return calls > 0;
    }

    /** How many calls have begun, possibly stale, as far as is counted. */
    long entries() {
        return entries.getOpaque();
    }

    /** Sleeps until no call is under way, or the condition holds and the thread is unparked. */
    void awaitNoCall(BooleanSupplier cancelled) {
        awaitingEnd.add(Thread.currentThread());
        isEndAwaited = true;
        // An exit that does not see the flag has left the count of calls at 0, which is seen here.
        while (calls > 0 && !cancelled.getAsBoolean()) {
            LockSupport.park(this);
            isEndAwaited = true;
        }
        awaitingEnd.remove(Thread.currentThread());
    }

    private void countEntry() {
        calls++;
        entries.lazySet(entries.getPlain() + 1);
    }

    /** Ends a call, with the lock held. */
    private void unlock() {
        calls--;
        lock.unlock();
        if (isEndAwaited && calls == 0) {
            isEndAwaited = false;
            awaitingEnd.forEach(LockSupport::unpark);
        }
    }

    /** Whether another thread than the one that has entered is in a call, as far as is counted. */
    public boolean isInOtherCall() {
        return calls > 1;
    }

    /** Whether a thread waits to enter, or to continue after a pause. */
    boolean isAwaitedBy(Thread thread) {
        return lock != null && lock.hasQueuedThread(thread);
    }

    /**
     * Waits for the right to act as the rank. Not to be entered twice by one thread.
     *
     * @throws musubi.error.MpiFailure when this thread may not call, as far as that is checked
     */
    public void enter() {
        Thread current = Thread.currentThread();
        if (current != free) {
            enterChecked(current);
        }
    }

    private void enterChecked(Thread current) {
        if (current == operating) {
            throw new MpiFailure(ErrorClass.OP, "a reduction operation of the program calls MPI")
                    .with("call", CallSite.find())
                    .advice("call MPI before or after the reduction");
        }
        if (main != null && main != current) {
            noteOther();
        }
        enterLocally();
    }

    private void noteOther() {
        Thread ofInit;
        synchronized (this) {
            ofInit = main;
            main = null;
            freeOutside = null;
            free = null;
        }
        if (ofInit != null) {
            notes.add(ThreadCheck.notOfInit(level, ofInit));
        }
    }

    /** As {@link #enterLocally}, unless another thread acts as the rank; returns whether it did. */
    public boolean tryEnter() {
        if (lock == null || lock.tryLock()) {
            if (lock == null) {
                enterLocally();
            } else {
                countEntry();
            }
            return true;
        }
        return false;
    }

    /** Gives the right of {@link #tryEnter} up. */
    public void exitTried() {
        if (lock == null) {
            exit();
        } else {
            unlock();
        }
    }

    /**
     * As {@link #enter} for a call without communication, which an operation of the program may
     * make too, and other threads without a note.
     */
    public void enterLocally() {
        if (!isUnguarded) {
            enterGuarded();
        }
    }

    private void enterGuarded() {
        if (callObserver != null) {
            callObserver.callBegan();
        }
        if (check != null) {
            check.enter();
        }
        if (lock != null) {
            lock.lock();
            countEntry();
        }
    }

    /** Gives the right up. */
    public void exit() {
        if (!leavesFreely) {
            exitGuarded();
        }
    }

    private void exitGuarded() {
        if (lock != null) {
            unlock();
        }
        if (check != null) {
            check.exit();
        }
        if (callObserver != null) {
            callObserver.callEnded();
        }
    }

    /** Gives the right up while a call waits. */
    void pause() {
        if (lock != null) {
            lock.unlock();
        }
    }

    /** Ends a {@link #pause}. */
    void resume() {
        if (lock != null) {
            lock.lock();
        }
    }

    /** This thread begins an operation of the program, which may not communicate. */
    public void beginOperation() {
        operating = Thread.currentThread();
        free = null;
    }

    /** The operation has ended. */
    public void endOperation() {
        operating = null;
        free = freeOutside;
    }

    /** Calls what may call MPI itself, without the right if this thread has it. */
    public void runOutside(Runnable action) {
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
