package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The users' script at the root of the project. */
class ScriptIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Prints the caches of the JVMs of mpiexec and of the rank, and the rank's class path. */
    private static final String PLACES =
            """
            void main() {
                ProcessHandle rank = ProcessHandle.current();
                print("launcher ", rank.parent().orElseThrow());
                print("rank ", rank);
                IO.println("path " + System.getProperty("java.class.path"));
            }

            void print(String name, ProcessHandle process) {
                for (String word : process.info().arguments().orElseThrow()) {
                    if (word.startsWith("-XX:AOTCache")) {
                        IO.println(name + word);
                    }
                }
            }
            """;

    @TempDir private Path directory;

    private String run(List<String> environment, Path script, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("env"));
        command.addAll(environment);
        command.add(script.toString());
        command.addAll(List.of(words));
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS));
        return process.exitValue() + " " + out;
    }

    @Test
    void shouldKeepTheUsersDirectoryWhenCalledThroughALink() throws Exception {
        Path folder = Files.createDirectory(directory.resolve("a b"));
        Path first = Files.createSymbolicLink(folder.resolve("first"), ROOT.resolve("mpirun"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("first"));
        assertTrue(Files.exists(first));
        String expected = "0 " + directory.toRealPath() + "\n";
        assertEquals(expected, run(List.of(), second, "-n", "1", "pwd"));
    }

    /** Through a file: in some locales this JVM cannot pass on such words either. */
    @Test
    void shouldKeepArgumentsAndVariablesInAnyLocale() throws Exception {
        String program = "'echo \"$1 $GREETING $LC_ALL\"'";
        String call = "GREETING=こんにちは exec \"$1\" sh -c " + program + " sh 結び\n";
        Path script = Files.writeString(directory.resolve("call"), call);
        String mpiexec = ROOT.resolve("mpiexec").toString();
        String out = run(List.of("LC_ALL=C"), Path.of("sh"), script.toString(), mpiexec);
        assertEquals("0 結び こんにちは C\n", out);
    }

    @Test
    void shouldTakeClosedStreamsForEmptyOnes() throws Exception {
        String cat = ROOT.resolve("mpiexec") + " -n 1 cat; echo done";
        assertEquals("0 done\n", run(List.of(), Path.of("sh"), "-c", "exec <&-; " + cat));
        String echo = ROOT.resolve("mpiexec") + " -n 1 echo x; echo $? >&2";
        assertEquals("0 0\n", run(List.of(), Path.of("sh"), "-c", "exec >&-; " + echo));
    }

    @Test
    void shouldStartInAnEmptyEnvironment() throws Exception {
        assertEquals("0 x\n", run(List.of("-i"), ROOT.resolve("mpiexec"), "-n", "1", "echo", "x"));
    }

    @Test
    void shouldRunTheJarsBesideItWithTheirCachesWhenTheFolderWasMoved() throws Exception {
        Path moved = Files.createDirectory(directory.toRealPath().resolve("moved"));
        Path target = Files.createDirectories(moved.resolve("launcher/target"));
        String built = ROOT.resolve("launcher/target/musubi").toString();
        run(List.of(), Path.of("cp"), "-a", built, target.toString());
        Path script = Files.copy(ROOT.resolve("mpiexec"), moved.resolve("mpiexec"));
        Path source = directory.resolve("Place.java");
        Files.writeString(source, PLACES);
        String out = run(List.of(), script, "-n", "1", source.toString());
        String lib = target.resolve("musubi/lib").toString();
        assertTrue(out.contains("launcher -XX:AOTCache=" + lib + "/source.aot"), out);
        assertTrue(out.contains("rank -XX:AOTCache=" + lib + "/rank.aot"), out);
        assertTrue(out.contains("path " + lib + "/rank/"), out);
    }

    @Test
    void shouldListTheSearchedPlacesWhenThereIsNoJdk() throws Exception {
        Path bin = Files.createDirectory(directory.resolve("bin"));
        Path script = Files.createDirectory(directory.resolve("home")).resolve("mpiexec");
        String text = Files.readString(ROOT.resolve("mpiexec"));
        Files.writeString(script, text.replace("REQUIRED=25", "REQUIRED=99"));
        assertTrue(script.toFile().setExecutable(true));
        String out = run(List.of("MUSUBI_JAVA_HOME=" + bin), script, "-n", "1", "true");
        assertTrue(out.startsWith("1 mpiexec: no JDK 99"), out);
        assertTrue(out.contains("MUSUBI_JAVA_HOME"), out);
    }

    @Test
    void shouldStartWhenTheEnvironmentChoosesAnotherCollector() throws Exception {
        List<String> environment = List.of("JDK_JAVA_OPTIONS=-XX:+UseParallelGC");
        String out = run(environment, ROOT.resolve("mpiexec"), "-n", "1", "echo", "started");
        assertTrue(out.startsWith("0 ") && out.endsWith("started\n"), out);
    }

    @Test
    void shouldReportThatNoDaemonsAreNeeded() throws Exception {
        for (String name : new String[] {"mpjboot", "mpjhalt", "mpjstatus", "mpjclean"}) {
            String out = run(List.of(), ROOT.resolve(name), "machines");
            assertTrue(out.startsWith("0 " + name + ": nothing to do"), out);
            assertEquals(1, out.lines().count());
        }
    }

    @Test
    void shouldBeTheCommandByWhoseNameItIsCalled() throws Exception {
        assertTrue(run(List.of(), ROOT.resolve("mpjrun.sh"), "-h").contains("-machinesfile"));
        Path link =
                Files.createSymbolicLink(directory.resolve("mpijavac"), ROOT.resolve("mpijavac"));
        assertTrue(run(List.of(), link, "--showme").contains("javac -cp"));
        String wrong = run(List.of(), ROOT.resolve("mpirun"), "-n", "x", "true");
        assertTrue(wrong.startsWith("2 mpirun: "), wrong);
        assertTrue(wrong.contains("(mpirun --help lists the options)"), wrong);
        assertTrue(run(List.of(), ROOT.resolve("mpirun"), "--version").startsWith("0 mpirun ("));
    }
}
