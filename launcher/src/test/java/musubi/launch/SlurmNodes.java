package musubi.launch;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.hosts.LocalHost;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Slurm with two nodes, both this machine, for the duration of a test. */
final class SlurmNodes implements AutoCloseable {
    private static final Path SCRIPT = Path.of("src/test/resources/slurm.sh").toAbsolutePath();
    private static final List<String> NEEDED =
            List.of("munged", "slurmctld", "slurmd", "srun", "salloc");

    private final Path directory;
    private final Process script;

    private SlurmNodes(Path directory, Process script) {
        this.directory = directory;
        this.script = script;
    }

    /** Starts it; skips the test where there is no Slurm, or where it does not start. */
    static SlurmNodes in(Path directory) throws IOException {
        for (String each : NEEDED) {
            boolean there =
                    LocalHost.executable(each) != null
                            || Files.isExecutable(Path.of("/usr/sbin", each));
            assumeTrue(there, "no " + each + " (Debian packages slurmctld slurmd slurm-client)");
        }
        List<String> words = new ArrayList<>(List.of("sh", SCRIPT.toString(), directory + ""));
        ServerPorts.free(3).forEach(port -> words.add(port.toString()));
        Process script =
                new ProcessBuilder(words)
                        .redirectError(directory.resolve("errors").toFile())
                        .start();
        SlurmNodes nodes = new SlurmNodes(directory, script);
        String line =
                new BufferedReader(
                                new InputStreamReader(
                                        script.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
        if (!"ready".equals(line)) {
            nodes.close();
            String errors = Files.readString(directory.resolve("errors"));
            assumeTrue(false, "Slurm does not start here: " + errors);
        }
        return nodes;
    }

    /** The variables by which srun and salloc find it. */
    Map<String, String> variables() {
        return Map.of("SLURM_CONF", directory.resolve("slurm.conf").toString());
    }

    /** The output of a command, both streams; it must exit with this code. */
    String output(int code, Map<String, String> more, List<String> words)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().putAll(variables());
        builder.environment().putAll(more);
        builder.redirectInput(Path.of("/dev/null").toFile());
        return MpiexecRun.output(code, builder);
    }

    @Override
    public void close() {
        try {
            script.getOutputStream().close();
            if (!script.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS)) {
                script.destroyForcibly();
            }
        } catch (IOException e) {
            script.destroyForcibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
