package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Five ranks run in three JVMs: 0 and 1, 2 and 3, 4. */
class SeveralJvmsIT extends RunModeTests {
    private static final String EVERY_TABLE = "-Dmusubi.shared.tables=1";
    private static final String MIXED = "musubi.launch.programs.MixedTraffic";

    @Override
    List<String> mode() {
        return List.of("--pvas", "--ranks-per-jvm", "2");
    }

    @Override
    int size() {
        return 5;
    }

    @Override
    String dumpOf(int rank) {
        String jvm = rank < 2 ? "0-1" : rank < 4 ? "2-3" : "4";
        return "[" + jvm + "] \"main-" + rank + "\"";
    }

    /** The memory report has an irregular order of ranks once for the node that shares it. */
    @ParameterizedTest
    @ValueSource(strings = {"shm", "tcp"})
    void shouldCommunicateWithinAndBetweenJvms(String transport) throws InterruptedException {
        MpiexecRun.Result result =
                runSized("--transport", transport, "--memory-report", EVERY_TABLE, MIXED);
        assertEquals(
                IntStream.range(0, 5).mapToObj(r -> r + " done").toList(),
                result.exitedWith(0).lines());
        MemoryTable memory = MemoryTable.of(result.err()).checked(5);
        boolean isShared = transport.equals("shm");
        long writers =
                IntStream.range(0, 5)
                        .mapToObj(rank -> memory.at("rank " + rank, "participant sets"))
                        .filter(bytes -> bytes.outside() > 0)
                        .count();
        assertEquals(isShared ? 1 : 0, writers, result.err());
        assertEquals(isShared, memory.at("rank 4", "shared memory").outside() >= 788);
    }

    /** Each JVM has its shared memory in another directory, as if on a host of its own. */
    @Test
    void shouldTakeTcpBetweenJvmsThatShareNoMemory() throws Exception {
        List<String> words = new ArrayList<>(List.of("--transport", "shm,tcp"));
        for (String place : List.of("one", "two")) {
            String path = Files.createDirectory(directory.resolve(place)).toString();
            words.addAll(List.of("-env", "MUSUBI_SHM_DIRECTORY", path, "-n", "2", MIXED));
            words.addAll(List.of("program", ":"));
        }
        words.removeLast();
        MpiexecRun.Result result = run(words.toArray(new String[0])).exitedWith(0);
        assertEquals(
                IntStream.range(0, 4).mapToObj(r -> r + " done in program " + r / 2).toList(),
                result.lines());
    }

    @Test
    void shouldNameTheRanksOfAJvmThatIsKilled() throws Exception {
        try (MpiexecRun run =
                MpiexecRun.start(sized("-v", "musubi.launch.programs.Sleeper", "mpi"))) {
            run.awaitOutput("ready");
            run.await(() -> run.out().lines().count() == 5);
            assertEquals(3, run.ranks().size());
            Matcher started = Pattern.compile("ranks 2-3: pid (\\d+):").matcher(run.err());
            assertTrue(started.find(), run::err);
            String pid = started.group(1);
            MpiexecRun.signal("KILL", Long.parseLong(pid));
            run.finish()
                    .exitedWith(137)
                    .said(
                            "ranks 2-3 (pid "
                                    + pid
                                    + ") were ended by signal 9 (SIGKILL) before MPI.Finalize;"
                                    + " mpiexec ended the others still running: 3.");
        }
    }

    @Test
    void shouldShareJvmsInTheOrderOfRanks() throws Exception {
        write("Pid.java", "void main() { IO.println(ProcessHandle.current().pid()); }");
        MpiexecRun.Result result =
                runHere("-l", "-n", "1", "Pid.java", ":", "-n", "4", "Pid.java", "second");
        List<String> pids = result.exitedWith(0).lines().stream().map(s -> s.substring(4)).toList();
        assertEquals(pids.get(0), pids.get(1));
        assertEquals(pids.get(2), pids.get(3));
        assertEquals(3, Set.copyOf(pids).size());
    }
}
