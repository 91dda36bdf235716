package bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.examples.Mpiexec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Every benchmark on two processes, with every byte checked. */
class ImbIT {
    private static final String SIZES = "0,1,12,2K,100K";
    private static final int RATES = 5;
    private static final int WHOLE_FLOATS = 4;

    @TempDir private Path directory;

    @Test
    void shouldRunEveryBenchmarkAndFindEveryByteRight() throws Exception {
        Path classes = Path.of("target", "classes").toAbsolutePath();
        List<String> lines =
                Mpiexec.run(
                        directory.resolve("log"),
                        2,
                        Stream.of(
                                        "-XX:TieredStopAtLevel=1 -cp " + classes,
                                        "bench.Imb -lines -check -iter 3",
                                        "-warm_up 0 -msglen " + SIZES)
                                .flatMap(words -> Stream.of(words.split(" ")))
                                .toArray(String[]::new));
        int expected = BenchmarkCatalogue.ALL.stream().mapToInt(ImbIT::lines).sum();
        assertEquals(
                expected,
                lines.stream().filter(line -> line.startsWith("R,")).count(),
                () -> String.join("\n", lines));
    }

    private static int lines(BenchmarkDefinition definition) {
        int sizes =
                definition.accepts(1) ? RATES : definition.accepts(WHOLE_FLOATS) ? WHOLE_FLOATS : 1;
        return definition.overlaps() ? 2 * sizes : sizes;
    }
}
