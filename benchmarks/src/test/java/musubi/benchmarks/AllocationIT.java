package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.AllocatingPingPong;

import musubi.examples.Mpiexec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Heap allocation of messages between two JVMs through package {@code mpi}: none, including the
 * Status of a receive if the program does not use it.
 */
class AllocationIT {
    private static final double NOTHING = AllocatingPingPong.NOTHING;

    /**
     * Allocation of a Status if the JIT compiler has not inlined a receive into the program's loop.
     */
    private static final double STATUS = 40;

    /**
     * Most jobs; one of four or so never inlines a receive, which the compiler decides anew in
     * each.
     */
    private static final int RUNS = 8;

    @TempDir private Path directory;

    @Test
    void shouldAllocateNothingForAMessage() throws Exception {
        Map<String, Double> least = new TreeMap<>();
        for (int run = 0; run < RUNS && (run == 0 || !isNothing(least)); run++) {
            for (String line : job(run)) {
                System.out.println("AllocationIT: rank, way, bytes for a round trip: " + line);
                String[] words = line.split(" ");
                double bytes = Double.parseDouble(words[2]);
                assertTrue(bytes < STATUS + NOTHING, line);
                least.merge(words[0] + " " + words[1], bytes, Math::min);
            }
        }
        assertEquals(8, least.size(), least::toString);
        assertTrue(isNothing(least), least::toString);
    }

    private static boolean isNothing(Map<String, Double> least) {
        return least.values().stream().allMatch(bytes -> bytes < NOTHING);
    }

    private List<String> job(int run) throws Exception {
        return Mpiexec.run(
                directory.resolve("log" + run),
                2,
                "-cp",
                Path.of("target", "test-classes").toAbsolutePath().toString(),
                AllocatingPingPong.class.getName());
    }
}
