package musubi.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs programs with the project's ./mpiexec. */
public final class Mpiexec {
    /** The folder of the project. */
    static final Path ROOT = Path.of("").toAbsolutePath().getParent();

    private static final long TIME_LIMIT_S = 600;

    private Mpiexec() {}

    /**
     * Runs a job and checks that it succeeds without output on standard error.
     *
     * @param log gets the output of the job
     * @return the lines of its standard output
     */
    public static List<String> run(Path log, int ranks, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("./mpiexec", "-n", String.valueOf(ranks)));
        command.addAll(Arrays.asList(words));
        ProcessBuilder builder = new ProcessBuilder(command).directory(ROOT.toFile());
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("MUSUBI_JAVA_HOME", System.getProperty("java.home"));
        Path errors = log.resolveSibling("errors.log");
        Process process =
                builder.redirectOutput(log.toFile()).redirectError(errors.toFile()).start();
        if (!process.waitFor(TIME_LIMIT_S, TimeUnit.SECONDS)) {
            process.destroy();
            throw new AssertionError("no end within " + TIME_LIMIT_S + " s: " + command);
        }
        String messages = Files.readString(errors, StandardCharsets.UTF_8);
        assertEquals("", messages, () -> "standard error of " + command);
        assertEquals(0, process.exitValue(), () -> "exit code of " + command);
        return Files.readAllLines(log, StandardCharsets.UTF_8);
    }
}
