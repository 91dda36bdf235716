package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Classes that the JVM makes at run time are in no AOT cache. Each takes a millisecond or more of
 * the start of a job, so there are few: reflection, switches over types, and the equals and
 * hashCode of records make several at their first use.
 */
class FirstClassesIT {
    /** Reflection, the signal handler's proxy; in a rank the first access to a memory segment. */
    private static final int MOST = 9;

    @TempDir private Path directory;

    @Test
    void shouldMakeFewClassesAtTheStartOfAJob() throws Exception {
        Map<String, String> variables =
                Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + directory + "/%p.log");
        try (MpiexecRun run =
                MpiexecRun.start(
                        null, variables, null, "-n", "2", "musubi.launch.programs.Brief")) {
            run.finish().exitedWith(0);
        }
        try (Stream<Path> logs = Files.list(directory)) {
            List<Path> files = logs.toList();
            assertEquals(3, files.size(), "the launcher and two ranks");
            for (Path file : files) {
                List<String> made = madeAtRunTime(file);
                assertTrue(made.size() <= MOST, () -> file + ":\n" + String.join("\n", made));
            }
        }
    }

    private static List<String> madeAtRunTime(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> !line.contains("shared objects file"))
                    .filter(line -> line.matches(".*(/0x|\\$Proxy|__JVM_LookupDefine).*"))
                    .toList();
        }
    }
}
