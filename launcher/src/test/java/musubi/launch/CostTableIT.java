package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** The cost table, read and distributed by mpiexec. */
class CostTableIT {
    private static final String HEADING = "kind,algorithm,ranks,bytes,latency_us,bandwidth_MBps";

    private static final String LINE = "bcast,binomial,8,512,2.125,810.5";
    private static final String[] ECHO = {"sh", "-c", "echo $MUSUBI_COLL_TABLE"};

    @TempDir private Path directory;

    private String table(String text) throws Exception {
        return Files.writeString(directory.resolve("t.csv"), text).toString();
    }

    @Test
    void shouldGiveTheLinesToAllRanksOnAllHosts() throws Exception {
        String file = table("# host=a; date=b\n" + HEADING + "\n\n" + LINE + "\n");
        String lines = HEADING + ";# host=a, date=b;" + LINE + "\n";
        String[] words = {
            "-n", "2", "-launcher", "fork", "-host", "a,b", "-x", "MUSUBI_COLL_TABLE=" + file
        };
        assertEquals(lines + lines, MpiexecRun.run(with(words)).exitedWith(0).out());
        String property = "-Dmusubi.coll.table=" + file;
        assertEquals(lines, MpiexecRun.run(with(property)).exitedWith(0).out());
        Map<String, String> variables = Map.of("MUSUBI_COLL_TABLE", "t.csv");
        try (MpiexecRun run = MpiexecRun.start(null, variables, directory, with())) {
            assertEquals(lines, run.finish().exitedWith(0).out());
        }
    }

    private static String[] with(String... options) {
        String[] words = Arrays.copyOf(options, options.length + ECHO.length);
        System.arraycopy(ECHO, 0, words, options.length, ECHO.length);
        return words;
    }

    @Test
    void shouldStartNoRankWhenTheTableIsNone() throws Exception {
        String file = table(HEADING + "\n" + LINE + ",1\n");
        MpiexecRun.Result result = MpiexecRun.run(with("-Dmusubi.coll.table=" + file));
        assertEquals("", result.exitedWith(1).said(LINE + ",1").said("t.csv line=2").out());
        String missing = "-Dmusubi.coll.table=/nowhere/t.csv";
        result = MpiexecRun.run(with(missing));
        assertEquals("", result.exitedWith(1).said("coll.table=/nowhere/t.csv").out());
    }

    @Test
    void shouldRefuseDifferentTablesForProgramsOfOneJob() throws Exception {
        String option = "-Dmusubi.coll.table=" + table(LINE);
        MpiexecRun.run(option, "true", ":", "true").exitedWith(2).said("different cost tables");
    }

    @Test
    void shouldRefuseATableThatNoVariableHolds() throws Exception {
        String file = table((LINE + "\n").repeat(4000));
        MpiexecRun.run("-Dmusubi.coll.table=" + file, "true").exitedWith(1).said("too long");
    }
}
