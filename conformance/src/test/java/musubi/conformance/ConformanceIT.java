package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.Suite.Run;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs all statements in jobs of every number of ranks, run mode and transport; few JVM starts for
 * many statements. A job that a failed check has ended is started again behind that check.
 */
class ConformanceIT {
    private static final int MOST_FAILURES = 20;

    @TempDir private Path folder;

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

    static List<Job> jobs() {
        List<Job> jobs = new ArrayList<>();
        for (int ranks : new int[] {1, 2, 3, 4, 7, 8, 16}) {
            jobs.add(new Job(ranks, List.of("--pvas")));
            jobs.add(new Job(ranks, List.of("--transport", "shm")));
        }
        for (int ranks : new int[] {2, 4, 7}) {
            jobs.add(new Job(ranks, List.of("--pvas", "--transport", "tcp")));
        }
        jobs.add(new Job(3, List.of("--transport", "tcp")));
        jobs.add(new Job(7, List.of("--pvas", "--ranks-per-jvm", "3")));
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
        assertTrue(failures.isEmpty(), () -> describe(failures));
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

    /** What a start of the suite left. */
    private record Outcome(int exitCode, List<Integer> passed, String failures, String output) {
        /** The number of the first failed check, or what was due when none was told. */
        int failed(int due) {
            return failures.isEmpty()
                    ? due
                    : Integer.parseInt(failures.substring(0, failures.indexOf(' ')));
        }

        String text() {
            String told = failures.isEmpty() ? output : failures;
            return "exit code "
                    + exitCode
                    + "\n"
                    + told.substring(0, Math.min(told.length(), 6000));
        }
    }

    private Outcome start(Job job, int first) throws IOException, InterruptedException {
        Path report = folder.resolve("report");
        Path failures = folder.resolve("report.failures");
        Files.deleteIfExists(report);
        Files.deleteIfExists(failures);
        List<String> words = new ArrayList<>(job.options);
        words.addAll(List.of("-timeout", "60", "-n", Integer.toString(job.ranks)));
        words.addAll(List.of("-Xmx512m", Suite.class.getName()));
        words.addAll(List.of(report.toString(), Integer.toString(first)));
        Launched launched = Launched.mpiexec(folder, words);
        List<Integer> passed = new ArrayList<>();
        if (Files.exists(report)) {
            Files.readAllLines(report).forEach(line -> passed.add(Integer.parseInt(line)));
        }
        String told = Files.exists(failures) ? Files.readString(failures) : "";
        return new Outcome(launched.exitCode(), passed, told, launched.all());
    }
}
