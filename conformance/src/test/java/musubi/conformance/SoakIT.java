package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Some seconds of the soak program in each run mode, all at a time; docs/soak.md has the long form.
 */
@Execution(ExecutionMode.CONCURRENT)
class SoakIT {
    private static final List<String> MODES =
            List.of("-n 4", "-n 3 --transport tcp", "-n 5 --pvas");
    private static final String SECONDS = "36";
    private static final long SEED = Long.getLong("soak.seed", System.nanoTime());

    @TempDir private Path folder;

    @Test
    void shouldFindNoWrongByteInAnyMode() throws InterruptedException {
        System.out.println("soak.seed=" + SEED);
        List<Future<Launched>> jobs;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            jobs = threads.invokeAll(MODES.stream().map(this::soak).toList());
        }
        assertAll(jobs.stream().map(job -> () -> assertNoWrongByte(job.get())));
    }

    private Callable<Launched> soak(String mode) {
        List<String> words = new ArrayList<>(List.of(mode.split(" ")));
        words.addAll(List.of("java", "musubi.conformance.soak.Soak"));
        words.addAll(List.of("--seconds", SECONDS, "--seed", String.valueOf(SEED)));
        words.addAll(List.of("--bytes", "400000"));
        return () -> Launched.mpiexec(folder, words);
    }

    private static void assertNoWrongByte(Launched job) {
        assertEquals(0, job.exitCode(), job::all);
        assertTrue(job.out().contains("No wrong byte in "), job::all);
    }
}
