package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.hosts.LocalHost;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Unmodified programs of MPICH under Musubi's mpiexec, and Musubi's ranks under MPICH's. */
class NativeProgramsIT {
    private static final String COMPILER = "mpicc.mpich";
    private static final String LAUNCHER = "mpiexec.hydra";
    private static final Path EXAMPLES = Path.of("/usr/share/doc/mpich/examples");
    private static final String RANK = "musubi.launch.programs.Rank";
    private static final String RING =
            """
            #include <mpi.h>
            #include <stdio.h>
            #include <stdlib.h>
            int main(int argc, char **argv) {
                int rank, size, token = 0;
                double part = 0, pi = 0;
                MPI_Init(&argc, &argv);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                MPI_Comm_size(MPI_COMM_WORLD, &size);
                if (argc > 1 && rank == 1) MPI_Abort(MPI_COMM_WORLD, atoi(argv[1]));
                if (rank == 0) {
                    token = 1;
                    MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
                    MPI_Recv(&token, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                } else {
                    MPI_Recv(&token, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                    token++;
                    MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
                }
                for (int i = rank; i < 100000; i += size) {
                    double x = (i + 0.5) / 100000;
                    part += 4 / (1 + x * x) / 100000;
                }
                MPI_Reduce(&part, &pi, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
                if (rank == 0) printf("token %d pi %.6f\\n", token, pi);
                MPI_Finalize();
                return 0;
            }
            """;

    @TempDir private static Path directory;

