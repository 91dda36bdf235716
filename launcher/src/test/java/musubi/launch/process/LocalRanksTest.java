package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.launch.hosts.RankRange;
import musubi.launch.job.JobDirectory;
import musubi.launch.output.OutputSink;
import musubi.launch.output.RankOutput;
import musubi.launch.output.StreamOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Thread dumps of ranks on this machine. */
class LocalRanksTest {
    /** A shell in place of a JVM that needs some time for the first line of its dump. */
    private static final String SLOW =
            "trap 'sleep 1; echo dump' QUIT; echo ready; while :; do sleep 0.05; done";

    @TempDir private Path directory;

    @Test
    void shouldAwaitTheThreadDumpWhenTheJvmIsSlow() throws Exception {
        Path java = directory.resolve("java");
        Files.copy(Path.of("/bin/sh").toRealPath(), java);
        Process process = new ProcessBuilder(java.toString(), "-c", SLOW).start();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        OutputSink output = new OutputSink(bytes, _ -> {});
        OutputSink errors = new OutputSink(OutputStream.nullOutputStream(), _ -> {});
        try (Watcher watcher = new Watcher(JobDirectory.choose(), () -> {})) {
            RankOutput.Streams streams = new RankOutput.Streams(output, errors);
            RankOutput sinks = new RankOutput(StreamOptions.DEFAULT, "here", 0, "1-2", 1, streams);
            LocalRanks ranks = new LocalRanks(watcher, sinks);
            ranks.add(new RankProcess(RankRange.of(0), process));
            while (written(output, bytes).isEmpty()) {
                Thread.onSpinWait();
            }
            ranks.dumpThreads();
            assertEquals("ready\n[0] dump\n", written(output, bytes));
        } finally {
            process.destroyForcibly();
        }
    }

    private static String written(OutputSink sink, ByteArrayOutputStream bytes) {
        synchronized (sink) {
            return bytes.toString(StandardCharsets.US_ASCII);
        }
    }
}
