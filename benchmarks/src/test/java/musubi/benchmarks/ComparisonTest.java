package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The tests of the script benchmarks/compare, which are in Python. */
class ComparisonTest {
    private static final long TIME_LIMIT_S = 600;

    @TempDir private Path directory;

    @Test
    void shouldPassTheTestsOfTheScript() throws Exception {
        Path log = directory.resolve("log");
        ProcessBuilder builder =
                new ProcessBuilder(
                                List.of(
                                        "python3",
                                        "-B",
                                        "-m",
                                        "unittest",
                                        "-q",
                                        "comparison.test_comparison"))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        Process process = start(builder);
        assumeTrue(process != null, "there is no python3");
        assertTrue(process.waitFor(TIME_LIMIT_S, TimeUnit.SECONDS), "no end");
        assertEquals(0, process.exitValue(), Files.readString(log));
    }

    private static Process start(ProcessBuilder builder) {
        try {
            return builder.start();
        } catch (IOException e) {
            return null;
        }
    }
}
