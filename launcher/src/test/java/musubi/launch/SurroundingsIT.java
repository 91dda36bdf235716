package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.mapping.CpuTopology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The environment of a rank: streams, variables, directory, processors. */
class SurroundingsIT {
    @TempDir private Path directory;

    @Test
    void shouldGiveStandardInputToRankZeroOnly() throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "one\ntwo\n");
        try (MpiexecRun run = MpiexecRun.start(input, Map.of(), null, "-l", "-n", "3", "cat")) {
            assertEquals("[0] one\n[0] two\n", run.finish().exitedWith(0).out());
        }
    }

    /** In a locale that is not installed, of which nothing may warn. */
    @Test
    void shouldCopyInputToAllRanksAndOutputToFiles() throws Exception {
        Path input = Files.writeString(directory.resolve("input"), "one\ntwo\n");
        Path files = directory.resolve("files");
        String[] words = {
            "-stdin",
            "all",
            "-np2",
            "-output-filename",
            files + ":nojobid",
            "-print-all-exitcodes",
            "cat"
        };
        Map<String, String> locale = Map.of("LC_ALL", "xx_YY.UTF-8");
        try (MpiexecRun run = MpiexecRun.start(input, locale, null, words)) {
            MpiexecRun.Result result = run.finish().exitedWith(0);
            assertEquals(List.of("one", "one", "two", "two"), result.lines());
            assertEquals("mpiexec: exit codes by rank: 0,0\n", result.err());
        }
        assertEquals("one\ntwo\n", Files.readString(files.resolve("rank.0/stdout")));
        assertEquals("one\ntwo\n", Files.readString(files.resolve("rank.1/stdout")));
        assertEquals("", Files.readString(files.resolve("rank.1/stderr")));
    }

    @Test
    void shouldSetVariables() throws InterruptedException {
        MpiexecRun.Result result =
                MpiexecRun.run(
                        "-genv",
                        "G",
                        "1",
                        "-env",
                        "E",
                        "2",
                        "-x",
                        "X=3",
                        "--transport",
                        "tcp",
                        "--explain",
                        "--torus",
                        "1x2",
                        "sh",
                        "-c",
                        "echo $G$E$X $MUSUBI_TRANSPORT $MUSUBI_COLL_EXPLAIN"
                                + " $MUSUBI_TRANSPORT_EXPLAIN $MUSUBI_COLL_TORUS",
                        ":",
                        "sh",
                        "-c",
                        "echo $G$E$X");
        assertEquals(List.of("1", "123 tcp true true 1x2"), result.exitedWith(0).lines());
    }

    @Test
    void shouldPassOnNoVariablesWhenRequested() throws InterruptedException {
        MpiexecRun.Result result =
                MpiexecRun.run("-genvlist", "PATH", "sh", "-c", "echo \"<$CLASSPATH>\"");
        assertEquals("<>\n", result.exitedWith(0).out());
    }

    @Test
    void shouldRunInAnotherDirectory() throws Exception {
        String path = directory.toRealPath().toString();
        MpiexecRun.Result result = MpiexecRun.run("-wdir", path, "pwd", ":", "pwd");
        assertEquals(2, result.exitedWith(0).lines().size());
        assertTrue(result.lines().contains(path));
        MpiexecRun.run("-wdir", path + "/none", "pwd").exitedWith(2).said("no such directory");
    }

    @Test
    void shouldBindEachRankToOneProcessor() throws InterruptedException {
        String script = "sed -n 's/^Cpus_allowed_list:[^0-9]*//p' /proc/$$/status";
        String[] words = {
            "--map-by", "core", "--display", "bind,map,topo", "-n", "2", "sh", "-c", script
        };
        MpiexecRun.Result bound = MpiexecRun.run(words).exitedWith(0);
        int processors = Runtime.getRuntime().availableProcessors();
        bound.said("] MCW rank 0 ").said("] MCW rank 1 ").said("TOPOLOGY OF ");
        assertTrue(bound.out().contains("Num procs: 2"), bound.out());
        // The map is on standard output, too.
        List<String> lines = bound.lines().stream().filter(line -> line.matches("[0-9]+")).toList();
        assertEquals(2, lines.size(), bound.out());
        for (String line : lines) {
            assertEquals(1, CpuTopology.parseList(line).size(), line);
        }
        assertEquals(processors > 1, !lines.get(0).equals(lines.get(1)));
        MpiexecRun.Result free = MpiexecRun.run("--bind-to", "none", "-n", "2", "sh", "-c", script);
        assertEquals(
                processors, CpuTopology.parseList(free.exitedWith(0).lines().getFirst()).size());
    }

    @Test
    void shouldLeadAGroupOfItsOwnInTheSessionOfMpiexec() throws Exception {
        String script = "echo $$ $(cut -d' ' -f5,6 /proc/$$/stat)";
        String[] words = MpiexecRun.run("sh", "-c", script).exitedWith(0).out().strip().split(" ");
        String own = Files.readString(Path.of("/proc/self/stat"));
        String session = own.substring(own.lastIndexOf(')') + 2).split(" ")[3];
        assertEquals(words[0], words[1], "the group");
        assertEquals(session, words[2], "the session: yielding works only within one");
    }

    @Test
    void shouldPassHugeBinaryOutputUnchanged() throws Exception {
        String script = "head -c 100000000 /dev/zero | tr '\\0' '\\377'; printf end";
        MpiexecRun.Result result = MpiexecRun.run("sh", "-c", script).exitedWith(0);
        assertEquals(100_000_003, result.out().length());
        assertTrue(result.out().endsWith("\u00ffend"));
    }

    @Test
    void shouldPrintProcessesAndCommandsWhenVerbose() throws InterruptedException {
        MpiexecRun.run("-v", "-n", "2", "echo", "x")
                .exitedWith(0)
                .said("rank 1: pid ")
                .said("echo x");
    }

    @Test
    void shouldStartRanksFromTheCacheWithoutANote() throws InterruptedException, IOException {
        assertTrue(Files.isRegularFile(MpiexecRun.cache()), "mpiexec's cache is missing");
        Path ranks = MpiexecRun.cache().resolveSibling("rank.aot");
        assertTrue(Files.isRegularFile(ranks), "the ranks' cache is missing");
        String rank = "musubi.launch.programs.Rank";
        String out = MpiexecRun.run("-Xlog:class+load", rank, "epochs", "1").exitedWith(0).out();
        String fromCache = "musubi.bootstrap.pmi.PmiBootstrap source: shared objects file";
        assertTrue(out.contains(fromCache), out);
        MpiexecRun.Result other = MpiexecRun.run("-XX:-UseCompressedOops", rank, "lines", "1");
        assertEquals("", other.exitedWith(0).err());
        assertEquals("rank 0 says 0\n", other.out());
    }
}
