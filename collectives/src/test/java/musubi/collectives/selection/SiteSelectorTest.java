package musubi.collectives.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.model.ScheduleWalk;
import musubi.collectives.model.SiteNetwork;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.DefaultTorus;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Selection for communicators on several sites. */
class SiteSelectorTest {
    private static final String TWO = "A:0-1,B:2-3;A-B:4ms:1gbit";
    private static final double LATENCY = 4e-3;

    private final long seed = System.nanoTime();
    private final SelectorChain chain =
            new SelectorChain(false, Map.<String, String>of()::get, Fallbacks.silent(), null);

    private static Shape shape(CollectiveKind kind, String grid, int ranks, long bytes) {
        SiteGraph graph = SiteGraph.parse(grid);
        Shape shape = new Shape().reset(kind, 0, ranks);
        int nodes = graph.map().nodes();
        shape.nodes = NodeMap.of(ranks, rank -> rank * nodes / ranks);
        shape.torus = DefaultTorus.of(shape.nodes, ranks);
        shape.sites = SiteLevel.of(ranks, shape.nodes::of, graph);
        shape.count = bytes / 8;
        shape.itemBytes = 8;
        return shape;
    }

    @ParameterizedTest
    @CsvSource({
        "BARRIER, 4, 0, by-site",
        "BARRIER, 64, 0, by-site",
        "BARRIER, 200, 0, by-site",
        "BCAST, 4, 8, by-site",
        "BCAST, 4, 1048576, by-site",
        "REDUCE, 4, 8, by-site",
        "REDUCE, 16, 1048576, by-site",
        "ALLREDUCE, 4, 8, by-site",
        "ALLREDUCE, 4, 1048576, by-site",
        "ALLREDUCE, 16, 16777216, by-site",
        "ALLGATHER, 16, 8, by-site",
        "ALLGATHER, 16, 65536, by-site",
        "GATHER, 16, 1048576, by-site-split",
        "GATHER, 200, 8, by-site",
        "SCATTER, 16, 1048576, by-site-split",
        "SCATTER, 200, 1048576, by-site-split",
        "REDUCE_SCATTER_BLOCK, 4, 8, by-site-split",
        "REDUCE_SCATTER_BLOCK, 16, 1048576, by-site-split",
        "REDUCE_SCATTER_BLOCK, 200, 8192, by-site-split",
        "SCAN, 4, 8, by-site",
        "SCAN, 16, 8, by-site",
        "SCAN, 16, 1048576, by-site",
        "EXSCAN, 16, 8, by-site",
        "EXSCAN, 200, 8, by-site",
        "ALLREDUCE, 200, 8, by-site",
        "ALLREDUCE, 200, 1048576, by-site-split",
        "ALLTOALL, 160, 8, by-site",
        "ALLTOALL, 200, 8, by-site",
        "ALLTOALL, 200, 65536, linear"
    })
    void shouldChooseBySiteWhenSitesAreFar(
            CollectiveKind kind, int ranks, long bytes, String name) {
        Shape shape = shape(kind, TWO, ranks, bytes);
        SelectedAlgorithm choice = chain.select(shape);
        assertEquals(name, choice.algorithm().name(), choice.reason());
        assertTrue(choice.reason().contains("2 sites"), choice.reason());
    }

