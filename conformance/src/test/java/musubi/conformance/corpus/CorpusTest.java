package musubi.conformance.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.embedded.EmbeddedJob;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs the corpus on ranks that are threads of this JVM: each program ends as its annotation
 * describes. A program whose error is found although that is not expected fails too.
 */
class CorpusTest {
    /** Programs whose report is expected have this time to end, in ms. */
    private static final long PATIENCE_MS = 60_000;

    /** Programs that may hang without a report have this time, in ms. */
    private static final long HANG_MS = 1_000;

    /** The same with checks, which give a rank 2 s for the report of all. */
    private static final long CHECKED_HANG_MS = 3_000;

    @BeforeAll
    static void routeOutput() {
        EmbeddedJob.routeOutput();
    }

    @Test
    void shouldEndAsExpectedWithChecks() throws InterruptedException {
        run(true);
    }

    @Test
    void shouldEndAsExpectedWithoutChecks() throws InterruptedException {
        run(false);
    }

    private static void run(boolean checks) throws InterruptedException {
        String only = System.getProperty("musubi.corpus", "");
        List<String> failures = new ArrayList<>();
        for (CorpusProgram program : Corpus.programs()) {
            if (!program.needsMpiexec() && program.name().startsWith(only)) {
                boolean ends = !program.isErroneous() || !program.expected(checks).isEmpty();
                Outcome outcome = EmbeddedRun.run(program, checks, ends ? PATIENCE_MS : HANG_MS);
                String failure = Verdict.differs(program, checks, outcome);
                if (failure != null) {
                    failures.add(program + ": " + failure + "; " + outcome);
                }
            }
        }
        assertEquals(List.of(), failures, () -> String.join("\n\n", failures));
    }
}
