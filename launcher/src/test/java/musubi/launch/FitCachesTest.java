package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;

/** Which AOT caches the script takes, in a folder like an archive's; its JDK prints its options. */
class FitCachesTest {
    private static final FileTime BUILT = FileTime.from(Instant.parse("2026-01-02T03:04:05Z"));

    @TempDir private Path directory;
    private Path home;

    @BeforeEach
    void make() throws IOException {
        home = Files.createDirectory(directory.toRealPath().resolve("a b"));
        Path script = Files.createDirectory(home.resolve("bin")).resolve("mpiexec");
        Files.copy(Path.of("../mpiexec"), script);
        Path java = Files.createDirectories(directory.resolve("jdk/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertTrue(java.toFile().setExecutable(true));
        Files.writeString(directory.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        file("lib/launcher/musubi-launcher.jar");
        file("lib/rank/core.jar");
        Files.writeString(home.resolve("lib/fingerprint"), "1\n");
        for (String folder : List.of("lib/caches/25", "lib")) {
            file(folder + "/launcher.aot");
            file(folder + "/stamps/launcher-musubi-launcher.jar");
            file(folder + "/stamps/rank-core.jar");
            Files.writeString(home.resolve(folder).resolve("stamps/fingerprint"), "1\n");
        }
    }

    private void file(String name) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        Files.setLastModifiedTime(file, BUILT);
    }

    private List<String> options() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/mpiexec").toString());
        builder.environment().put("MUSUBI_JAVA_HOME", directory.resolve("jdk").toString());
        builder.environment().put("XDG_CACHE_HOME", directory.resolve("none").toString());
        Process process = builder.redirectErrorStream(true).start();
        process.getOutputStream().close();
        return process.inputReader().lines().toList();
    }

    private void assertTaken(Path folder) throws IOException {
        List<String> options = options();
        String cache = "-XX:AOTCache=" + folder.resolve("launcher.aot");
        assertTrue(options.contains(cache), options::toString);
        assertTrue(options.contains("-Dmusubi.caches=" + folder), options::toString);
    }

    @Test
    void shouldTakeCachesOfTheseJars() throws Exception {
        assertTaken(home.resolve("lib/caches/25"));
        Files.delete(home.resolve("lib/caches/25/stamps/rank-core.jar"));
        assertTaken(home.resolve("lib"));
    }

    @Test
    void shouldTellTheHomeWhenTheFolderWasMoved() throws Exception {
        home = Files.move(home, home.resolveSibling("moved"));
        assertTaken(home.resolve("lib/caches/25"));
        assertTrue(options().contains("-Dmusubi.home=" + home));
    }

    @ParameterizedTest
    @ValueSource(strings = {"older jar", "newer jar", "other name", "other build", "no stamps"})
    void shouldIgnoreCachesOfOtherJars(String change) throws Exception {
        Path jar = home.resolve("lib/rank/core.jar");
        FileTime earlier = FileTime.from(BUILT.toInstant().minusNanos(1));
        switch (change) {
            case "older jar" -> Files.setLastModifiedTime(jar, earlier);
            case "newer jar" -> Files.writeString(jar, "other");
            case "other name" -> Files.move(jar, jar.resolveSibling("core-2.jar"));
            case "other build" -> Files.writeString(home.resolve("lib/fingerprint"), "2\n");
            default -> {
                Files.move(home.resolve("lib/stamps"), home.resolve("lib/x"));
                Files.move(home.resolve("lib/caches/25/stamps"), home.resolve("lib/y"));
            }
        }
        List<String> options = options();
        String caches = String.join(" ", options.stream().filter(o -> o.contains("ache")).toList());
        assertEquals("-Dmusubi.caches=/dev/null", caches);
    }
}
