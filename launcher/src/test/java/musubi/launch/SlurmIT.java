package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Ranks started by srun, and node proxies started by srun, in a real Slurm. */
class SlurmIT {
    private static final String RANK = "musubi.launch.programs.Rank";
    private static final String TRAFFIC = "musubi.launch.programs.MixedTraffic";
    private static final List<String> ALLOCATE =
            List.of("salloc", "-Q", "-N2", "--ntasks-per-node=2");

    @TempDir static Path directory;

    private static SlurmNodes slurm;

    @BeforeAll
    static void start() throws IOException {
        slurm = SlurmNodes.in(directory);
    }

    @AfterAll
    static void end() {
        if (slurm != null) {
            slurm.close();
        }
    }

    /** Musubi's ranks under srun, with both versions of PMI. */
    private static String srun(int code, String version, String nodes, int ranks, String... program)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("srun", "--mpi=pmi2", "-K", "-N" + nodes));
        words.addAll(List.of("-n", Integer.toString(ranks), "--overcommit"));
        words.addAll(NativeProgramsIT.javaWords(program));
        return slurm.output(code, Map.of("MUSUBI_PMI_VERSION", version), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void shouldRunRanksThatSrunStarts(String version) throws Exception {
        assertTraffic(srun(0, version, "1", 2, TRAFFIC), 2);
        // Two of the ranks share a node.
        assertTraffic(srun(0, version, "2", 3, TRAFFIC), 3);
        List<String> epochs = ranksLines(srun(0, version, "2", 3, RANK, "epochs", "1"));
        assertEquals(3, epochs.size(), epochs::toString);
        for (int rank = 0; rank < 3; rank++) {
            String expected = rank + "/3 epoch 0 same true fresh true";
            assertEquals(expected, epochs.get(rank));
        }
        List<String> keys = ranksLines(srun(0, version, "2", 3, RANK, "keys", "5"));
        assertEquals(6, keys.size(), keys::toString);
    }

    /** Ignores lines of a transport on connections. */
    private static void assertTraffic(String output, int ranks) {
        assertEquals(
                IntStream.range(0, ranks).mapToObj(rank -> rank + " done").toList(),
                output.lines().filter(line -> line.endsWith(" done")).sorted().toList(),
                output);
    }

    /** Without messages of srun itself on waiting for the previous step. */
    private static List<String> ranksLines(String output) {
        return output.lines().filter(line -> !line.startsWith("srun: ")).sorted().toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void shouldEndAllWhenARankUnderSrunAborts(String version) throws Exception {
        srun(137, version, "2", 3, RANK, "abort", "7");
    }

    private static List<String> allocated(String... words) {
        List<String> all = new ArrayList<>(ALLOCATE);
        all.addAll(MpiexecRun.command(words));
        return all;
    }

    private static final Map<String, String> CLASSES =
            Map.of("CLASSPATH", Path.of("target/test-classes").toAbsolutePath().toString());

    @Test
    void shouldStartNodeProxiesWithSrun() throws Exception {
        String script = "echo $PMI_RANK/$PMI_SIZE $MPI_LOCALRANKID $SLURMD_NODENAME";
        String out = slurm.output(0, Map.of(), allocated("sh", "-c", script));
        assertEquals(
                List.of("0/4 0 n1", "1/4 1 n1", "2/4 0 n2", "3/4 1 n2"),
                out.lines().sorted().toList());
        String fanOut = "--fan-out=1";
        out = slurm.output(0, CLASSES, allocated(fanOut, MpiexecRun.CHEAP_COMPILER, TRAFFIC));
        assertEquals(4, out.lines().count(), out);
    }

    @Test
    void shouldReturnTheCodesOfOneHost() throws Exception {
        slurm.output(3, Map.of(), allocated("sh", "-c", "[ $PMI_RANK = 3 ] && exit 3; sleep 600"));
        slurm.output(7, CLASSES, allocated(RANK, "abort", "7"));
        slurm.output(124, Map.of(), allocated("-timeout", "2", "sleep", "600"));
    }

    @Test
    void shouldLeaveNoRankWhenMpiexecIsKilled() throws Exception {
        String script = "echo ready $$; exec sleep 600";
        List<String> allocation = new ArrayList<>(ALLOCATE);
        String[] words = {"-timeout", "600", "sh", "-c", script};
        try (MpiexecRun run = MpiexecRun.startBehind(allocation, slurm.variables(), words)) {
            run.await(() -> ready(run).size() == 4);
            ProcessHandle mpiexec =
                    run.process()
                            .descendants()
                            .filter(one -> one.info().command().orElse("").endsWith("/java"))
                            .findFirst()
                            .orElseThrow();
            mpiexec.destroyForcibly();
            run.awaitEnd();
            run.await(() -> ready(run).stream().noneMatch(alive()));
        }
    }

    private static Predicate<Long> alive() {
        return pid -> ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static List<Long> ready(MpiexecRun run) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith("ready "))
                .map(line -> Long.parseLong(line.substring("ready ".length())))
                .toList();
    }
}
