package musubi.job;

import musubi.bootstrap.local.LocalJob;
import musubi.pvas.ClassStore;
import musubi.pvas.StandardStreams;

import java.io.FileDescriptor;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * An MPI program in one JVM: each rank is a thread with its own copy of package {@code mpi}. A job
 * that hangs fails with the stacks of all ranks.
 *
 * <p>A program is a lambda that captures at most values of JDK types. It runs in the rank's copy of
 * its class.
 */
public final class IsolatedJob {
    private static final long DEFAULT_TIMEOUT_S = 600;

    /** Loaders by test: classes are read and rewritten once for all jobs. */
    private static final Map<String, ClassStore> STORES = new ConcurrentHashMap<>();

    private final int size;
    private final Map<String, String> settings;
    private long timeoutS = DEFAULT_TIMEOUT_S;
    private RankRunner runner;

    /** The program of each rank. */
    @FunctionalInterface
    public interface Program extends Serializable {
        /** Runs the rank; an exception fails the job. */
        void run() throws Exception;
    }

    private IsolatedJob(int size, Map<String, String> settings) {
        this.size = size;
        this.settings = settings;
    }

    /** A job of {@code size} ranks, with settings by name without the prefix. */
    public static IsolatedJob of(int size, Map<String, String> settings) {
        return new IsolatedJob(size, new HashMap<>(settings));
    }

    /** Adds a setting. */
    public IsolatedJob with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** Sets the time limit of the job. */
    public IsolatedJob timeout(long seconds) {
        timeoutS = seconds;
        return this;
    }

    /** Runs the ranks outside of this JVM. */
    public IsolatedJob on(RankRunner elsewhere) {
        runner = elsewhere;
        return this;
    }

    /** Runs the program between Init and Finalize. */
    public void run(Program program) {
        start(program, true, true);
    }

    /** Runs the program after Init, without Finalize, for programs that abort the job. */
    public void runUnfinished(Program program) {
        start(program, true, false);
    }

    /** Runs the program, which calls Init itself. */
    public void runBare(Program program) {
        start(program, false, false);
    }

    private void start(Program program, boolean initialise, boolean finish) {
        SerializedLambda lambda = lambda(program);
        RankRunner.Work work =
                new RankRunner.Work(size, settings, lambda, initialise, finish, timeoutS);
        if (runner != null) {
            runner.run(work);
            return;
        }
        String name = "test-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        LocalJob job = new LocalJob(size, name);
        Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        // The others begin or end in states of MPI that the next job could not begin with.
        boolean isWhole = initialise && finish;
        List<IsolatedRank> ranks = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        ClassStore classes = classesOf(lambda);
        for (int r = 0; r < size; r++) {
            IsolatedRank rank =
                    isWhole ? IsolatedRank.idle(classes, r) : IsolatedRank.fresh(classes, r);
            ranks.add(rank);
            threads.add(rank.thread(job, work, failures));
        }
        threads.forEach(Thread::start);
        join(threads, failures);
        if (isWhole && failures.isEmpty()) {
            ranks.forEach(IsolatedRank::release);
        }
        report(failures);
    }

    private static SerializedLambda lambda(Program program) {
        try {
            Method writeReplace = program.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return (SerializedLambda) writeReplace.invoke(program);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException("the program must be a lambda", e);
        }
    }

    /**
     * The rank has its own copies of the test and its nested classes, as of package {@code mpi}.
     */
    private static ClassStore classesOf(SerializedLambda lambda) {
        String name = lambda.getImplClass().replace('/', '.');
        return STORES.computeIfAbsent(
                name.startsWith("mpi.") ? "mpi" : name,
                own ->
                        new ClassStore(
                                IsolatedJob.class.getClassLoader(),
                                one -> one.equals(own) || one.startsWith(own + "$"),
                                new URL[0],
                                System.err::println));
    }

    /** The streams of the JVM, which stay open at the end of the rank. */
    public static StandardStreams streamsOfJvm() {
        return new StandardStreams(
                System.in,
                System.out,
                System.err,
                FileDescriptor.in,
                FileDescriptor.out,
                FileDescriptor.err,
                () -> {});
    }

    private void join(List<Thread> threads, Queue<Throwable> failures) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutS);
        try {
            for (Thread thread : threads) {
                while (thread.isAlive() && failures.isEmpty()) {
                    thread.join(20);
                    checkTime(deadline, threads);
                }
            }
            joinSoon(threads);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** The remaining ranks after a failure, which may be about to fail too, opening files. */
    private static void joinSoon(List<Thread> threads) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        for (Thread thread : threads) {
            TimeUnit.NANOSECONDS.timedJoin(thread, end - System.nanoTime());
        }
    }

    private static void checkTime(long deadline, List<Thread> threads) {
        if (System.nanoTime() > deadline) {
            throw new AssertionError("the job hangs; stacks of all ranks:\n" + stacks(threads));
        }
    }

    private static void report(Queue<Throwable> failures) {
        Throwable first = failures.poll();
        if (first instanceof AssertionError error) {
            failures.forEach(error::addSuppressed);
            throw error;
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
