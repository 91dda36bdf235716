package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.Suite.Run;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs all statements in jobs of several numbers of ranks, run modes and transports. Four ranks,
 * which are enough for every statement, run in all combinations of the last two; the other numbers
 * in one of them, or in two with {@code -Dmusubi.test.modes=true}. A job runs all statements,
 * because starting JVMs takes time. After a failed check the job is started again behind it. At the
 * end docs/conformance.md must have these results, without that option.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class ConformanceIT {
    /** Whether to run most numbers of ranks in two modes. */
    private static final boolean MODES = Boolean.getBoolean("musubi.test.modes");

    private static final int MOST_FAILURES = 20;

    /** The time limit of a job. Two cores run 16 ranks in 30 s. */
    private static final String LIMIT_S = "700";

    /** Every rank has its own classes: the second compiler takes longer than the statements. */
    static final String CHEAP_COMPILER = "-XX:TieredStopAtLevel=1";

    private static final List<String> IN_ONE_JVM = List.of("--pvas");
    private static final List<String> IN_ONE_JVM_BY_TCP = List.of("--pvas", "--transport", "tcp");
    private static final List<String> PROCESSES = List.of("--transport", "shm");
    private static final List<String> PROCESSES_BY_TCP = List.of("--transport", "tcp");
    private static final List<String> IN_SEVERAL_JVMS = List.of("--pvas", "--ranks-per-jvm", "5");

    private final List<Job> ended = new ArrayList<>();
    private final Map<String, List<Job>> failedIn = new HashMap<>();

    /** Static, as a field of the instance would be another folder for each job. */
    @TempDir private static Path folder;

    /**
     * A job.
     *
     * @param ranks how many ranks
     * @param options of mpiexec
     */
    record Job(int ranks, List<String> options) {
        @Override
        public String toString() {
            return ranks + " ranks " + String.join(" ", options);
        }
    }

    /** The longest ones begin, and short ones fill the time beside the last of them. */
    static List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        jobs.add(new Job(16, IN_SEVERAL_JVMS));
        if (MODES) {
            jobs.add(new Job(16, IN_ONE_JVM_BY_TCP));
            jobs.add(new Job(8, PROCESSES_BY_TCP));
            jobs.add(new Job(8, IN_ONE_JVM));
            jobs.add(new Job(7, IN_ONE_JVM_BY_TCP));
            jobs.add(new Job(3, PROCESSES));
            jobs.add(new Job(2, IN_ONE_JVM));
            jobs.add(new Job(1, PROCESSES));
        }
        jobs.add(new Job(7, PROCESSES));
        jobs.add(new Job(8, IN_ONE_JVM_BY_TCP));
        jobs.add(new Job(4, PROCESSES_BY_TCP));
        jobs.add(new Job(4, PROCESSES));
        jobs.add(new Job(4, IN_ONE_JVM_BY_TCP));
        jobs.add(new Job(4, IN_ONE_JVM));
        jobs.add(new Job(2, PROCESSES_BY_TCP));
        jobs.add(new Job(3, IN_ONE_JVM));
        jobs.add(new Job(1, IN_ONE_JVM_BY_TCP));
        return jobs;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldConformWhenRunWith(Job job) throws IOException, InterruptedException {
        TreeSet<Integer> due = new TreeSet<>();
        for (Run run : Suite.runs()) {
            if (run.statement().ranks() <= job.ranks) {
                due.add(run.number());
            }
        }
        Map<Integer, String> failures = new TreeMap<>();
        while (!due.isEmpty() && failures.size() < MOST_FAILURES) {
            Outcome outcome = start(job, due.first());
            due.removeAll(outcome.passed);
            if (!due.isEmpty()) {
                int failed = outcome.failed(due.first());
                failures.put(failed, outcome.text());
                due.headSet(failed, true).clear();
            } else {
                assertEquals(0, outcome.exitCode, outcome::text);
            }
        }
        note(job, failures);
        assertTrue(failures.isEmpty(), () -> describe(failures));
    }

    private synchronized void note(Job job, Map<Integer, String> failures) {
        ended.add(job);
        for (int number : failures.keySet()) {
            String name = Suite.runs().get(number).statement().name();
            failedIn.computeIfAbsent(name, unused -> new ArrayList<>()).add(job);
        }
    }

    /** Not after a run of selected jobs, or of more. */
    @AfterAll
    void shouldShowWhatHeld() throws IOException {
        if (ended.size() == jobs().size() && !MODES) {
            Page.check("conformance.md", new ConformancePage(this::status).text());
        }
    }

    private String status(Statement statement) {
        List<Job> failed = failedIn.get(statement.name());
        if (failed != null) {
            return "fails: " + failed;
        }
        long held = ended.stream().filter(job -> job.ranks >= statement.ranks()).count();
        return "holds in " + held;
    }

    private static String describe(Map<Integer, String> failures) {
        StringBuilder text = new StringBuilder(failures.size() + " statements do not hold:\n");
        failures.forEach(
                (number, what) -> {
                    text.append("\n== ").append(Suite.runs().get(number).title()).append('\n');
                    text.append(what).append('\n');
                });
        return text.toString();
    }

    /** The outcome of a start of the suite. */
    private record Outcome(int exitCode, List<Integer> passed, String failures, String output) {
        /** The number of the first failed check, or {@code due} if none is reported. */
        int failed(int due) {
            return failures.isEmpty()
                    ? due
                    : Integer.parseInt(failures.substring(0, failures.indexOf(' ')));
        }

        String text() {
            String text = failures.isEmpty() ? output : failures;
            return "exit code "
                    + exitCode
                    + "\n"
                    + text.substring(0, Math.min(text.length(), 6000));
        }
    }

    private Outcome start(Job job, int first) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(folder, "job");
        Path report = own.resolve("report");
        Path failures = own.resolve("report.failures");
        List<String> words = new ArrayList<>(job.options);
        words.addAll(List.of("-timeout", LIMIT_S, "-n", Integer.toString(job.ranks)));
        words.addAll(List.of("-Xmx512m", CHEAP_COMPILER, Suite.class.getName()));
        words.addAll(List.of(report.toString(), Integer.toString(first)));
        Launched launched = Launched.mpiexec(own, words);
        List<Integer> passed = new ArrayList<>();
        if (Files.exists(report)) {
            Files.readAllLines(report).forEach(line -> passed.add(Integer.parseInt(line)));
        }
        String failed = Files.exists(failures) ? Files.readString(failures) : "";
        return new Outcome(launched.exitCode(), passed, failed, launched.all());
    }
}
