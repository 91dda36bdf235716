package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** What holds for Java programs however their ranks run: processes, or ranks of one JVM. */
@Timeout(60)
abstract class RunModeTests {
    static final String RANK = "musubi.launch.programs.Rank";

    private static final String SHOW =
            """
            class Show {
                public static void main(String[] words) {
                    System.out.println(
                            System.getenv("PMI_RANK") + "/" + System.getenv("PMI_SIZE") + " "
                                    + String.join(",", words) + " " + System.getProperty("key"));
                }
            }
            """;

    @TempDir Path directory;

    /** mpiexec's option for this way to run. */
    abstract List<String> mode();

    /** How the thread dump of a rank of two begins. */
    abstract String dumpOf(int rank);

    final String[] words(String... words) {
        List<String> all = new ArrayList<>(mode());
        all.addAll(List.of(words));
        return all.toArray(new String[0]);
    }

    final MpiexecRun.Result run(String... words) throws InterruptedException {
        return MpiexecRun.run(words(words));
    }

    final MpiexecRun.Result runHere(String... words) throws InterruptedException {
        Map<String, String> here = Map.of("CLASSPATH", ".");
        try (MpiexecRun run = MpiexecRun.start(null, here, directory, words(words))) {
            return run.finish();
        }
    }

    final Path write(String name, String text) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    final void compileShow() throws IOException {
        SourceProgram.compile(write("Show.java", SHOW), directory, ".", List.of());
        Files.delete(directory.resolve("Show.java"));
    }

    @Test
    void shouldReturnTheCodeOfAnAbort() throws InterruptedException {
        run("-n", "2", RANK, "abort", "7")
                .exitedWith(7)
                .said("rank 1")
                .said("abort with code 7: cannot go on");
        run("-n", "2", RANK, "abort", "256").exitedWith(1);
        run("-n", "2", RANK, "abort", "-1").exitedWith(255);
    }

    @Test
    void shouldFailWhenARankEndsWithoutFinalize() throws InterruptedException {
        run("-n", "2", RANK, "no-finalize").exitedWith(1).said("without MPI.Finalize");
    }

    @Test
    void shouldFailWhenARankWaitsForOneThatHasEnded() throws InterruptedException {
        run("-n", "2", RANK, "stuck").exitedWith(1).said("waits for rank 1");
    }

    @Test
    void shouldLetOthersFinishWhenARankFailsAfterFinalize() throws InterruptedException {
        MpiexecRun.Result result = run("-n", "2", RANK, "late-failure", "5");
        assertEquals("rank 0 ended in its own time\n", result.exitedWith(5).out());
    }

    @Test
    void shouldReturn124WithDumpsOfAllRanksWhenTheTimeIsUp() throws InterruptedException {
        MpiexecRun.Result result =
                run("-n", "2", "-timeout", "2", "musubi.launch.programs.Sleeper");
        result.exitedWith(124).said(dumpOf(0)).said(dumpOf(1)).said("Sleeper.main");
        assertTrue(result.out().startsWith("ready"), result.out());
    }

    @Test
    void shouldEndBySignalInLessThanASecond() throws InterruptedException {
        assertSignal("INT", 130);
        assertSignal("TERM", 143);
    }

