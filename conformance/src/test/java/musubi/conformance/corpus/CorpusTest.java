package musubi.conformance.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.conformance.Page;
import musubi.embedded.EmbeddedJob;
import musubi.memory.PrivateFiles;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Runs the corpus on ranks that are threads of this JVM: each program ends as its annotation
 * describes. A program whose error is found although that is not expected fails too, so that
 * docs/error-corpus.md remains true.
 *
 * <p>Not to be run beside tests that start processes from this JVM: while a process runs, its end
 * may continue a thread of a rank, so that no deadlock of several threads is reported.
 */
class CorpusTest {
    /** Programs whose report is expected have this time to end, in ms. */
    private static final long PATIENCE_MS = 60_000;

    /** Programs that may hang without a report have this time, in ms. */
    private static final long HANG_MS = 1_000;

    /** The same with checks, which give a rank 2 s for the report of all. */
    private static final long CHECKED_HANG_MS = 3_000;

    /** Errors that are to be found without checks, of 100. */
    private static final int LEAST_PERCENT_BY_DEFAULT = 70;

    /** The same with checks. */
    private static final int LEAST_PERCENT_CHECKED = 95;

    /** The transport between the ranks; empty for what they select by themselves. */
    private static final String TRANSPORT = System.getProperty("musubi.corpus.transport", "");

    @BeforeAll
    static void routeOutput() {
        EmbeddedJob.routeOutput();
        // Ranks in this JVM report properties that are no settings; Page has read its own.
        Page.isWritten();
        System.clearProperty("musubi.pages");
        System.clearProperty("musubi.corpus.transport");
    }

    @Test
    void shouldFindTheErrorsThatThePageLists() throws InterruptedException, IOException {
        List<CorpusProgram> embedded =
                Corpus.programs().stream().filter(p -> !p.needsMpiexec()).toList();
        Results results = new Results();
        results.run(embedded, false, CorpusTest::run);
        results.run(embedded, true, CorpusTest::run);
        assertEquals(List.of(), filesOfJobs(), "shared memory that jobs have left");
        if (!TRANSPORT.isEmpty()) {
            System.out.println("Transport " + TRANSPORT + ":\n\n" + results.table());
        }
        List<String> differences = results.differences(TRANSPORT);
        assertEquals(List.of(), differences, () -> String.join("\n\n", differences));
        Page.check("error-corpus.md", new CorpusPage(Corpus.programs()).text());
    }

    /** Files of shared memory of this JVM's jobs, all of which have ended. */
    private static List<String> filesOfJobs() throws IOException {
        Path directory = Path.of("/dev/shm");
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        String jobs = "embedded-" + ProcessHandle.current().pid() + "-";
        try (Stream<Path> files = Files.list(PrivateFiles.within(directory))) {
            return files.map(Path::toString).filter(file -> file.contains(jobs)).toList();
        }
    }

    private static Outcome run(CorpusProgram program, boolean checks) throws InterruptedException {
        boolean ends = !program.isErroneous() || !program.expected(checks).isEmpty();
        long limitMs = ends ? PATIENCE_MS : checks ? CHECKED_HANG_MS : HANG_MS;
        return EmbeddedRun.run(program, checks, TRANSPORT, limitMs);
    }

    @Test
    void shouldGiveAReasonForEachErrorThatIsNotFound() {
        for (CorpusProgram program : Corpus.programs()) {
            boolean isMissed = program.isErroneous() && program.checked().isEmpty();
            assertEquals(isMissed, !program.missed().isEmpty(), program.name());
        }
    }

    @Test
    void shouldFindMostErrors() {
        List<CorpusProgram> erroneous =
                Corpus.programs().stream().filter(CorpusProgram::isErroneous).toList();
        assertTrue(percentFound(erroneous, false) >= LEAST_PERCENT_BY_DEFAULT);
        assertTrue(percentFound(erroneous, true) >= LEAST_PERCENT_CHECKED);
    }

    private static long percentFound(List<CorpusProgram> erroneous, boolean checks) {
        long found = erroneous.stream().filter(p -> !p.expected(checks).isEmpty()).count();
        return 100 * found / erroneous.size();
    }

    @Test
    void shouldHaveManyProgramsOfEachKind() {
        List<CorpusProgram> programs = Corpus.programs();
        assertTrue(programs.stream().filter(CorpusProgram::isErroneous).count() >= 200);
        assertTrue(programs.stream().filter(program -> !program.isErroneous()).count() >= 100);
        assertEquals(
                programs.size(), programs.stream().map(CorpusProgram::name).distinct().count());
    }
}
