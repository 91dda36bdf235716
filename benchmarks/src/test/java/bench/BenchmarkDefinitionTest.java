package bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The definitions of IMB. */
class BenchmarkDefinitionTest {
    private static final int WINDOW = 64;

    private static BenchmarkDefinition named(String name) {
        return BenchmarkCatalogue.named(List.of(name)).getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "PingPong, 2, 1, 0.5",
        "PingPongAnySource, 2, 1, 0.5",
        "PingPing, 2, 1, 1",
        "Sendrecv, 8, 2, 1",
        "Exchange, 8, 4, 1",
        "Uniband, 2, 64, 1",
        "Uniband, 8, 256, 1",
        "Biband, 2, 128, 1",
        "Biband, 5, 256, 1",
        "Allreduce, 8, 0, 1",
        "Ibcast, 8, 0, 1"
    })
    void shouldCountAsImbDoes(String name, int ranks, double messages, double share) {
        assertEquals(messages, named(name).messages(ranks, WINDOW));
        assertEquals(share, named(name).share());
    }

    @Test
    void shouldHaveEveryNameOfImbMpi1Once() {
        Set<String> names =
                BenchmarkCatalogue.ALL.stream()
                        .map(BenchmarkDefinition::name)
                        .collect(Collectors.toSet());
        assertEquals(BenchmarkCatalogue.ALL.size(), names.size());
        List<String> mpi1 =
                List.of(
                        "PingPong PingPongSpecificSource PingPongAnySource PingPing",
                        "PingPingSpecificSource PingPingAnySource Sendrecv Exchange Uniband Biband",
                        "Bcast Allgather Allgatherv Gather Gatherv Scatter Scatterv Alltoall",
                        "Alltoallv Reduce Reduce_scatter Reduce_scatter_block Allreduce Barrier");
        for (String line : mpi1) {
            assertTrue(names.containsAll(List.of(line.split(" "))), line);
        }
    }

    @Test
    void shouldTakeWholeFloatsOnly() {
        assertFalse(named("Allreduce").accepts(2));
        assertTrue(named("Allreduce").accepts(4));
        assertFalse(named("Barrier").accepts(4));
        assertTrue(named("Bcast").accepts(1));
    }

    @Test
    void shouldFindNamesInAnyCaseAndListThemWhenWrong() {
        assertEquals("Reduce_scatter", named("reduce_SCATTER").name());
        String message =
                assertThrows(IllegalArgumentException.class, () -> named("Pong")).getMessage();
        assertTrue(message.contains("PingPong"), message);
    }

    @Test
    void shouldDivideACountIntoNearlyEqualShares() {
        assertArrayEquals(new int[] {4, 3, 3}, ReductionBenchmarks.shares(10, 3));
        assertArrayEquals(new int[] {1, 0, 0}, ReductionBenchmarks.shares(1, 3));
    }

    @Test
    void shouldGiveOverlapAsImbDoes() {
        assertEquals(100, Overlap.percent(10, 10, 10));
        assertEquals(0, Overlap.percent(20, 10, 10));
        assertEquals(50, Overlap.percent(15, 10, 10));
        assertEquals(0, Overlap.percent(25, 10, 10));
        assertEquals(100, Overlap.percent(20, 20, 5));
    }
}