    /**
     * Between two sites of two ranks: one message instead of four, but over the lines of the site's
     * leader twice more.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1024, true",
        "1, 131072, false",
        "1, 1048576, false",
        "1, 4194304, false",
        "2, 131072, false",
        "2, 1048576, false",
        "2, 4194304, false",
        "10, 1024, true",
        "10, 65536, false",
        "10, 131072, false",
        "10, 1048576, false",
        "10, 4194304, false"
    })
    void shouldChooseDirectMessagesWhenBlocksAreLong(int gbits, long bytes, boolean bySite) {
        String within = "30us:" + gbits + "gbit";
        String grid = "A:0-1,B:2-3;A-B:5ms:1gbit;A-A:" + within + ";B-B:" + within;
        assertEquals(bySite, isBySite(shape(CollectiveKind.ALLTOALL, grid, 4, bytes)));
        String nodes = "A:0,B:1;A-B:5ms:1gbit;A-A:" + within + ";B-B:" + within;
        assertEquals(bySite, isBySite(shape(CollectiveKind.ALLTOALL, nodes, 4, bytes)));
    }

    private boolean isBySite(Shape shape) {
        return chain.select(shape).algorithm().name().startsWith("by-site");
    }

    /** Within 3 % by site if that saves messages only. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 500us, 0, false",
        "BARRIER, 5ms, 0, true",
        "ALLREDUCE, 500us, 8, false",
        "ALLREDUCE, 5ms, 8, true",
        "ALLGATHER, 500us, 8, false",
        "ALLGATHER, 5ms, 1024, true",
        "ALLGATHER, 5ms, 16384, false",
        "ALLGATHER, 5ms, 131072, true"
    })
    void shouldChooseFlatWhenSitesAreNearOrBlocksLong(
            CollectiveKind kind, String latency, long bytes, boolean bySite) {
        String grid = "A:0-1,B:2-3;A-A:30us:2gbit;B-B:30us:2gbit;A-B:" + latency + ":1gbit";
        assertEquals(bySite, isBySite(shape(kind, grid, 4, bytes)));
    }

    /** The time of a rank for a message counts as much as such links. */
    @ParameterizedTest
    @CsvSource({
        "BARRIER, 4, 0",
        "BCAST, 4, 16384",
        "ALLREDUCE, 100, 8",
        "ALLTOALL, 4, 8",
        "ALLGATHER, 4, 1024"
    })
    void shouldChooseAsOnOneSiteWhenMessagesAreShortAndSitesVeryNear(
            CollectiveKind kind, int ranks, long bytes) {
        String links = "A:0-1,B:2-3;A-A:30us:2gbit;B-B:30us:2gbit;A-B:";
        Shape shape = shape(kind, links + "200us:1gbit", ranks, bytes);
        SelectedAlgorithm choice = chain.select(shape);
        shape.sites = null;
        assertEquals(chain.select(shape).text(), choice.text());
        assertFalse(choice.reason().contains("sites"), choice.reason());
        Shape longer = shape(kind, links + "200us:1gbit", ranks, (16 << 10) + 8);
        Shape farther = shape(kind, links + "201us:1gbit", ranks, bytes);
        for (Shape other : List.of(longer, farther)) {
            String reason = chain.select(other).reason();
            assertTrue(reason.contains("2 sites"), reason);
        }
    }

    /** Messages from all ranks of a site come to its leader one after the other. */
    @Test
    void shouldCountTheLineOfAReceiver() {
        String grid = "A:0-8,B:9;A-B:5ms:100gbit;A-A:30us:1gbit;B-B:30us:1gbit";
        Shape shape = shape(CollectiveKind.GATHER, grid, 10, 1 << 20);
        double line = (1 << 20) / 125e6;
        double seconds = seconds(shape, "linear");
        assertEquals(9 * line, seconds, 0.5 * line);
    }

    /** On one site. */
    @ParameterizedTest
    @EnumSource
    void shouldChooseAnotherWhenBySiteIsForcedWithoutSites(CollectiveKind kind) {
        Shape shape = new Shape().reset(kind, 0, 4);
        shape.count = 1 << 20;
        shape.itemBytes = 8;
        for (Algorithm algorithm : Catalogue.of(kind)) {
            SelectedAlgorithm choice = SelectedAlgorithm.of(algorithm, shape, "forced");
            boolean isBySite = algorithm.name().startsWith("by-site");
            assertTrue(choice.segmentBytes() >= 0);
            assertEquals(isBySite, isBySite && algorithm.refusal(shape) != null);
        }
    }

