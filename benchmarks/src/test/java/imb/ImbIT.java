package imb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.examples.Mpiexec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Every benchmark, with every byte checked. */
class ImbIT {
    private static final int SIZES = 5;
    private static final int WHOLE_FLOATS = 4;

    @TempDir private Path directory;

    private long lines(int ranks, String ofMpiexec, String options) throws Exception {
        Path classes = Path.of("..", "imb", "target", "classes").toAbsolutePath().normalize();
        List<String> lines =
                Mpiexec.run(
                        directory.resolve("log"),
                        ranks,
                        Stream.of(
                                        ofMpiexec + " -XX:TieredStopAtLevel=1 -cp " + classes,
                                        "imb.Imb -lines -check -iter 3 -warm_up 0",
                                        options)
                                .flatMap(words -> Stream.of(words.split(" ")))
                                .toArray(String[]::new));
        return lines.stream().filter(line -> line.startsWith("R,")).count();
    }

    @Test
    void shouldFindEveryByteRightWhenTwoRanksRunASuite() throws Exception {
        runSuites("MPI1 NBC P2P", "0,1,12,2K,70K -window 8");
    }

    /** Short accesses, as an iteration may have 1,000 of them to be checked. */
    @Test
    void shouldFindEveryByteRightWhenTwoRanksAccessWindows() throws Exception {
        runSuites("RMA EXT", "0,1,12,200,600");
    }

    private void runSuites(String suites, String sizes) throws Exception {
        int expected =
                Stream.of(suites.split(" "))
                        .flatMap(suite -> BenchmarkCatalogue.named(List.of(suite)).stream())
                        .filter(each -> !each.name().startsWith("Stencil"))
                        .mapToInt(ImbIT::lines)
                        .sum();
        assertEquals(expected, lines(2, "--bind-to none", suites + " -msglen " + sizes));
    }

    @Test
    void shouldFindEveryByteRightWhenRanksHaveThreads() throws Exception {
        assertEquals(
                2 * 10 - 1, lines(2, "--bind-to none", "MT -msglen 12,70K -threads 2 -window 8"));
    }

    @Test
    void shouldFindEveryByteRightWhenRanksOfOneJvmAreOnAGrid() throws Exception {
        assertEquals(8 + 10 + 3, lines(8, "--pvas", "P2P MT Ibcast_pure -msglen 12 -threads 2"));
    }

    private static int lines(BenchmarkDefinition definition) {
        int sizes =
                definition.accepts(1) ? SIZES : definition.accepts(WHOLE_FLOATS) ? WHOLE_FLOATS : 1;
        return definition.overlaps() ? 2 * sizes : sizes;
    }
}
