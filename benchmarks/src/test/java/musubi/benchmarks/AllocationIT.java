package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.examples.Mpiexec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/**
 * What a small message costs in memory between two JVMs, through package {@code mpi}: nothing, also
 * not the Status that a receive returns, when the program does not look at it.
 */
@Timeout(90)
class AllocationIT {
    /** A few bytes for 10^5 trips: what is left of warming up. */
    private static final double NOTHING = 0.1;

    @TempDir private Path directory;

    @Test
    void shouldAllocateNothingForASmallMessage() throws Exception {
        List<String> lines =
                Mpiexec.run(
                        directory.resolve("log"),
                        2,
                        "-cp",
                        Path.of("target", "test-classes").toAbsolutePath().toString(),
                        AllocatingPingPong.class.getName());
        assertEquals(6, lines.size(), () -> String.join("\n", lines));
        for (String line : lines) {
            System.out.println("AllocationIT: rank, way, bytes for a round trip: " + line);
            String[] words = line.split(" ");
            assertTrue(Double.parseDouble(words[2]) < NOTHING, line);
        }
    }
}
