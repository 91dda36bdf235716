package musubi.progress;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Whether threads outside of waiting MPI calls may still end a wait. In doubt they may: an
 * unreported deadlock costs less than a false report.
 *
 * <p>A thread in state WAITING may not: it continues only after another thread has acted. The
 * exception is one that waits to enter the rank's {@link Gate}, which the asking thread holds: it
 * continues as soon as that one sleeps.
 */
public final class ThreadActivity {
    /** Names of threads outside of the program's group that run tasks of programs. */
    private static final List<String> WORKERS =
            List.of(
                    "ForkJoinPool",
                    "VirtualThread-unparker",
                    "process reaper",
                    "AWT-",
                    "Thread-",
                    "pool-");

    /** Where threads of pools wait for work. */
    private static final Set<String> IDLE =
            Set.of(
                    "java.util.concurrent.ThreadPoolExecutor.getTask",
                    "java.util.concurrent.ForkJoinPool.awaitWork");

    private final Gate gate;
    private final boolean manyThreads;
    private final Function<Thread, ThreadGroup> rankGroups;

    /**
     * For a rank.
     *
     * @param gate of the rank
     * @param manyThreads whether all threads may call MPI; else those that are daemons, and those
     *     of pools, are taken for helpers that do not
     * @param rankGroups the thread group of the rank that a thread belongs to, if ranks of this JVM
     *     have groups; else null
     */
    public ThreadActivity(
            Gate gate, boolean manyThreads, Function<Thread, ThreadGroup> rankGroups) {
        this.gate = gate;
        this.manyThreads = manyThreads;
        this.rankGroups = rankGroups;
    }

    /**
     * Whether a thread of the calling thread's rank that is none of these may end a wait. The
     * calling thread holds the gate, so that no other one passes it meanwhile.
     */
    boolean mayEndWait(Set<Thread> waiting) {
        Thread current = Thread.currentThread();
        if (current.isVirtual()) {
            // Nothing lists the others.
            return true;
        }
        ThreadGroup territory = territoryOf(current);
        return Arrays.stream(all(current))
                .anyMatch(thread -> !waiting.contains(thread) && mayEndWait(thread, territory));
    }

    private boolean mayEndWait(Thread thread, ThreadGroup territory) {
        ThreadGroup group = thread.getThreadGroup();
        boolean ended = group == null;
        if (ended || waitsForAnother(thread) || thread instanceof ProgressThread) {
            return false;
        }
        // Last, because it takes a stack trace: the JVM may have the threads of 1,024 ranks.
        return mayCallMpi(thread, group, territory) && !isIdleWorker(thread);
    }

    private boolean mayCallMpi(Thread thread, ThreadGroup group, ThreadGroup territory) {
        if (territory == group || territory.parentOf(group)) {
            // What is left of a main thread that has returned is not daemon and named so.
            return (manyThreads || !thread.isDaemon()) && !thread.getName().equals("DestroyJavaVM");
        }
        // Threads of another rank in this JVM act as that one.
        return manyThreads
                && rankGroups.apply(thread) == null
                && WORKERS.stream().anyMatch(thread.getName()::startsWith)
                && !(rankGroups.apply(Thread.currentThread()) != null && isOfTool(thread));
    }

    /**
     * Whether a worker runs a task of the application that contains the ranks, a test runner for
     * example, and none of a rank. The classes of a rank have a loader without a name. Tasks of the
     * JDK alone, as a parallel sort, may be of a rank.
     */
    private static boolean isOfTool(Thread worker) {
        boolean isOfApplication = false;
        for (StackTraceElement frame : worker.getStackTrace()) {
            if (frame.getClassLoaderName() != null) {
                isOfApplication |= !frame.getClassLoaderName().equals("platform");
            } else if (frame.getModuleName() == null) {
                return false;
            }
        }
        return isOfApplication;
    }

    /** Whether a thread continues only after another one has acted outside of MPI. */
    private boolean waitsForAnother(Thread thread) {
        return thread.getState() == Thread.State.WAITING && !gate.isAwaitedBy(thread);
    }

    /**
     * Whether a thread of a pool waits for work, which it does for a while before it ends. One that
     * waits for the time of its next task is not idle.
     */
    private static boolean isIdleWorker(Thread thread) {
        if (thread.getState() != Thread.State.TIMED_WAITING) {
            return false;
        }
        boolean idle = false;
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.getClassName().contains("ScheduledThreadPoolExecutor")) {
                return false;
            }
            idle |= IDLE.contains(frame.getClassName() + "." + frame.getMethodName());
        }
        return idle;
    }

    /** The group of the rank's own threads: that of the rank, or the JVM's for programs. */
    private ThreadGroup territoryOf(Thread thread) {
        ThreadGroup ofRank = rankGroups.apply(thread);
        if (ofRank != null) {
            return ofRank;
        }
        ThreadGroup group = thread.getThreadGroup();
        while (group.getParent() != null && group.getParent().getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    private static Thread[] all(Thread current) {
        ThreadGroup group = current.getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] found = new Thread[32];
        int count = group.enumerate(found);
        while (count == found.length) {
            found = new Thread[2 * found.length];
            count = group.enumerate(found);
        }
        return Arrays.copyOf(found, count);
    }
}
