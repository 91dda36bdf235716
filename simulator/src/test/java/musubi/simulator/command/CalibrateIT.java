package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Measures a table, and runs a job with it: with the scripts that users call. */
class CalibrateIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final String PROGRAM =
            """
            import mpi.*;
            public class P {
                public static void main(String[] words) throws MPIException {
                    MPI.Init(words);
                    MPI.COMM_WORLD.iBcast(MPI.newByteBuffer(64), 64, MPI.BYTE, 0).waitFor();
                    MPI.Finalize();
                }
            }
            """;

    @TempDir private Path directory;

    private String run(String script, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve(script).toString()));
        command.addAll(List.of(words));
        Path said = directory.resolve("said");
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        int code = process.waitFor();
        return code + " " + Files.readString(said);
    }

    @Test
    void shouldWriteATableThatJobsGoBy() throws Exception {
        String[] small = {"-n", "4", "--sizes", "8,1K", "--batch", "50us", "--rounds", "3"};
        List<String> words = new ArrayList<>(List.of("calibrate", "--output", "t.csv"));
        words.addAll(List.of(small));
        String said = run("musubi", words.toArray(new String[0]));
        assertTrue(said.startsWith("0 "), said);
        String table = Files.readString(directory.resolve("t.csv"));
        for (String part : List.of("# date=", "ranks=4", "\nbcast,binomial,4,1024,", "barrier,")) {
            assertTrue(table.contains(part), table);
        }
        Files.writeString(directory.resolve("P.java"), PROGRAM);
        String option = "-Dmusubi.coll.table=t.csv";
        said = run("mpiexec", "-n", "4", "--explain", option, "P.java");
        assertTrue(said.startsWith("0 "), said);
        assertTrue(said.matches("(?s).*BCAST: [^\n]* \\(table on 2x2x1: .*"), said);
    }

    @Test
    void shouldReportWhatChoicesLoseAndWriteNothingWhenRanksFail() throws Exception {
        String[] small = {"--sizes", "8", "--batch", "50us", "--rounds", "2", "-n", "2"};
        List<String> words = new ArrayList<>(List.of("calibrate", "--check"));
        words.addAll(List.of(small));
        words.addAll(List.of("--", "-Dmusubi.coll.node=false"));
        String said = run("musubi", words.toArray(new String[0]));
        assertTrue(said.contains("| allreduce | 2 | 8 | "), said);
        assertFalse(said.contains("flags"), said);
        assertEquals("1", run("musubi", "calibrate", "--", "-nonsense").substring(0, 1));
    }
}
