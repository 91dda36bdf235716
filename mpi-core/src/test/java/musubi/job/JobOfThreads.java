package musubi.job;

import musubi.Rank;
import musubi.bootstrap.local.LocalJob;
import musubi.config.Settings;
import musubi.progress.ThreadLevel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * A job in one JVM: each rank is a thread with its own rank object. A job that hangs fails with the
 * stacks of all ranks.
 */
public final class JobOfThreads {
    private static final long TIMEOUT_S = 600;

    private final int size;
    private final Map<String, String> settings;

    /** The program of a rank. */
    @FunctionalInterface
    public interface Program {
        /** Runs the rank; an exception fails the job. */
        void run(Rank rank) throws Exception;
    }

    /** A job of {@code size} ranks with settings by name, without the prefix. */
    public JobOfThreads(int size, Map<String, String> settings) {
        this.size = size;
        this.settings = settings;
    }

    /** Runs the program on all ranks and waits for all. */
    public static void run(int size, Map<String, String> settings, Program program)
            throws InterruptedException {
        new JobOfThreads(size, settings).run(program);
    }

    private void run(Program program) throws InterruptedException {
        String name = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        LocalJob job = new LocalJob(size, name);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        Function<String, String> lookup = key -> settings.get(key.replaceFirst("^musubi\\.", ""));
        for (int r = 0; r < size; r++) {
            int me = r;
            Runnable body = () -> runRank(job, me, lookup, program, failure);
            threads.add(Thread.ofPlatform().name("rank-" + r).daemon().start(body));
        }
        join(threads, failure);
        if (failure.get() != null) {
            throw new AssertionError("a rank failed: " + failure.get(), failure.get());
        }
    }

    private static void runRank(
            LocalJob job,
            int me,
            Function<String, String> lookup,
            Program program,
            AtomicReference<Throwable> failure) {
        try {
            Rank rank =
                    Rank.open(
                            job.bootstrap(me), new Settings(lookup, Map.of()), ThreadLevel.SINGLE);
            program.run(rank);
            rank.leave();
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
    }

    private static void join(List<Thread> threads, AtomicReference<Throwable> failure)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_S);
        for (Thread thread : threads) {
            while (thread.isAlive() && failure.get() == null) {
                if (System.nanoTime() > deadline) {
                    throw new AssertionError(
                            "the job hangs; stacks of all ranks:\n" + stacks(threads));
                }
                thread.join(20);
            }
        }
    }

    private static String stacks(List<Thread> threads) {
        StringBuilder text = new StringBuilder();
        for (Thread thread : threads) {
            text.append(thread.getName()).append(' ').append(thread.getState()).append('\n');
            for (StackTraceElement element : thread.getStackTrace()) {
                text.append("    at ").append(element).append('\n');
            }
        }
        return text.toString();
    }
}
