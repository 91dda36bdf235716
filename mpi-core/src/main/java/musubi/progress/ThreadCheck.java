package musubi.progress;

import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.concurrent.atomic.AtomicReference;

/** Finds calls of threads that the thread level does not allow. Any thread. */
final class ThreadCheck {
    private final ThreadLevel level;
    private final Thread main = Thread.currentThread();
    private final AtomicReference<Thread> inside = new AtomicReference<>();

    /** Calls within a call of the thread that is inside, such as those of a user's operation. */
    private int nested;

    ThreadCheck(ThreadLevel level) {
        this.level = level;
    }

    void enter() {
        Thread thread = Thread.currentThread();
        if (level != ThreadLevel.SERIALIZED && thread != main) {
            throw notOfInit(level, main);
        }
        if (level != ThreadLevel.SERIALIZED) {
            return;
        }
        if (inside.get() == thread) {
            nested++;
            return;
        }
        Thread other = inside.compareAndExchange(null, thread);
        if (other != null) {
            throw violation(
                    level,
                    "threads may call MPI one after the other only: there is a call under way of "
                            + CallSite.describe(other));
        }
    }

    /** The calling thread calls, but only the one that has called Init may. */
    static MpiFailure notOfInit(ThreadLevel level, Thread main) {
        String rule = "only the thread that called Init may call MPI: it is \"";
        return violation(level, rule + main.getName() + '"');
    }

    private static MpiFailure violation(ThreadLevel level, String rule) {
        return new MpiFailure(ErrorClass.OTHER, "a thread calls MPI that may not")
                .with("thread", '"' + Thread.currentThread().getName() + '"')
                .with("level", "MPI.THREAD_" + level)
                .advice(rule)
                .advice("ask for MPI.THREAD_MULTIPLE with MPI.InitThread");
    }

    void exit() {
        if (level != ThreadLevel.SERIALIZED) {
            return;
        }
        if (nested > 0) {
            nested--;
        } else {
            inside.set(null);
        }
    }
}
