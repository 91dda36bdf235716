package musubi.simulator.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.collectives.topology.TorusRoute;
import musubi.simulator.execution.Experiment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AllToAllRoundsTest {
    private static final LinkCost LINK = LinkCost.of(1e-6, 1e-6, 6.34e9);
    private static final long BYTES = 4096;

    private static Algorithm algorithm(String name) {
        return Catalogue.find(CollectiveKind.ALLTOALL, name);
    }

    private static TorusNetwork network(Torus torus, int ranksPerNode) {
        Injection injection = new Injection(torus.size(), Injection.UNLIMITED, 0);
        return new TorusNetwork(TorusEmbedding.of(torus), ranksPerNode, LINK, 0, LINK, injection);
    }

    private static Outcome events(TorusNetwork network, Torus torus, int each, String name) {
        Machine machine = new Machine("", JobPlacement.inTorus(torus, each), network);
        return new Experiment(CollectiveKind.ALLTOALL, machine, 0).run(algorithm(name), BYTES, 0);
    }

    /**
     * The simulated time is within -5 % and +12 % of that by loads; all messages at once: +35 %.
     */
    @ParameterizedTest
    @CsvSource({
        "8x6x8, pairwise", "8x6x8, doublespread", "8x6x8, linear",
        "64x6, pairwise", "64x6, doublespread", "64x6, linear",
        "384, pairwise", "384, doublespread", "384, linear"
    })
    void shouldTakeAboutAsLongByLoadsAsByEvents(String shape, String name) {
        Torus torus = Torus.parse(shape);
        TorusNetwork network = network(torus, 1);
        double events = events(network, torus, 1, name).picos();
        Outcome loads = network.exchange(algorithm(name), BYTES);
        double ratio = events / loads.picos();
        assertTrue(
                ratio > 0.95 && ratio < (name.equals("linear") ? 1.35 : 1.12),
                "events / loads = " + ratio);
        assertEquals(384L * 383, loads.messages());
    }

    @ParameterizedTest
    @CsvSource({
        "5x4x3, 1, pairwise", "5x4x3, 1, doublespread", "4x6, 1, linear",
        "4x3x2, 3, pairwise", "6x5, 2, linear", "5x4, 2, doublespread"
    })
    void shouldLoadEachLinkAsTheEventsDo(String shape, int each, String name) {
        Torus torus = Torus.parse(shape);
        TorusNetwork network = network(torus, each);
        events(network, torus, each, name);
        AllToAllRounds rounds = new AllToAllRounds(algorithm(name), torus, each);
        LinkLoads loads = new LinkLoads(torus, each);
        int links = new TorusRoute(torus).links();
        long[] sums = new long[links];
        for (int round = 0; round < rounds.rounds(); round++) {
            rounds.load(round, loads);
            for (int link = 0; link < links; link++) {
                sums[link] += loads.of(link);
            }
        }
        for (int link = 0; link < links; link++) {
            assertEquals(network.bytesOver(link), sums[link] * BYTES, "link=" + link);
        }
    }

    @Test
    void shouldRefuseAlgorithmsInWhichRanksDifferAndShapesWithEdges() {
        Torus torus = Torus.of(4, 4);
        assertThrows(
                IllegalArgumentException.class,
                () -> new AllToAllRounds(algorithm("two-level"), torus, 2));
        assertThrows(IllegalArgumentException.class, () -> new LinkLoads(Torus.parse("4mx4"), 1));
    }
}
