package musubi.conformance.corpus;

import musubi.embedded.EmbeddedJob;
import musubi.embedded.EmbeddedRank;
import musubi.embedded.RankClasses;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A run of a program whose ranks are threads of this JVM, each with classes and output. */
final class EmbeddedRun {
    static final String MAIN = "misuse.Launch";
    private static final List<String> OF_TESTS =
            List.of("org.junit.", "org.opentest4j.", "org.apiguardian.");

    /** Read and rewritten once for all programs. */
    private static final RankClasses CLASSES =
            new RankClasses(EmbeddedRun.class.getClassLoader(), OF_TESTS);

    /** How long further ranks may take to report after the first one has failed. */
    private static final long REPORT_TIME_MS = 10_000;

    private static final long END_TIME_MS = 10_000;

    private final CorpusProgram program;
    private final List<String> expected;
    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final EmbeddedJob job;
    private final BlockingQueue<RankEnd> ended = new LinkedBlockingQueue<>();
    private int running;
    private boolean hasFailed;

    /** The end of a rank; the failure is null after a normal one. */
    private record RankEnd(EmbeddedRank rank, Throwable failure) {}

    private EmbeddedRun(CorpusProgram program, boolean checks, Map<String, String> settings) {
        this.program = program;
        expected = program.expected(checks);
        PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
        job = new EmbeddedJob(program.ranks(), CLASSES, settings, _ -> stream);
        running = program.ranks();
    }

    /**
     * Runs the program.
     *
     * @param transport between the ranks; empty for what they select by themselves
     * @param limitMs the time in which it has to end, in ms
     */
    static Outcome run(CorpusProgram program, boolean checks, String transport, long limitMs)
            throws InterruptedException {
        Map<String, String> settings = new HashMap<>();
        settings.put("deadlock.after", "100");
        settings.put("deadlock.polls.after", "500");
        settings.put("check", Boolean.toString(checks));
        if (!transport.isEmpty()) {
            settings.put("transport", transport);
        }
        return new EmbeddedRun(program, checks, settings).run(limitMs);
    }

    private Outcome run(long limitMs) throws InterruptedException {
        job.ranks().forEach(rank -> rank.start(() -> ended.add(runRank(rank))));
        boolean hung = !collect(limitMs, true);
        if (hasFailed) {
            job.abort("another rank has failed");
            collect(REPORT_TIME_MS, false);
        }
        Outcome outcome = new Outcome(hung ? text() + stacks() : text(), hasFailed, hung);
        end();
        return outcome;
    }

    private String text() {
        return output.toString(StandardCharsets.UTF_8);
    }

    private RankEnd runRank(EmbeddedRank rank) {
        Throwable failure = null;
        try {
            rank.loader()
                    .loadClass(MAIN)
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) new String[] {program.name()});
        } catch (InvocationTargetException e) {
            failure = e.getCause();
        } catch (ReflectiveOperationException e) {
            failure = e;
        }
        return new RankEnd(rank, failure);
    }

    /** Waits for ranks to end: whether all have, or one has failed, or the report is there. */
    private boolean collect(long limitMs, boolean untilFailure) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        while (running > 0 && !(hasFailed && (untilFailure || isReported()))) {
            RankEnd next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return false;
            }
            running--;
            if (next.failure != null) {
                hasFailed = true;
                output.writeBytes(
                        describe(next.rank, next.failure).getBytes(StandardCharsets.UTF_8));
            }
        }
        return true;
    }

    private static String describe(EmbeddedRank rank, Throwable failure) {
        String title = "rank " + rank.number() + ": " + failure;
        return withStack(title, failure.getStackTrace());
    }

    /** What each thread of each rank does now. */
    private String stacks() {
        StringBuilder text = new StringBuilder();
        for (EmbeddedRank rank : job.ranks()) {
            for (Thread thread : rank.threads()) {
                if (thread != null) {
                    String title = "rank " + rank.number() + ", " + thread.getName();
                    text.append(withStack(title + " " + thread.getState(), thread.getStackTrace()));
                }
            }
        }
        return text.toString();
    }

    private static String withStack(String title, StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder(title).append('\n');
        for (StackTraceElement element : stack) {
            text.append("    at ").append(element).append('\n');
        }
        return text.toString();
    }

    private boolean isReported() {
        return Outcome.hasAll(text(), expected);
    }

    /** Ends all threads of the job, so that no later program meets them. */
    private void end() throws InterruptedException {
        job.abort("the program has ended");
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(END_TIME_MS);
        for (EmbeddedRank rank : job.ranks()) {
            for (Thread thread : rank.threads()) {
                end(thread, deadline);
            }
            rank.end();
        }
    }

    private void end(Thread thread, long deadline) throws InterruptedException {
        while (thread != null && thread.isAlive()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError(program + " has a thread that does not end: " + thread);
            }
            thread.interrupt();
            thread.join(10);
        }
    }
}