    private void assertSignal(String name, int code) throws InterruptedException {
        try (MpiexecRun run =
                MpiexecRun.start(words("-n", "2", "musubi.launch.programs.Sleeper"))) {
            run.awaitOutput("ready");
            long startNs = System.nanoTime();
            MpiexecRun.signal(name, run.process().pid());
            run.finish().exitedWith(code).said("SIG" + name);
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(2), "too slow");
        }
    }

    @Test
    void shouldRunAClassWithPropertiesAndArguments() throws Exception {
        compileShow();
        MpiexecRun.Result result = runHere("-n", "3", "-Dkey=a b", "Show", "-n", "x y");
        assertEquals(
                List.of("0/3 -n,x y a b", "1/3 -n,x y a b", "2/3 -n,x y a b"),
                result.exitedWith(0).lines());
        assertEquals("", result.err());
    }

    @Test
    void shouldRunAsTypedForOpenMpi() throws Exception {
        compileShow();
        String elsewhere = directory.toString();
        MpiexecRun.Result result =
                run("-np", "2", "java", "-cp", elsewhere, "-Dkey=v", "-Xmx64m", "Show", "w");
        assertEquals(List.of("0/2 w v", "1/2 w v"), result.exitedWith(0).lines());
    }

    @Test
    void shouldRunAJar() throws Exception {
        compileShow();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "Show");
        try (OutputStream file = Files.newOutputStream(directory.resolve("show.jar"));
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            jar.putNextEntry(new ZipEntry("Show.class"));
            jar.write(Files.readAllBytes(directory.resolve("Show.class")));
        }
        Files.delete(directory.resolve("Show.class"));
        assertEquals(
                List.of("0/2 a null", "1/2 a null"),
                runHere("-n", "2", "show.jar", "a").exitedWith(0).lines());
        assertEquals(
                List.of("0/1 b v"),
                runHere("-Dkey=v", "-jar", "show.jar", "b").exitedWith(0).lines());
        assertEquals(
                List.of("0/1 c v"),
                runHere("java", "-Dkey=v", "-jar", "show.jar", "c").exitedWith(0).lines());
    }

    @Test
    void shouldRunASourceFileWithItsSiblings() throws Exception {
        write("demo/Name.java", "package demo; record Name(String text) {}");
        write(
                "demo/Main.java",
                "package demo; public class Main { public static void main(String[] a) {"
                        + " System.out.println(new Name(\"n\" + a.length)); } }");
        assertEquals(
                List.of("Name[text=n1]", "Name[text=n1]"),
                runHere("-n", "2", "demo/Main.java", "x").exitedWith(0).lines());
        assertFalse(Files.exists(directory.resolve("demo/Main.class")));
    }

    @Test
    void shouldRunACompactSourceFile() throws Exception {
        write("Compact.java", "void main(String[] a) { IO.println(\"compact \" + a[0]); }");
        assertEquals(
                List.of("compact x", "compact x"),
                runHere("-n", "2", "java", "Compact.java", "x").exitedWith(0).lines());
    }

    @Test
    void shouldExchangeValuesInEveryEpoch() throws InterruptedException {
        MpiexecRun.Result result = run("-n", "3", RANK, "epochs", "3");
        assertEquals(9, result.exitedWith(0).lines().size());
        for (String line : result.lines()) {
            assertTrue(line.endsWith("same true fresh true"), line);
        }
    }

    @Test
    void shouldKeepLinesOfManyRanksWhole() throws InterruptedException {
        MpiexecRun.Result result = run("-n", "4", RANK, "lines", "20000");
        int[] next = new int[4];
        for (String line : result.exitedWith(0).out().split("\n")) {
            int rank = line.charAt(5) - '0';
            assertEquals("rank " + rank + " says " + next[rank]++, line);
        }
        for (int count : next) {
            assertEquals(20_000, count);
        }
    }

    @Test
    void shouldPrintTheStackTraceOfARankThatThrows() throws Exception {
        write(
                "Thrower.java",
                "class Thrower { public static void main(String[] a) {"
                        + " if (System.getenv(\"PMI_RANK\").equals(\"1\")) {"
                        + " throw new IllegalStateException(\"thrown\"); } } }");
        runHere("-l", "-n", "2", "Thrower.java")
                .exitedWith(1)
                .said("[1] Exception in thread \"main\" java.lang.IllegalStateException: thrown")
                .said("[1] \tat Thrower.main(Thrower.java:1)");
    }

    @Test
    void shouldReturnTheCodeOfTheRankThatExits() throws Exception {
        write(
                "Exiter.java",
                "class Exiter { public static void main(String[] a) throws Exception {"
                        + " if (System.getenv(\"PMI_RANK\").equals(\"1\")) { System.exit(3); }"
                        + " Thread.sleep(60_000); } }");
        runHere("-n", "3", "Exiter.java")
                .exitedWith(3)
                .said("rank 1 (pid ")
                .said("ended with exit code 3");
    }

    @Test
    void shouldGiveStandardInputToRankZeroOnly() throws Exception {
        write(
                "Reader.java",
                "void main() { String line; while ((line = IO.readln()) != null)"
                        + " IO.println(line); }");
        Path input = Files.writeString(directory.resolve("input"), "one\ntwo\n");
        String[] words = words("-l", "-n", "3", directory.resolve("Reader.java").toString());
        try (MpiexecRun run = MpiexecRun.start(input, Map.of(), null, words)) {
            assertEquals("[0] one\n[0] two\n", run.finish().exitedWith(0).out());
        }
    }

    @Test
    void shouldRunDifferentClassesInOneJob() throws Exception {
        compileShow();
        write(
                "Other.java",
                "void main() { IO.println(\"other \" + System.getProperty(\"key\")); }");
        MpiexecRun.Result result =
                runHere("-n", "1", "-Dkey=o", "Other.java", ":", "-n", "2", "-Dkey=k", "Show", "s");
        assertEquals(List.of("1/3 s k", "2/3 s k", "other o"), result.exitedWith(0).lines());
    }

    @Test
    void shouldExchangeObjectsOfAProgramsOwnClass() throws Exception {
        write(
                "Objects.java",
                """
                import mpi.*;

                public class Objects {
                    static int created;

                    record Pair(int rank, String name) implements java.io.Serializable {
                        Pair {
                            created++;
                        }
                    }

                    public static void main(String[] words) {
                        MPI.Init(words);
                        int rank = MPI.COMM_WORLD.getRank();
                        Object[] out = {new Pair(rank, "of " + rank)};
                        Object[] in = new Object[1];
                        int other = 1 - rank;
                        MPI.COMM_WORLD.Sendrecv(
                                out, 0, 1, MPI.OBJECT, other, 1, in, 0, 1, MPI.OBJECT, other, 1);
                        Pair got = (Pair) in[0];
                        System.out.println(rank + " got " + got.name() + " created " + created);
                        MPI.Finalize();
                    }
                }
                """);
        assertEquals(
                List.of("0 got of 1 created 2", "1 got of 0 created 2"),
                runHere("-n", "2", "Objects.java").exitedWith(0).lines());
    }
}
