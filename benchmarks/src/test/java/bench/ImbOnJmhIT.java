package bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.examples.Mpiexec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class ImbOnJmhIT {
    @TempDir private Path directory;

    @Test
    void shouldRunJmhInRankZeroWhenOtherRanksFollow() throws Exception {
        Path target = Path.of("target").toAbsolutePath();
        Path results = directory.resolve("results.json");
        String options =
                "-p name=PingPong,Allreduce -p bytes=8 -wi 0 -i 1 -r 50ms -rf json -rff " + results;
        List<String> lines =
                Mpiexec.run(
                        directory.resolve("log"),
                        2,
                        ("--sun-misc-unsafe-memory-access=allow -cp "
                                        + target
                                        + "/classes"
                                        + File.pathSeparator
                                        + target
                                        + "/lib/* "
                                        + "bench.ImbOnJmh "
                                        + options)
                                .split(" "));
        String json = Files.readString(results);
        assertTrue(
                json.contains("\"name\" : \"PingPong\"") && json.contains("\"Allreduce\""),
                () -> String.join("\n", lines));
    }
}