    /** All pairs of leaders share the link between B and C; in slices they send less. */
    @Test
    void shouldSplitShorterReductionsWhenManyPairsShareALink() {
        String ring = "A:0,B:1,C:2,D:3;A-B:1ms:1gbit;C-D:1ms:1gbit;B-C:1ms:100mbit";
        String mesh = ring + ";A-C:1ms:1gbit;A-D:1ms:1gbit;B-D:1ms:1gbit;B-C:1ms:1gbit";
        assertEquals("by-site", nameFor(mesh, 1 << 16));
        assertEquals("by-site-split", nameFor(ring, 1 << 16));
        assertEquals("by-site", nameFor(ring, 8));
    }

    private String nameFor(String grid, long bytes) {
        return chain.select(shape(CollectiveKind.ALLREDUCE, grid, 100, bytes)).algorithm().name();
    }

    @Test
    void shouldPredictTheNumberOfCrossings() {
        Shape shape = shape(CollectiveKind.BARRIER, TWO, 4, 0);
        assertEquals(LATENCY, seconds(shape, "by-site"), 0.05 * LATENCY);
        assertEquals(2 * LATENCY, seconds(shape, "dissemination"), 0.05 * LATENCY);
        assertEquals(2 * LATENCY, seconds(shape, "linear"), 0.05 * LATENCY);
        Shape bcast = shape(CollectiveKind.BCAST, TWO, 4, 1 << 20);
        double passing = (1 << 20) / 125e6;
        assertEquals(LATENCY + passing, seconds(bcast, "binomial"), 0.5 * LATENCY);
        bcast.count *= 2;
        assertEquals(LATENCY + 2 * passing, seconds(bcast, "binomial"), 0.5 * LATENCY);
        bcast.count /= 2;
        bcast.segment = 1 << 13;
        assertEquals(LATENCY + passing, seconds(bcast, "by-site"), 0.2 * LATENCY);
    }

    /** From 64 KiB on, as TCP does. */
    @Test
    void shouldPredictRoundTripsOfShorterMessagesWhenPathsAreShort() {
        double latency = 0.2e-3;
        Shape near = shape(CollectiveKind.BCAST, "A:0,B:1;A-B:200us:100gbit", 2, 64 << 10);
        assertEquals(latency, seconds(near, "binomial"), 0.5 * latency);
        near.count++;
        assertEquals(3 * latency, seconds(near, "binomial"), 0.5 * latency);
        Shape far = shape(CollectiveKind.BCAST, "A:0,B:1;A-B:250us:100gbit", 2, 128 << 10);
        assertEquals(0.25e-3, seconds(far, "binomial"), 0.2e-3);
    }

    @ParameterizedTest
    @CsvSource({"0, 3", "8001, 3", "8000, 1", "1, 1"})
    void shouldPredictRoundTripsWhenThePathIsShorterThanLongOnes(long roundTripUs, int crossings) {
        Shape shape = shape(CollectiveKind.BCAST, "A:0,B:1;A-B:4ms:100gbit", 2, 128 << 10);
        shape.sites = shape.sites.withLongPaths(roundTripUs);
        assertEquals(crossings * LATENCY, seconds(shape, "binomial"), 0.5 * LATENCY);
    }

    @ParameterizedTest
    @CsvSource({"8, 131072, doublespread, pairwise", "200, 8, by-site, bruck"})
    void shouldChooseByWhatCountsAsALongPath(int ranks, long bytes, String far, String near) {
        Shape shape = shape(CollectiveKind.ALLTOALL, TWO, ranks, bytes);
        assertEquals(far, chain.select(shape).text());
        shape.sites = shape.sites.withLongPaths(0);
        assertEquals(near, chain.select(shape).text());
    }

    private static double seconds(Shape shape, String name) {
        return ScheduleWalk.seconds(
                Catalogue.find(shape.kind, name), shape, new SiteNetwork(shape));
    }

