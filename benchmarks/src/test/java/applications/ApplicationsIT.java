package applications;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.examples.Mpiexec;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Small sizes of all applications, by processes and by threads of one JVM in turn. */
class ApplicationsIT {
    private static final String CLASSES = "benchmarks/target/classes";

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2, processes, bfs -scale 10",
        "4, one JVM, cg -class S",
        "3, processes, denselu -n 150",
        "2, one JVM, ep -m 20",
        "3, processes, farm -tasks 30",
        "4, one JVM, ft -class S -iterations 2",
        "2, processes, is -class S",
        "3, one JVM, jacobi2d -n 100 -iterations 50",
        "2, processes, jacobi3d -n 20 -iterations 20",
        "3, one JVM, kmeans -points 5000",
        "2, processes, lu -class S",
        "4, one JVM, mg -class S",
        "2, processes, moldyn -particles 864 -steps 10",
        "3, one JVM, nbody -bodies 200 -steps 5",
        "2, processes, pagerank -scale 10",
        "3, one JVM, redblack -n 100 -iterations 50",
        "2, processes, samplesort -n 20000",
        "3, one JVM, spmv -n 1000 -iterations 20",
        "4, processes, summa -n 100"
    })
    void shouldVerifyItsResult(int ranks, String mode, String words) throws Exception {
        List<String> all = new ArrayList<>();
        if (mode.equals("one JVM")) {
            all.add("--pvas");
        }
        all.addAll(List.of("-cp", CLASSES, "applications.Applications"));
        all.addAll(Arrays.asList(words.split(" ")));
        List<String> lines =
                Mpiexec.run(directory.resolve("log"), ranks, all.toArray(new String[0]));
        assertEquals(1, lines.size(), lines::toString);
        String[] fields = lines.getFirst().split(",");
        assertEquals(7, fields.length, lines::toString);
        // EP has published values for its classes only.
        assertEquals(String.valueOf(ranks), fields[2]);
        assertTrue(Double.parseDouble(fields[3]) > 0, lines::toString);
        assertEquals(!words.startsWith("ep "), Boolean.parseBoolean(fields[6]), lines::toString);
    }
}
