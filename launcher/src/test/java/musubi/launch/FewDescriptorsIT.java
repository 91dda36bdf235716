package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import mpi.MPI;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Jobs whose processes may have few descriptors. */
class FewDescriptorsIT {
    private static final Map<String, String> TCP =
            Map.of("MUSUBI_TRANSPORT", "tcp", "MUSUBI_TCP_RECONNECT", "1");

    @BeforeEach
    void check() {
        assumeTrue(Files.exists(Path.of("/proc/self/limits")), "not Linux");
    }

    private static MpiexecRun.Result run(int limit, Map<String, String> variables, String... words)
            throws InterruptedException {
        List<String> shell = List.of("sh", "-c", "ulimit -n " + limit + " && exec \"$@\"", "sh");
        try (MpiexecRun run = MpiexecRun.startBehind(shell, variables, words)) {
            return run.finish();
        }
    }

    private static String advice(int limit) {
        return "all file descriptors of the process are open, limit="
                + limit
                + ": close files, or raise the limit (ulimit -n)";
    }

    @Test
    void shouldPrintTheLimitWhenMpiexecHasNoDescriptors() throws Exception {
        int limit = 32;
        MpiexecRun.Result result = run(limit, Map.of(), "-n", "16", "sleep", "1000").exitedWith(1);
        result.said(advice(limit));
        assertFalse(result.err().contains("\tat "), result::err);
    }

    @Test
    void shouldFailASendWhenTheProgramHasAllDescriptors() throws Exception {
        int limit = 128;
        String program = "musubi.launch.programs.Exhausting";
        MpiexecRun.Result result = run(limit, TCP, "-n", "3", program).exitedWith(MPI.ERR_OTHER);
        List<String> lines = result.out().lines().toList();
        assertEquals("files=true", lines.getFirst(), result::err);
        String error = lines.getLast();
        assertTrue(error.startsWith("MPI.ERR_OTHER: "), error);
        assertTrue(error.contains(advice(limit)), error);
    }

    @Test
    void shouldRunWithFewDescriptors() throws Exception {
        String program = "musubi.launch.programs.Receiving";
        MpiexecRun.Result result = run(64, TCP, "-n", "2", program, "60", "100000").exitedWith(0);
        assertEquals(List.of("sum=30 failures=0"), result.lines());
    }
}
