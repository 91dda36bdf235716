package musubi.pvas;

import java.io.PrintStream;
import java.util.Arrays;

/**
 * The thread group of a rank, which includes all threads started by its threads. Uncaught
 * exceptions are printed as in a process.
 */
final class RankThreads extends ThreadGroup {
    private final PvasProcess process;

    RankThreads(PvasProcess process) {
        super("rank-" + process.id());
        this.process = process;
    }

    PvasProcess process() {
        return process;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        uncaught(process, thread, failure);
    }

    /** Passes an exception to the program's default handler, or prints it. */
    static void uncaught(PvasProcess process, Thread thread, Throwable failure) {
        if (failure instanceof ExitUnwinding) {
            return;
        }
        Thread.UncaughtExceptionHandler handler = process.defaultHandler();
        if (handler != null) {
            handler.uncaughtException(thread, failure);
            return;
        }
        PrintStream err = process.err();
        synchronized (err) {
            err.print("Exception in thread \"" + process.nameOf(thread) + "\" ");
            failure.printStackTrace(err);
        }
    }

    /** Waits for the end of all other non-daemon threads of the rank. */
    void awaitOthers() {
        for (Thread one = anyOther(); one != null; one = anyOther()) {
            try {
                one.join();
            } catch (InterruptedException e) {
                // As DestroyJavaVM: only the end of the threads ends the wait.
                continue;
            }
        }
    }

    private Thread anyOther() {
        for (Thread thread : threads()) {
            if (thread != Thread.currentThread() && !thread.isDaemon()) {
                return thread;
            }
        }
        return null;
    }

    void interruptOthers() {
        for (Thread thread : threads()) {
            if (thread != Thread.currentThread()) {
                thread.interrupt();
            }
        }
    }

    private Thread[] threads() {
        Thread[] found = new Thread[8];
        int count = enumerate(found);
        while (count == found.length) {
            found = new Thread[2 * found.length];
            count = enumerate(found);
        }
        return Arrays.copyOf(found, count);
    }
}
