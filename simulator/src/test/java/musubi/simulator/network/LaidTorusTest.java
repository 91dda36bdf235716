package musubi.simulator.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.SnakeOrder;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.collectives.topology.TorusRoute;
import musubi.error.MpiFailure;
import musubi.simulator.execution.Experiment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

class LaidTorusTest {
    private static final LinkCost LINK = LinkCost.of(1.73e-6, 1.73e-6, 6.34e9);

    private static TorusNetwork network(TorusEmbedding layout, int ranksPerNode) {
        Injection injection = new Injection(layout.logical().size(), Injection.UNLIMITED, 0);
        return new TorusNetwork(layout, ranksPerNode, LINK, 0, LINK, injection);
    }

    private static TorusEmbedding layout(String nodes, String machine) {
        return new TorusEmbedding(Torus.parse(nodes), Torus.parse(machine));
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "2x3", "4x3x5", "3x3x3", "1x4x2x3"})
    void shouldStepToANeighbourEachTime(String shape) {
        Torus torus = Torus.parse(shape);
        int[] order = SnakeOrder.of(torus);
        int[] sorted = order.clone();
        Arrays.sort(sorted);
        assertArrayEquals(TorusEmbedding.of(torus).places(), sorted);
        for (int i = 1; i < order.length; i++) {
            int[] here = torus.coordinates(order[i]);
            int[] last = torus.coordinates(order[i - 1]);
            int steps = 0;
            for (int d = 0; d < here.length; d++) {
                steps += Math.abs(here[d] - last[d]);
            }
            assertEquals(1, steps, "place " + i);
        }
    }

    /**
     * In a job of one dimension neighbours are adjacent, but its farthest ranks are near as well.
     */
    @Test
    void shouldSendOverTheLinksOfTheMachine() {
        Algorithm linear = Catalogue.find(CollectiveKind.BCAST, "linear");
        Machine.Limits none = Machine.Limits.NONE;
        Machine over = Machine.torus(layout("64", "4x4x4"), 1, LINK, 1e-6, LINK, none);
        Machine alone = Machine.torus(TorusEmbedding.of(Torus.of(64)), 1, LINK, 1e-6, LINK, none);
        long near = new Experiment(CollectiveKind.BCAST, over, 0).run(linear, 8, 0).picos();
        long far = new Experiment(CollectiveKind.BCAST, alone, 0).run(linear, 8, 0).picos();
        assertTrue(near < far, near + " " + far);
        assertEquals("64@4x4x4", over.name());
        assertThrows(MpiFailure.class, () -> layout("64", "4x4"));
    }

    @ParameterizedTest
    @CsvSource({
        "60, 5x4x3, 1, pairwise",
        "12x5, 5x4x3, 1, doublespread",
        "24, 4x6, 1, linear",
        "24, 4x3x2, 3, pairwise",
        "6x4, 4x3x2, 2, doublespread"
    })
    void shouldLoadEachLinkAsTheEventsDo(String nodes, String machine, int each, String name) {
        TorusEmbedding layout = layout(nodes, machine);
        Algorithm algorithm = Catalogue.find(CollectiveKind.ALLTOALL, name);
        TorusNetwork network = network(layout, each);
        Machine job = new Machine("", JobPlacement.inTorus(layout.logical(), each), network);
        new Experiment(CollectiveKind.ALLTOALL, job, 0).run(algorithm, 100, 0);
        AllToAllRounds rounds = new AllToAllRounds(algorithm, layout.logical(), each);
        PlacedLoads loads = new PlacedLoads(layout, each);
        long[] sums = new long[new TorusRoute(layout.physical()).links()];
        for (int round = 0; round < rounds.rounds(); round++) {
            rounds.load(round, loads);
            Arrays.setAll(sums, link -> sums[link] + loads.of(link));
        }
        for (int link = 0; link < sums.length; link++) {
            assertEquals(network.bytesOver(link), sums[link] * 100, "link=" + link);
        }
    }

    /** Loads counted one by one equal those by symmetry. */
    @ParameterizedTest
    @CsvSource({"5x4x3, 1, pairwise", "6x4, 2, doublespread", "4x3x2, 3, linear"})
    void shouldEqualTheSymmetricCountWhenCountedSingly(String shape, int each, String name) {
        TorusEmbedding layout = layout(shape, shape);
        Algorithm algorithm = Catalogue.find(CollectiveKind.ALLTOALL, name);
        AllToAllRounds rounds = new AllToAllRounds(algorithm, layout.logical(), each);
        PlacedLoads counted = new PlacedLoads(layout, each);
        LinkLoads known = new LinkLoads(layout.logical(), each);
        for (int round = 0; round < rounds.rounds(); round++) {
            rounds.load(round, counted);
            rounds.load(round, known);
            assertEquals(known.mostOnALink(), counted.mostOnALink());
            assertEquals(known.mostSent(), counted.mostSent());
        }
    }
}
