package imb;

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
    private static final int THREADS = 3;

    private static BenchmarkDefinition named(String name) {
        return BenchmarkCatalogue.named(List.of(name)).getFirst();
    }

    private static List<String> names(String... words) {
        return BenchmarkCatalogue.named(List.of(words)).stream()
                .map(BenchmarkDefinition::name)
                .toList();
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
        "Ibcast, 8, 0, 1",
        "PingPongMT, 8, 3, 0.5",
        "ExchangeMT, 8, 12, 1",
        "UniBandMT, 8, 768, 1",
        "P2P/PingPong, 8, 4, 0.5",
        "P2P/PingPing, 8, 8, 1",
        "Unirandom, 8, 8, 1",
        "Birandom, 8, 8, 0.5",
        "Stencil2D, 8, 8, 0.25"
    })
    void shouldCountAsImbWhenRatesAreReported(
            String name, int ranks, double messages, double share) {
        assertEquals(messages, named(name).messages(ranks, WINDOW, THREADS));
        assertEquals(share, named(name).share());
    }

    @ParameterizedTest
    @CsvSource({
        "MPI1, PingPong PingPongSpecificSource PingPongAnySource PingPing PingPingSpecificSource"
                + " PingPingAnySource Sendrecv Exchange Uniband Biband",
        "MPI1, Bcast Allgather Allgatherv Gather Gatherv Scatter Scatterv Alltoall Alltoallv",
        "MPI1, Reduce Reduce_scatter Reduce_scatter_block Allreduce Barrier Reduce_local",
        "NBC, Ibcast Iallgather Iallgatherv Igather Igatherv Iscatter Iscatterv Ialltoall",
        "NBC, Ialltoallv Ireduce Ireduce_scatter Iallreduce Ibarrier",
        "NBC, Ibcast_pure Iallgather_pure Iallgatherv_pure Igather_pure Igatherv_pure",
        "NBC, Iscatter_pure Iscatterv_pure Ialltoall_pure Ialltoallv_pure Ireduce_pure",
        "NBC, Ireduce_scatter_pure Iallreduce_pure Ibarrier_pure",
        "MT, PingPongMT PingPingMT SendrecvMT ExchangeMT UniBandMT BiBandMT BcastMT ReduceMT"
                + " AllreduceMT",
        "P2P, P2P/PingPong P2P/PingPing Unirandom Birandom Corandom SendRecv_Replace Stencil2D"
                + " Stencil3D",
        "RMA, Unidir_put Unidir_get Bidir_put Bidir_get One_put_all One_get_all All_put_all"
                + " All_get_all Put_local Put_all_local Get_local Get_all_local",
        "RMA, Exchange_put Exchange_get RMA/Accumulate Get_accumulate Fetch_and_op"
                + " Compare_and_swap Truly_passive_put",
        "RMA, Unidir_put_aggregate Unidir_get_aggregate Bidir_put_aggregate Bidir_get_aggregate"
                + " Put_local_aggregate Get_local_aggregate RMA/Accumulate_aggregate"
                + " Get_accumulate_aggregate Fetch_and_op_aggregate Compare_and_swap_aggregate",
        "EXT, Window EXT/Unidir_Put EXT/Unidir_Get EXT/Bidir_Put EXT/Bidir_Get EXT/Accumulate",
        "EXT, EXT/Unidir_Put_aggregate EXT/Unidir_Get_aggregate EXT/Bidir_Put_aggregate"
                + " EXT/Bidir_Get_aggregate EXT/Accumulate_aggregate"
    })
    void shouldHaveEveryNameWhenImbHasIt(Suite suite, String names) {
        Set<String> found =
                BenchmarkCatalogue.ALL.stream()
                        .filter(each -> each.suite() == suite)
                        .map(BenchmarkDefinition::name)
                        .collect(Collectors.toSet());
        assertTrue(found.containsAll(List.of(names.split(" "))), found::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "Unidir_put_aggregate, 0, 1000",
        "Unidir_put_aggregate, 8, 1000",
        "EXT/Bidir_Get_aggregate, 65536, 64",
        "Fetch_and_op_aggregate, 0, 1000",
        "Unidir_put_aggregate, 8388608, 1",
        "Unidir_put, 8, 1"
    })
    void shouldReportTheTimeOfOneTransferWhenSeveralAreCompletedTogether(
            String name, int bytes, int transfers) {
        assertEquals(1.0 / transfers, named(name).share(bytes));
    }

    @Test
    void shouldHaveEachNameOnceWhenSuitesShareIt() {
        Set<String> names =
                BenchmarkCatalogue.ALL.stream()
                        .map(BenchmarkDefinition::name)
                        .collect(Collectors.toSet());
        assertEquals(BenchmarkCatalogue.ALL.size(), names.size());
        assertEquals(Suite.MPI1, named("PingPong").suite());
        assertEquals(Suite.MPI1, named("mpi1/pingpong").suite());
        assertEquals(Suite.P2P, named("P2P/PingPong").suite());
        assertEquals(Suite.RMA, named("unidir_put").suite());
        assertEquals(Suite.EXT, named("ext/unidir_put").suite());
    }

    @Test
    void shouldSelectASuiteWithoutTwinsWhenItsNameIsGiven() {
        assertEquals(names("MPI1"), names());
        assertEquals(names("IMB-NBC"), names("nbc"));
        assertTrue(names("NBC").contains("Ibcast"));
        assertFalse(names("NBC").contains("Ibcast_pure"));
        assertEquals(List.of("Ibcast", "PingPong"), names("ibcast", "PingPong", "Ibcast"));
    }

    @Test
    void shouldTakeWholeFloatsOnlyWhenItReduces() {
        assertFalse(named("Allreduce").accepts(2));
        assertTrue(named("Allreduce").accepts(4));
        assertFalse(named("Ireduce_pure").accepts(2));
        assertFalse(named("Barrier").accepts(4));
        assertFalse(named("Ibarrier_pure").accepts(4));
        assertTrue(named("Bcast").accepts(1));
    }

    @Test
    void shouldListAllNamesWhenOneIsWrong() {
        assertEquals("Reduce_scatter", named("reduce_SCATTER").name());
        String message =
                assertThrows(IllegalArgumentException.class, () -> named("Pong")).getMessage();
        assertTrue(message.contains("PingPong"), message);
    }
}