    private static Path program;

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        assumeTrue(
                LocalHost.executable(COMPILER) != null, "no MPICH (Debian package libmpich-dev)");
        assumeTrue(LocalHost.executable(LAUNCHER) != null, "no Hydra (Debian package mpich)");
        assumeTrue(LocalHost.executable("perl") != null, "no perl");
        Path source = Files.writeString(directory.resolve("ring.c"), RING);
        program = directory.resolve("ring");
        assumeTrue(
                exitOfCompiler(source, program) == 0,
                "MPICH's compiler finds no library (Debian package libmpich-dev)");
        // The MPICH of Ubuntu 24.04 does not support PMI-1, and each rank is a separate world.
        ProcessBuilder hydra = new ProcessBuilder(LAUNCHER, "-n", "2", program.toString());
        String alone = MpiexecRun.output(0, hydra);
        assumeTrue(alone.startsWith("token 2 "), "this MPICH does not speak PMI-1: " + alone);
    }

    private static Path compile(Path source, String name) throws IOException, InterruptedException {
        Path made = directory.resolve(name);
        assertEquals(0, exitOfCompiler(source, made));
        return made;
    }

    private static int exitOfCompiler(Path source, Path made)
            throws IOException, InterruptedException {
        return new ProcessBuilder(COMPILER, "-o", made.toString(), source.toString(), "-lm")
                .inheritIO()
                .start()
                .waitFor();
    }

    /** The example programs of MPICH, from Debian's package of its documentation. */
    @Test
    void shouldRunMpichsOwnExamples() throws IOException, InterruptedException {
        assumeTrue(Files.exists(EXAMPLES), "no examples of MPICH (Debian package mpich-doc)");
        String cpi = compile(EXAMPLES.resolve("cpi.c"), "cpi").toString();
        for (String[] where :
                new String[][] {{"-n", "4"}, {"--launcher", "fork", "--host", "a:2,b:2"}}) {
            List<String> words = new ArrayList<>(List.of(where));
            words.add(cpi);
            String[] all = words.toArray(new String[0]);
            List<String> lines = MpiexecRun.run(all).exitedWith(0).lines();
            assertEquals(6, lines.size(), lines::toString);
            for (int rank = 0; rank < 4; rank++) {
                assertTrue(lines.get(rank).startsWith("Process " + rank + " of 4 is on "));
            }
            assertTrue(lines.get(4).startsWith("pi is approximately 3.14159265"), lines::toString);
        }
        Path input = Files.writeString(directory.resolve("input"), "1000 0\n");
        String icpi = compile(EXAMPLES.resolve("icpi.c"), "icpi").toString();
        try (MpiexecRun run = MpiexecRun.start(input, Map.of(), null, "-n", "2", icpi)) {
            String out = run.finish().exitedWith(0).out();
            assertTrue(out.contains("pi is approximately 3.14159273"), out);
        }
        String hellow = compile(EXAMPLES.resolve("hellow.c"), "hellow").toString();
        assertEquals(
                List.of("Hello world from process 0 of 2", "Hello world from process 1 of 2"),
                MpiexecRun.run("-n", "2", hellow).exitedWith(0).lines());
    }

    @Test
    void shouldRunAProgramOfMpich() throws InterruptedException {
        for (int ranks : new int[] {1, 2, 4}) {
            if (ranks > 1) {
                MpiexecRun.Result result =
                        MpiexecRun.run("-n", "" + ranks, program.toString()).exitedWith(0);
                assertEquals("token " + ranks + " pi 3.141593\n", result.out());
            }
        }
    }

    @Test
    void shouldRunAProgramOfMpichOnSeveralHosts() throws InterruptedException {
        MpiexecRun.run("--launcher", "fork", "--host", "a:2,b:1", program.toString(), "7")
                .exitedWith(7);
    }

    @Test
    void shouldReturnTheCodeOfAnAbortOfMpich() throws InterruptedException {
        MpiexecRun.run("-n", "2", program.toString(), "7").exitedWith(7).said("abort with code 7");
        MpiexecRun.run("-n", "2", program.toString(), "256").exitedWith(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-pmi-port",
                "-genv MUSUBI_PMI_VERSION 2",
                "-pmi-port -genv MUSUBI_PMI_VERSION 2"
            })
    void shouldRunOurRanksUnderHydra(String options) throws Exception {
        List<String> hydra = new ArrayList<>(List.of(LAUNCHER));
        hydra.addAll(options.isEmpty() ? List.of() : List.of(options.split(" ")));
        hydra.addAll(List.of("-n", "2"));
        assertTrue(rankOutput(0, hydra, "musubi.launch.programs.MixedTraffic").lines().count() > 0);
        List<String> lines = rankOutput(0, hydra, RANK, "epochs", "1").lines().sorted().toList();
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.getFirst().startsWith("0/2 epoch 0 same true"), lines::toString);
        assertEquals(4, rankOutput(0, hydra, RANK, "keys", "5").lines().count());
        boolean second = options.endsWith("2");
        hydra.add(1, "-verbose");
        // Hydra 4.0.2 does not support abort in PMI-2, and ends the job as for an error.
        String talk = rankOutput(second ? 255 : 7, hydra, RANK, "abort", "7");
        assertEquals(second, talk.contains("kvs-fence"), talk);
    }

    /** The command of a rank that mpiexec does not start. */
    static List<String> javaWords(String... program) throws IOException {
        Path rank = MpiexecRun.cache().resolveSibling("rank");
        String jars;
        try (Stream<Path> files = Files.list(rank)) {
            jars = files.map(Path::toString).sorted().collect(Collectors.joining(":"));
        }
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseSerialGC"));
        words.addAll(List.of(MpiexecRun.CHEAP_COMPILER, "-Xlog:aot*=off,cds*=off"));
        words.add("-XX:AOTCache=" + MpiexecRun.cache().resolveSibling("rank.aot"));
        words.addAll(List.of("-cp", jars + ":" + Path.of("target/test-classes").toAbsolutePath()));
        words.addAll(Arrays.asList(program));
        return words;
    }

    /** The output of a launcher with Musubi's ranks; it must exit with this code. */
    private String rankOutput(int code, List<String> launcher, String... program)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(launcher);
        words.addAll(javaWords(program));
        return MpiexecRun.output(code, new ProcessBuilder(words));
    }
}