    @Test
    void shouldChooseAlikeWhateverTheRankKnowsAlone() {
        Random random = new Random(seed);
        for (CollectiveKind kind : SymbolicCase.KINDS) {
            for (int round = 0; round < 4; round++) {
                Shape first = shape(kind, TWO, 4, 8L << random.nextInt(18));
                SymbolicCase job = new SymbolicCase(kind, 4, 3, round, random);
                first.sendCounts = job.shape(0).sendCounts;
                first.receiveCounts = job.shape(0).receiveCounts;
                if (kind == CollectiveKind.ALLGATHERV || kind == CollectiveKind.REDUCE_SCATTER) {
                    first.receiveCounts = first.receiveCounts.times(1 << random.nextInt(18));
                }
                Shape other = first.copy();
                other.rank = 1 + random.nextInt(3);
                other.inPlace = !first.inPlace;
                assertEquals(
                        chain.select(first).text(), chain.select(other).text(), "seed=" + seed);
            }
        }
    }

    @Test
    void shouldLeaveOtherCallsToOtherSelectors() {
        Shape oneSite = shape(CollectiveKind.BCAST, TWO, 4, 8);
        oneSite.sites = null;
        assertNull(new SiteSelector().select(oneSite));
        assertNull(new SiteSelector().select(shape(CollectiveKind.NEIGHBOR_ALLGATHER, TWO, 4, 8)));
    }

    @ParameterizedTest
    @EnumSource(
            value = CollectiveKind.class,
            names = {"GATHERV", "SCATTERV", "ALLTOALLV", "ALLTOALLW"})
    void shouldSendAllAtOnceWhenRanksHaveTheirOwnCountsOnly(CollectiveKind kind) {
        SelectedAlgorithm choice = chain.select(shape(kind, TWO, 40, 8));
        assertEquals("linear", choice.algorithm().name());
        assertTrue(choice.reason().startsWith("2 sites"), choice.reason());
    }

    @ParameterizedTest
    @EnumSource(
            value = CollectiveKind.class,
            names = {"GATHERV", "SCATTERV"})
    void shouldTakeBlocksOfUnknownLengthWhenForcedBySite(CollectiveKind kind) {
        List<String> reported = new ArrayList<>();
        SelectorChain forced =
                new SelectorChain(
                        false,
                        Map.of("coll", kind + "=by-site")::get,
                        new Fallbacks(reported::add),
                        null);
        assertEquals("by-site", forced.select(shape(kind, TWO, 4, 8)).algorithm().name());
        assertEquals(List.of(), reported);
        Shape oneSite = shape(kind, TWO, 4, 8);
        oneSite.sites = null;
        assertEquals("linear", forced.select(oneSite).algorithm().name());
        assertEquals(1, reported.size(), reported::toString);
        assertTrue(reported.getFirst().contains("several sites"), reported::toString);
    }

    /** With counts of the same average, and in bytes instead of items. */
    @Test
    void shouldChooseAsForEqualBlocksWhenAllRanksHaveAllCounts() {
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            long average = 1L << random.nextInt(14);
            boolean isGather = round % 2 == 0;
            Shape equal =
                    shape(
                            isGather
                                    ? CollectiveKind.ALLGATHER
                                    : CollectiveKind.REDUCE_SCATTER_BLOCK,
                            TWO,
                            4,
                            8 * average);
            String expected = chain.select(equal).algorithm().name();
            long more = random.nextLong(average);
            Shape shape = equal.copy();
            shape.kind = isGather ? CollectiveKind.ALLGATHERV : CollectiveKind.REDUCE_SCATTER;
            shape.receiveCounts = Counts.of(average + more, 0, average, 2 * average - more);
            String what = shape + " seed=" + seed;
            assertEquals(expected, chain.select(shape).algorithm().name(), what);
            if (isGather) {
                shape.receiveCounts = shape.receiveCounts.times(8);
                shape.itemBytes = 1;
                assertEquals(expected, chain.select(shape).algorithm().name(), what);
            }
        }
    }

    /** Torus trees cross wide links many times. */
    @Test
    void shouldNotApplyTheModelOfATorusBetweenSites() {
        Shape shape = shape(CollectiveKind.BCAST, TWO, 4, 1 << 20);
        assertNull(new ModelSelector(null, null).select(shape));
        shape.sites = null;
        assertTrue(new ModelSelector(null, null).select(shape) != null);
    }
}
