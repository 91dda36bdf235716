package musubi.junit;

import musubi.embedded.EmbeddedJob;
import musubi.embedded.EmbeddedRank;
import musubi.embedded.RankClasses;
import musubi.embedded.TaggedOutput;

import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.TestAbortedException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One invocation of a test on its ranks, as the test JVM sees it. */
final class RankedTest {
    private static final List<String> OF_JUNIT =
            List.of("org.junit.", "org.opentest4j.", "org.apiguardian.");

    /** How long a rank may need to notice that another one has failed. */
    private static final long PATIENCE_S = 2;

    private final MpiTest test;
    private final ExtensionContext context;
    private final List<TaggedOutput> logs = new ArrayList<>();
    private final EmbeddedJob job;
    private final BlockingQueue<RankOutcome> ended = new LinkedBlockingQueue<>();
    private final List<RankOutcome> outcomes = new ArrayList<>();

    RankedTest(MpiTest test, int ranks, ExtensionContext context) {
        this.test = test;
        this.context = context;
        for (int rank = 0; rank < ranks; rank++) {
            logs.add(new TaggedOutput(rank, System.out));
        }
        job = new EmbeddedJob(ranks, classes(), settings(), rank -> logs.get(rank).stream());
    }

    /** Read and rewritten once for all tests with the same loader. */
    private RankClasses classes() {
        ClassLoader loader = context.getRequiredTestClass().getClassLoader();
        List<String> shared =
                Stream.concat(OF_JUNIT.stream(), Arrays.stream(test.shared())).toList();
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(RankedTest.class, loader))
                .getOrComputeIfAbsent(
                        shared, prefixes -> new RankClasses(loader, prefixes), RankClasses.class);
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        // Waits notice soon that another rank has failed.
        settings.put("deadlock.after", "500");
        for (String pair : test.settings()) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new ExtensionConfigurationException(
                        "a setting of @MpiTest has the form name=value: " + pair);
            }
            settings.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return settings;
    }

    /** Runs the test; throws the failures of all ranks. */
    void run() {
        for (EmbeddedRank rank : job.ranks()) {
            rank.start(() -> ended.add(new RankExecution(rank, test, context.getUniqueId()).run()));
        }
        String stopped = awaitAll();
        logs.forEach(TaggedOutput::finish);
        RankFailures.throwIfAny(outcomes, stopped, logs);
        outcomes.stream().filter(RankOutcome::isSkipped).findFirst().ifPresent(RankedTest::skip);
    }

    private static void skip(RankOutcome outcome) {
        throw new TestAbortedException(
                "skipped on rank " + outcome.rank() + ": " + outcome.failure().getMessage(),
                outcome.failure());
    }

    /** Returns why ranks were stopped that have not ended by themselves, or null. */
    private String awaitAll() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(test.timeout());
        try {
            while (outcomes.size() < job.ranks().size()) {
                RankOutcome next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (next == null) {
                    String stacks = new StackDump(running()).text();
                    job.ranks().forEach(EmbeddedRank::interrupt);
                    stop("the test took longer than " + test.timeout() + " s");
                    return "ranks still ran after " + test.timeout() + " s:\n" + stacks;
                }
                outcomes.add(next);
                if (next.failure() != null) {
                    return stop("rank " + next.rank() + " has ended: " + next.failure());
                }
            }
            return null;
        } catch (InterruptedException e) {
            job.abort("the test was interrupted");
            job.ranks().forEach(EmbeddedRank::interrupt);
            Thread.currentThread().interrupt();
            return "the test was interrupted";
        }
    }

    /** Ends the waits of all ranks in MPI, then all others; returns what is left of them. */
    private String stop(String cause) throws InterruptedException {
        job.abort(cause);
        if (collect(PATIENCE_S)) {
            return null;
        }
        running().forEach(EmbeddedRank::interrupt);
        return collect(PATIENCE_S)
                ? null
                : "ranks do not end, not even by an interrupt:\n" + new StackDump(running()).text();
    }

    private boolean collect(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (outcomes.size() < job.ranks().size()) {
            RankOutcome next = ended.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (next == null) {
                return false;
            }
            outcomes.add(next);
        }
        return true;
    }

    private List<EmbeddedRank> running() {
        List<Integer> done = outcomes.stream().map(RankOutcome::rank).toList();
        return job.ranks().stream().filter(rank -> !done.contains(rank.number())).toList();
    }
}
