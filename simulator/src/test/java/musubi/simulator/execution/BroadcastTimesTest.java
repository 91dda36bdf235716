package musubi.simulator.execution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.network.LinkCost;
import musubi.simulator.network.Machine;
import musubi.simulator.network.Outcome;
import musubi.simulator.report.SingleTreeBroadcast;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares simulated broadcasts with the cost functions of the study of Fugaku: (4) Trinaryx6, (6)
 * Bintree3d, (5) and (7) their best segments, with the L and B fitted there.
 */
class BroadcastTimesTest {
    private static final double TRINARY_L = 1.73e-6;
    private static final double TRINARY_B = 6.34e9;
    private static final double BINTREE_L = 4.29e-6;
    private static final double BINTREE_B = 6.64e9;
    private static final LinkCost TRINARY = LinkCost.of(TRINARY_L, TRINARY_L, TRINARY_B);
    private static final LinkCost BINTREE = LinkCost.of(BINTREE_L, BINTREE_L, BINTREE_B);

    private static Experiment onTorus(String shape) {
        Torus torus = Torus.parse(shape);
        Machine machine =
                Machine.torus(
                        TorusEmbedding.of(torus), 1, TRINARY, 0, TRINARY, Machine.Limits.NONE);
        return new Experiment(CollectiveKind.BCAST, machine, 0);
    }

    /** Equation (6) has no links: only the path between two ranks is shared. */
    private static Experiment withoutLinks(String shape) {
        Torus torus = Torus.parse(shape);
        Machine machine = Machine.withoutLinks(torus, BINTREE);
        return new Experiment(CollectiveKind.BCAST, machine, 0);
    }

    private static Algorithm bcast(String name) {
        Algorithm algorithm = Catalogue.find(CollectiveKind.BCAST, name);
        assertNotNull(algorithm, name);
        return algorithm;
    }

    /** The hops are those of data/bcast-rounds.csv. */
    @ParameterizedTest
    @CsvSource({
        "64x6, 69, 65536, 4096",
        "64x6, 69, 4194304, 16384",
        "8x6x8, 20, 65536, 2448",
        "8x6x8, 20, 1048576, 4096",
        "8x6x8, 20, 4194304, 16384",
        "16x12x16, 42, 65536, 1690",
        "16x12x16, 42, 262144, 4096",
        "16x12x16, 42, 4194304, 13511"
    })
    void shouldFollowEquation4WhenSimulated(String shape, int hops, long bytes, long segment) {
        int trees = 2 * Torus.parse(shape).axes().length;
        double segments = Math.ceil((double) bytes / (trees * segment));
        double expected = (hops + segments - 1) * (TRINARY_L + segment / TRINARY_B);
        double simulated = onTorus(shape).run(bcast("trinaryx6"), bytes, segment).seconds();
        assertEquals(1, simulated / expected, 0.1);
    }

    @ParameterizedTest
    @CsvSource({
        "384, 9, 65536, 4096",
        "8x6x8, 9, 1048576, 16384",
        "16x12x16, 12, 65536, 13027",
        "16x12x16, 12, 4194304, 104219"
    })
    void shouldFollowEquation6WhenSimulated(String shape, int depth, long bytes, long segment) {
        double segments = Math.ceil((double) bytes / segment);
        double expected = (depth + segments - 1) * (BINTREE_L + segment / BINTREE_B);
        double simulated = withoutLinks(shape).run(bcast("bintree3d"), bytes, segment).seconds();
        assertEquals(1, simulated / expected, 0.1);
    }

    @Test
    void shouldFindTheBestSegmentOfEquation5() {
        long bytes = 1 << 20;
        Experiment experiment = onTorus("8x6x8");
        double equation = Math.sqrt(TRINARY_L * TRINARY_B * bytes / (6.0 * (8 + 6 + 8 - 2)));
        checkSegment(experiment, bcast("trinaryx6"), bytes, equation);
    }

    @Test
    void shouldFindTheBestSegmentOfEquation7() {
        long bytes = 1 << 22;
        Experiment experiment = withoutLinks("8x6x8");
        double equation = Math.sqrt(BINTREE_L * BINTREE_B * bytes / (9.0 - 1));
        checkSegment(experiment, bcast("bintree3d"), bytes, equation);
    }

    /** The minimum is flat, so segment sizes may differ more than times. */
    private static void checkSegment(
            Experiment experiment, Algorithm algorithm, long bytes, double equation) {
        SegmentSearch search =
                new SegmentSearch(bytes, segment -> experiment.run(algorithm, bytes, segment));
        long found = search.from(4096);
        assertEquals(1, found / equation, 0.3, "found=" + found + " equation=" + equation);
        double best = search.outcome(found).picos();
        assertEquals(1, search.outcome(Math.round(equation)).picos() / best, 0.03);
        for (double factor : new double[] {0.25, 4}) {
            double off = search.outcome(Math.round(equation * factor)).picos();
            assertTrue(off > 1.1 * best, "off=" + off + " best=" + best);
        }
    }

    @Test
    void shouldGainFromEachTreeWhenMessagesAreLong() {
        Experiment experiment = onTorus("8x8x8");
        long segment = 16384;
        long bytes = 2400 * segment;
        Algorithm oneTree = Algorithm.segmented("one-tree", new SingleTreeBroadcast());
        double one = experiment.run(oneTree, bytes, segment).picos();
        double three = experiment.run(bcast("trinaryx3"), bytes, segment).picos();
        double six = experiment.run(bcast("trinaryx6"), bytes, segment).picos();
        assertTrue(one / three >= 2.8 && one / three <= 3, "x3 gains " + one / three);
        assertTrue(one / six >= 5.5 && one / six <= 6, "x6 gains " + one / six);
    }

    @Test
    void shouldDoTheSameInEachRun() {
        Experiment experiment = onTorus("6x4x5");
        long first = orderOf(experiment);
        assertEquals(first, orderOf(experiment));
        assertEquals(first, orderOf(onTorus("6x4x5")));
    }

    private static long orderOf(Experiment experiment) {
        long[] hash = {0};
        Outcome outcome =
                experiment.run(
                        bcast("bintree6d"),
                        100_000,
                        1000,
                        (rank, step, time) ->
                                hash[0] = 31 * hash[0] + time + 7L * rank + 1_000_003L * step);
        return hash[0] + outcome.picos();
    }
}
