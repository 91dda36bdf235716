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

/** Small sizes of all applications, by processes and in one JVM, in both dialects. */
class ApplicationsIT {
    private static final String CLASSES = "benchmarks/target/classes";

    @TempDir private Path directory;

    @ParameterizedTest
    @CsvSource({
        "2, processes, Open MPI, bfs -scale 10",
        "4, one JVM, mpiJava, cg -class S",
        "3, processes, Open MPI, denselu -n 150",
        "2, one JVM, mpiJava, ep -m 20",
        "3, processes, Open MPI, farm -tasks 30",
        "4, one JVM, mpiJava, ft -class S -iterations 2",
        "2, processes, Open MPI, is -class S",
        "3, one JVM, mpiJava, jacobi2d -n 100 -iterations 50",
        "2, processes, Open MPI, jacobi3d -n 20 -iterations 20",
        "3, one JVM, mpiJava, kmeans -points 5000",
        "2, processes, Open MPI, lu -class S",
        "4, one JVM, mpiJava, mg -class S",
        "2, processes, Open MPI, moldyn -particles 864 -steps 10",
        "3, one JVM, mpiJava, nbody -bodies 200 -steps 5",
        "2, processes, Open MPI, pagerank -scale 10",
        "3, one JVM, mpiJava, redblack -n 100 -iterations 50",
        "2, processes, Open MPI, samplesort -n 20000",
        "3, one JVM, mpiJava, spmv -n 1000 -iterations 20",
        "4, processes, Open MPI, summa -n 100"
    })
    void shouldVerifyItsResult(int ranks, String mode, String names, String words)
            throws Exception {
        List<String> all = new ArrayList<>();
        if (mode.equals("one JVM")) {
            all.add("--pvas");
        }
        String main = names.equals("Open MPI") ? "OpenMpiApplications" : "Applications";
        all.addAll(List.of("-cp", CLASSES, "applications." + main));
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
