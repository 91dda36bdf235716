package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The script mpiexec in the foreground of a terminal, which {@code script} provides. */
class TerminalIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern READY = Pattern.compile("ready (\\d+)");
    private static final int CTRL_C = 3;
    private static final int RANKS = 2;

    @TempDir private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"", "--pvas", "--launcher fork --host a,b"})
    void shouldEndAllRanksWhenCtrlCIsTyped(String mode) throws Exception {
        // Tests that run in the background may ignore SIGINT, and children inherit that.
        String command =
                "exec env --default-signal=INT "
                        + ROOT.resolve("mpiexec")
                        + (" " + mode + " -n " + RANKS + " " + MpiexecRun.CHEAP_COMPILER)
                        + " -cp target/test-classes musubi.launch.programs.Sleeper";
        Path printed = directory.resolve("printed");
        Process terminal =
                new ProcessBuilder("script", "-qefc", command, "/dev/null")
                        .redirectErrorStream(true)
                        .redirectOutput(printed.toFile())
                        .start();
        try {
            assertTrue(MpiexecRun.soon(() -> ranks(printed).size() == RANKS), read(printed));
            List<Long> ranks = ranks(printed);
            OutputStream keys = terminal.getOutputStream();
            keys.write(CTRL_C);
            keys.flush();
            boolean ended = terminal.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS);
            assertTrue(ended, () -> read(printed));
            assertEquals(130, terminal.exitValue(), () -> read(printed));
            assertTrue(MpiexecRun.soon(() -> ranks.stream().noneMatch(TerminalIT::isAlive)));
        } finally {
            terminal.descendants().forEach(ProcessHandle::destroyForcibly);
            terminal.destroyForcibly();
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static List<Long> ranks(Path printed) {
        return READY.matcher(read(printed))
                .results()
                .map(found -> Long.parseLong(found.group(1)))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
