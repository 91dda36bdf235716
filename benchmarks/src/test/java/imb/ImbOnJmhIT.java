package imb;

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
        Path target = Path.of("..", "imb", "target").toAbsolutePath().normalize();
        Path results = directory.resolve("results.json");
        List<String> lines =
                Mpiexec.run(
                        directory.resolve("log"),
                        2,
                        ("--sun-misc-unsafe-memory-access=allow -cp "
                                        + target
                                        + "/classes"
                                        + File.pathSeparator
                                        + target
                                        + "/jmh/* imb.ImbOnJmh PingPong Allreduce PingPingMT"
                                        + " Ibcast Barrier -msglen 8 -lines"
                                        + " -- -wi 0 -i 1 -r 20ms -rf json -rff "
                                        + results)
                                .split(" "));
        String json = Files.readString(results);
        for (String name : List.of("PingPong", "Allreduce", "PingPingMT", "Ibcast_pure")) {
            assertTrue(
                    json.contains("\"name\" : \"" + name + "\""), () -> String.join("\n", lines));
            assertTrue(lines.stream().anyMatch(line -> line.startsWith("R," + name + ",2,8,")));
        }
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("R,Barrier,2,0,")));
    }
}
