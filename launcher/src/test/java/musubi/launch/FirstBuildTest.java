package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The script in a clone that is not built, with a Maven and a JDK that only write what they do. */
class FirstBuildTest {
    private static final String MAVEN =
            """
            #!/bin/sh
            echo "$*" >> calls
            echo '[INFO] Building Musubi: Core 0.1.0                  [2/7]'
            echo '[INFO] Building jar: core.jar'
            until [ -e proceed ]; do sleep 0.05; done
            mkdir -p launcher/target/musubi/lib insight/target/musubi/lib
            : > launcher/target/musubi/lib/launcher.aot
            : > insight/target/musubi/lib/musubi-insight.jar
            """;

    @TempDir private Path home;

    @BeforeEach
    void make() throws IOException {
        Files.copy(Path.of("../mpiexec"), home.resolve("mpiexec"));
        Files.createSymbolicLink(home.resolve("mpitop"), Path.of("mpiexec"));
        executable(home.resolve("bin/mvn"), MAVEN);
        executable(home.resolve("jdk/bin/java"), "#!/bin/sh\necho started\n");
        Files.writeString(home.resolve("jdk/release"), "JAVA_VERSION=\"25.0.1\"\n");
        for (String name : List.of("sh", "mkdir", "cat", "sleep", "rm", "tail", "readlink")) {
            offer(name);
        }
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertTrue(file.toFile().setExecutable(true));
    }

    /** Makes a command of the system available to the script. */
    private void offer(String name) throws IOException {
        Path command =
                List.of("/usr/bin", "/bin").stream()
                        .map(folder -> Path.of(folder, name))
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElseThrow();
        executable(home.resolve("bin").resolve(name), "#!/bin/sh\nexec " + command + " \"$@\"\n");
    }

    private Process start(String command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(home.resolve(command).toString());
        Map<String, String> variables = builder.environment();
        variables.put("MUSUBI_JAVA_HOME", home.resolve("jdk").toString());
        variables.put("PATH", home.resolve("bin").toString());
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        return process;
    }

    private void proceed() throws IOException {
        Files.createFile(home.resolve("proceed"));
    }

    private static List<String> output(Process process) throws IOException {
        return process.inputReader().lines().toList();
    }

    private static void awaitLine(BufferedReader lines, String text) throws IOException {
        String line = lines.readLine();
        while (line != null && !line.contains(text)) {
            line = lines.readLine();
        }
        assertTrue(line != null, "ended without the line: " + text);
    }

    @Test
    void shouldBuildTheModuleOfTheCommandAndShowEachModule() throws Exception {
        proceed();
        List<String> lines = output(start("mpiexec"));
        assertEquals(3, lines.size(), lines::toString);
        assertTrue(lines.getFirst().startsWith("mpiexec: building Musubi"), lines::toString);
        assertEquals(List.of("mpiexec: [2/7] Musubi: Core", "started"), lines.subList(1, 3));
        String call = Files.readString(home.resolve("calls"));
        assertTrue(call.contains("-Dmaven.test.skip") && call.contains("-pl launcher -am"), call);
    }

    @Test
    void shouldBuildAnotherModuleForMpitop() throws Exception {
        proceed();
        assertEquals("started", output(start("mpitop")).getLast());
        assertTrue(Files.readString(home.resolve("calls")).contains("-pl insight -am"));
    }

    @Test
    void shouldShowTheLogWhenTheBuildFails() throws Exception {
        executable(home.resolve("bin/mvn"), "#!/bin/sh\necho '[ERROR] no network'\nexit 1\n");
        Process process = start("mpiexec");
        List<String> lines = output(process);
        assertEquals(1, process.waitFor());
        assertTrue(lines.contains("[ERROR] no network"), lines::toString);
        assertTrue(lines.getLast().startsWith("mpiexec: the build failed"), lines::toString);
    }

    @Test
    void shouldNameMavenWhenItIsMissing() throws Exception {
        Files.delete(home.resolve("bin/mvn"));
        List<String> lines = output(start("mpiexec"));
        assertTrue(lines.getFirst().contains("install Maven 3.8"), lines::toString);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldWaitForABuildThatAnotherCommandHasStarted(boolean withFlock) throws Exception {
        if (withFlock) {
            offer("flock");
        }
        Process first = start("mpiexec");
        BufferedReader lines = first.inputReader();
        awaitLine(lines, "[2/7]");
        Process second = start("mpiexec");
        BufferedReader waiting = second.inputReader();
        awaitLine(waiting, "mpiexec: waiting for the build");
        proceed();
        awaitLine(lines, "started");
        assertEquals(List.of("started"), waiting.lines().toList());
        assertEquals(0, first.waitFor() + second.waitFor());
        assertEquals(1, Files.readAllLines(home.resolve("calls")).size(), "number of builds");
    }

    @Test
    void shouldReportABuildThatWasKilled() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Path lock = Files.createDirectories(home.resolve("target/first-build"));
        Files.writeString(lock.resolve("pid"), ended.pid() + "\n");
        Process process = start("mpiexec");
        List<String> lines = output(process);
        assertEquals(1, process.waitFor());
        assertTrue(lines.getFirst().contains("remove " + lock.toRealPath()), lines::toString);
    }
}
