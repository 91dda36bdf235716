package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.mapping.CpuTopology;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/** All ranks run in one JVM. */
class PvasModeIT extends ProgramFormTests {
    private static final String SLEEPER = "musubi.launch.programs.Sleeper";

    @Override
    List<String> mode() {
        return List.of("--pvas");
    }

    @Override
    String dumpOf(int rank) {
        return "[0-1] \"main-" + rank + "\"";
    }

    @Test
    void shouldReturn137WhenTheJvmIsKilled() throws Exception {
        try (MpiexecRun run = MpiexecRun.start(words("-n", "2", SLEEPER, "mpi"))) {
            run.awaitOutput("ready");
            List<Long> processes = run.ranks();
            assertEquals(1, processes.size());
            MpiexecRun.signal("KILL", processes.getFirst());
            run.finish().exitedWith(137).said("ranks 0-1 (pid ").said("(SIGKILL) before");
        }
    }

    @Test
    void shouldKeepWhatWasPrintedWhenTheJvmIsKilled() throws Exception {
        write(
                "Last.java",
                "void main() throws Exception { System.out.print(\"last words\");"
                        + " var printed = java.nio.file.Path.of(\"printed\");"
                        + " if (System.getenv(\"PMI_RANK\").equals(\"0\")) {"
                        + " System.out.flush(); java.nio.file.Files.createFile(printed); } else {"
                        + " while (!java.nio.file.Files.exists(printed)) { Thread.onSpinWait(); }"
                        + " new ProcessBuilder(\"kill\", \"-KILL\","
                        + " \"\" + ProcessHandle.current().pid()).start(); }"
                        + " Thread.sleep(600_000); }");
        MpiexecRun.Result result = runHere("-l", "-n", "2", "Last.java").exitedWith(137);
        assertEquals(
                List.of("[0] last words", "[1] last words"),
                result.out().lines().sorted().toList());
    }

    @Test
    void shouldRunThirtyTwoRanks() throws Exception {
        write(
                "Sum.java",
                "import mpi.*; class Sum { static int runs;"
                        + " public static void main(String[] words) { MPI.Init(words); runs++;"
                        + " int[] sum = {MPI.COMM_WORLD.getRank()};"
                        + " MPI.COMM_WORLD.allReduce(sum, 1, MPI.INT, MPI.SUM);"
                        + " System.out.println(sum[0] + \" \" + runs); MPI.Finalize(); } }");
        MpiexecRun.Result result = runHere("-n", "32", "Sum.java").exitedWith(0);
        assertEquals(IntStream.range(0, 32).mapToObj(i -> "496 1").toList(), result.lines());
        assertEquals("", result.err());
    }

    @Test
    void shouldRunShutdownHooksOfRanksThatAreEnded() throws Exception {
        write(
                "Hook.java",
                "void main() throws Exception { Runtime.getRuntime().addShutdownHook("
                        + "new Thread(() -> System.out.println(\"hook\")));"
                        + " System.out.println(\"ready\"); Thread.sleep(600_000); }");
        String program = directory.resolve("Hook.java").toString();
        String[] words = words("-l", "-n", "2", program);
        try (MpiexecRun run = MpiexecRun.start(null, MpiexecRun.LONG_GRACE, null, words)) {
            run.awaitOutput("[0] ready");
            run.awaitOutput("[1] ready");
            MpiexecRun.signal("TERM", run.process().pid());
            String out = run.finish().exitedWith(143).out();
            assertTrue(out.contains("[0] hook") && out.contains("[1] hook"), out);
        }
    }

    @Test
    void shouldFreeTheBuffersOfARankThatHasEnded() throws Exception {
        write(
                "Keeper.java",
                "import mpi.*; class Keeper { static java.nio.ByteBuffer kept;"
                        + " static long shared() throws Exception { for (String line :"
                        + " java.nio.file.Files.readAllLines(java.nio.file.Path.of("
                        + "\"/proc/self/status\"))) if (line.startsWith(\"RssShmem\"))"
                        + " return Long.parseLong(line.split(\"\\\\s+\")[1]) >> 10; return 0; }"
                        + " public static void main(String[] words) throws Exception {"
                        + " MPI.Init(words); int rank = MPI.COMM_WORLD.getRank();"
                        + " if (rank == 1) kept = MPI.newByteBuffer(200 << 20);"
                        + " MPI.COMM_WORLD.barrier();"
                        + " if (rank == 0) System.out.println(shared() >= 200);"
                        + " MPI.Finalize(); if (rank == 0) { long end = System.nanoTime()"
                        + " + 60_000_000_000L; while (shared() >= 100 && System.nanoTime() < end)"
                        + " Thread.onSpinWait(); System.out.println(shared() < 100); } } }");
        MpiexecRun.Result result = runHere("-n", "2", "Keeper.java").exitedWith(0);
        assertEquals(List.of("true", "true"), result.lines());
    }

    @Test
    void shouldNameTheLimitWhenBuffersExhaustIt() throws Exception {
        write(
                "Exhaust.java",
                "import mpi.*; class Exhaust { public static void main(String[] words) {"
                        + " MPI.Init(words); int rank = MPI.COMM_WORLD.getRank();"
                        + " var own = MPI.newByteBuffer(1 << 20); MPI.COMM_WORLD.barrier();"
                        + " if (rank == 1) MPI.newByteBuffer(3 << 20);"
                        + " MPI.COMM_WORLD.barrier(); own.get(0); MPI.Finalize(); } }");
        runHere("-Dmusubi.buffer.limit=4194304", "-n", "2", "Exhaust.java")
                .exitedWith(39)
                .said("MPI.ERR_NO_MEM")
                .said("bytes=3145728 in use by this rank=1048576")
                .said("by all 2 ranks of this JVM=2097152 limit=4194304")
                .said("musubi.buffer.limit");
    }

    @Test
    void shouldReportOptionsThatDoNotFitOneJvm() throws InterruptedException {
        run("-n", "2", "sh", "-c", "true").exitedWith(2).said("--pvas requires Java programs");
        run("-Xmx64m", RANK, "lines", "1", ":", RANK, "lines", "1").exitedWith(2).said("[-Xmx64m]");
        run("-wdir", "/", RANK, "lines", "1", ":", RANK, "lines", "1")
                .exitedWith(2)
                .said("one working directory");
    }

    @Test
    void shouldBindTheThreadsOfEachRankWhenRequested() throws Exception {
        write(
                "Where.java",
                "void main() throws Exception { for (String line :"
                        + " java.nio.file.Files.readAllLines("
                        + "java.nio.file.Path.of(\"/proc/thread-self/status\"))) if"
                        + " (line.startsWith(\"Cpus_allowed_list\"))"
                        + " IO.println(line.split(\"\\\\s+\")[1]); }");
        MpiexecRun.Result result = runHere("--bind-to", "core", "-n", "2", "Where.java");
        List<String> lines = result.exitedWith(0).lines();
        assertEquals(2, lines.size());
        for (String line : lines) {
            assertEquals(1, CpuTopology.parseList(line).size(), line);
        }
        boolean several = Runtime.getRuntime().availableProcessors() > 1;
        assertEquals(several, !lines.get(0).equals(lines.get(1)));
    }
}
