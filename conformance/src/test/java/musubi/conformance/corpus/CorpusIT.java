package musubi.conformance.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs programs by mpiexec: those that need it, or all of them in the modes that the property
 * {@code musubi.corpus} names (docs/error-corpus.md).
 */
class CorpusIT {
    private static final long PATIENCE_S = 60;
    private static final long HANG_S = 6;

    private static final Map<String, List<String>> MODES =
            Map.of(
                    "pvas", List.of("--pvas"),
                    "shm", List.of("--transport", "shm"),
                    "tcp", List.of("--transport", "tcp"));

    @TempDir private static Path folder;

    /** All programs in all modes take 40 minutes; each run has a limit of its own. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void shouldFindTheErrorsOfJobs() throws InterruptedException {
        String modes = System.getProperty("musubi.corpus", "");
        List<String> differences = new ArrayList<>();
        if (modes.isEmpty()) {
            List<CorpusProgram> programs =
                    Corpus.programs().stream().filter(CorpusProgram::needsMpiexec).toList();
            Results results = new Results();
            results.run(programs, false, (program, checks) -> run(program, checks, "shm"));
            differences.addAll(results.differences("shm"));
        } else {
            for (String mode : modes.split(",")) {
                differences.addAll(runAll(mode));
            }
        }
        assertEquals(List.of(), differences, () -> String.join("\n\n", differences));
    }

    private static List<String> runAll(String mode) throws InterruptedException {
        String only = System.getProperty("musubi.corpus.only", "");
        List<CorpusProgram> programs =
                Corpus.programs().stream().filter(each -> each.name().startsWith(only)).toList();
        Results results = new Results();
        for (boolean checked : new boolean[] {false, true}) {
            System.out.printf("Mode %s, checks %b: %d programs%n", mode, checked, programs.size());
            results.run(programs, checked, (program, checks) -> run(program, checks, mode));
        }
        System.out.println("Mode " + mode + ":\n\n" + results.table());
        return results.differences(mode).stream().map(text -> mode + ": " + text).toList();
    }

    private static Outcome run(CorpusProgram program, boolean checks, String mode)
            throws Exception {
        boolean ends = !program.isErroneous() || !program.expected(checks).isEmpty();
        return LaunchedRun.run(
                program, checks, MODES.get(mode), ends ? PATIENCE_S : HANG_S, folder);
    }
}
