package musubi.collectives.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.TorusEmbedding;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** Formulas agree with the equations of the papers, and with each other. */
class CostFormulasTest {
    private static final double MICRO = 1e6;
    private static final HockneyLink TRINARY = new HockneyLink(1.73e-6, 6.34e9);
    private static final HockneyLink BINARY = new HockneyLink(4.29e-6, 6.64e9);

    /** Kinds with a single algorithm, or whose ranks know their own blocks only. */
    private static final Set<CollectiveKind> WITHOUT =
            EnumSet.of(
                    CollectiveKind.GATHERV,
                    CollectiveKind.SCATTERV,
                    CollectiveKind.ALLTOALLW,
                    CollectiveKind.NEIGHBOR_ALLGATHER,
                    CollectiveKind.NEIGHBOR_ALLGATHERV,
                    CollectiveKind.NEIGHBOR_ALLTOALL,
                    CollectiveKind.NEIGHBOR_ALLTOALLV,
                    CollectiveKind.NEIGHBOR_ALLTOALLW);

    private final long seed = System.nanoTime();

    @Test
    void shouldHaveAFormulaWhenThereIsSomethingToChoose() {
        for (CollectiveKind kind : CollectiveKind.values()) {
            for (Algorithm algorithm : Catalogue.of(kind)) {
                CostFormula formula = CostFormulas.of(kind, algorithm.name());
                String what = kind + " " + algorithm.name();
                // Walks through its schedule predict the time of an algorithm by site.
                if (WITHOUT.contains(kind) || algorithm.name().startsWith("by-site")) {
                    assertNull(formula, what);
                } else {
                    assertNotNull(formula, what);
                }
            }
        }
        assertNull(CostFormulas.of(CollectiveKind.BCAST, "magic"));
    }

    /** Equation (4) on a torus of three dimensions, uncut and with the segments of (5). */
    @ParameterizedTest
    @CsvFileSource(resources = "bcast-model.csv", numLinesToSkip = 1)
    void shouldAgreeWithTheEquationsWhenTheTorusHasThreeDimensions(ArgumentsAccessor row) {
        double bytes = row.getLong(2);
        RankLayout where = RankLayout.of(TorusEmbedding.parse(row.getString(0)));
        CallCost trinary = CostFormulas.of(CollectiveKind.BCAST, "trinaryx6").of(where, bytes);
        check(row, trinary, TRINARY, 3);
        CallCost binary = CallCost.pipelined(TreeFlow.pipeline(row.getInteger(1)), bytes);
        check(row, binary, BINARY, 5);
    }

    /** Whole segments cost a little more than the fractions of the equations. */
    private static void check(ArgumentsAccessor row, CallCost cost, HockneyLink link, int column) {
        assertEquals(row.getDouble(column), cost.seconds(1, link) * MICRO, 0.01, "uncut");
        double best = cost.seconds(cost.bestSegments(link), link) * MICRO;
        double expected = row.getDouble(column + 1);
        assertTrue(best >= expected - 0.01 && best <= 1.05 * expected, best + " " + expected);
    }

    @Test
    void shouldFindTheBestNumberOfSegmentsWhateverTheCost() {
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            TreeFlow flow =
                    new TreeFlow(random.nextInt(100), 1 + random.nextInt(4), 1 + random.nextInt(9));
            double bytes = Math.exp(16 * random.nextDouble());
            CallCost cost = CallCost.pipelined(flow, bytes);
            double best = cost.seconds(cost.bestSegments(TRINARY), TRINARY);
            // If links are shared, a slightly longer time is accepted for fewer segments.
            double more = flow.load() > flow.starts() ? 1.03 : 1 + 1e-9;
            for (int k = 1; k <= Math.min(500, bytes / 16); k++) {
                double time = cost.seconds(k, TRINARY);
                assertTrue(best <= time * more, cost + " k=" + k + " seed=" + seed);
            }
        }
    }

    /**
     * By hand, L = 1, s / B = 1 and 3 segments: 5 hops of 2, and 2 turns of 2 messages. Over a link
     * with 12 messages of a segment, 4 in each of 3 turns, come 4, 8, 12, 8 and 4 of them; all but
     * the first turn wait for those beyond one message, 2: 6 + 10 + 6 + 2.
     */
    @Test
    void shouldCountLinksTurnByTurnWhenMessagesComeOverThemOneAfterTheOther() {
        HockneyLink link = new HockneyLink(1, 1);
        double senders = 5 * 2 + 2 * 2 * 2;
        assertEquals(senders, CallCost.pipelined(new TreeFlow(5, 2, 2, 3), 3).seconds(3, link));
        assertEquals(
                senders + 24, CallCost.pipelined(new TreeFlow(5, 2, 12, 3), 3).seconds(3, link));
        assertEquals(
                senders + 2 * 8, CallCost.pipelined(new TreeFlow(5, 2, 12), 3).seconds(3, link));
    }

    @ParameterizedTest
    @CsvSource({"1000, 1, 0", "1000, 2, 512", "1000, 3, 336", "4096, 4, 1024"})
    void shouldCutAtMultiplesOfSixteenBytes(double bytes, int segments, long expected) {
        assertEquals(
                expected, CallCost.pipelined(TreeFlow.pipeline(3), bytes).segmentBytes(segments));
    }

    /** By hand: a message crosses as many links as others that go the same way. */
    @ParameterizedTest
    @CsvSource({
        "8, 1, 1",
        "8, 3, 3",
        "8, 5, 3",
        "4x8, 8, 1",
        "4x8, 20, 4",
        "4x8, 19, 3",
        "8, 4, 4",
        "8@2x4, 4, 1"
    })
    void shouldCountMessagesThatShareALink(String torus, int distance, int expected) {
        assertEquals(expected, RankLayout.of(TorusEmbedding.parse(torus)).shift(distance));
    }

    @Test
    void shouldShareTheWayOutOfANodeWhenThereIsNoTorus() {
        RankLayout where = RankLayout.withoutLinks(16, 4);
        assertEquals(1, where.shift(1));
        assertEquals(4, where.shift(8));
        RankLayout apart = RankLayout.withoutLinks(16, 1);
        assertEquals(1, apart.shift(8));
        assertEquals(4, apart.rounds());
        assertTrue(where.rounds() < 3);
    }

    /** In all places of a ring that is cut in two: p/8 messages each way for each rank. */
    @ParameterizedTest
    @CsvSource({"8, 8", "16, 32", "8x8, 64", "4m, 4"})
    void shouldCountMessagesOverTheBusiestLinkOfAnAllToAll(String torus, double expected) {
        assertEquals(expected, RankLayout.of(TorusEmbedding.parse(torus)).allPairs());
    }
}
