package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs benchmarks with the script that users call. */
class ImbCommandIT {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String SHORT = "-iter 11 -warm_up 0 -msglen 0,64";

    @TempDir private Path directory;

    private String run(String words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(ROOT.resolve("musubi").toString(), "imb"));
        command.addAll(List.of(words.split(" ")));
        Process process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectOutput(directory.resolve("out").toFile())
                        .redirectError(directory.resolve("err").toFile())
                        .start();
        process.getOutputStream().close();
        int code = process.waitFor();
        return code + " " + Files.readString(directory.resolve("out"));
    }

    private String errors() throws IOException {
        return Files.readString(directory.resolve("err"));
    }

    @Test
    void shouldPrintTheTableOfPingPongWhenItIsNamed() throws Exception {
        String out = run("--pvas PingPong " + SHORT);
        assertTrue(out.startsWith("0 "), out + errors());
        assertTrue(out.contains("# Benchmarking PingPong, #processes = 2"), out);
        assertTrue(out.lines().anyMatch(line -> line.matches(" +64 +11 .*")), out);
        assertEquals("", errors());
    }

    @Test
    void shouldPrintStepsAndDrawWhenRequested() throws Exception {
        String out = run("--pvas --progress --plot p.svg PingPong " + SHORT);
        assertTrue(out.startsWith("0 "), out + errors());
        assertTrue(out.lines().anyMatch(line -> line.matches("PingPong +2 +64 .*")), out);
        assertTrue(errors().startsWith("1 of 2, PingPong, 2 ranks, 0\n"), errors());
        assertTrue(Files.readString(directory.resolve("p.svg")).contains("<svg"));
    }

    @Test
    void shouldReturnTheExitCodeOfMpiexecWhenItFails() throws Exception {
        String out = run("--no-such-option PingPong " + SHORT);
        assertFalse(out.startsWith("0 "), out);
        assertTrue(errors().contains("no-such-option"), errors());
    }
}
