package musubi.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Some seconds of the soak program in each run mode; docs/soak.md has the long form. */
@Execution(ExecutionMode.CONCURRENT)
class SoakIT {
    private static final String SECONDS = "36";
    private static final long SEED = Long.getLong("soak.seed", System.nanoTime());

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-n 4", "-n 3 --transport tcp", "-n 5 --pvas"})
    void shouldFindNoWrongByte(String mode) throws IOException, InterruptedException {
        System.out.println("soak.seed=" + SEED);
        List<String> words = new ArrayList<>(List.of(mode.split(" ")));
        words.addAll(List.of("java", "musubi.conformance.soak.Soak"));
        words.addAll(List.of("--seconds", SECONDS, "--seed", String.valueOf(SEED)));
        words.addAll(List.of("--bytes", "400000"));
        Launched job = Launched.mpiexec(folder, words);
        assertEquals(0, job.exitCode(), job::all);
        assertTrue(job.out().contains("No wrong byte in "), job::all);
    }
}
