package musubi.collectives.algorithm.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.coll.Counts;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.ScheduleWalk;
import musubi.collectives.model.SiteNetwork;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Step;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Items, connections and successive crossings of algorithms by site for all kinds. */
class SiteKindsTest {
    private static final int COUNT = 100;

    private final long seed = System.nanoTime();

    private static Shape shape(CollectiveKind kind, SiteLevel sites, int rank) {
        Shape shape = new Shape().reset(kind, rank, sites.ranks().ranks());
        shape.count = kind == CollectiveKind.BARRIER ? 0 : COUNT;
        shape.itemBytes = 8;
        shape.sites = sites;
        return shape;
    }

    private static SiteLevel sites(String grid) {
        SiteGraph graph = SiteGraph.parse(grid);
        return SiteLevel.of(graph.map().nodes(), rank -> rank, graph);
    }

    /** Blocks of 4 ranks, and the totals of the sites before. */
    @ParameterizedTest
    @CsvSource({
        "GATHER, by-site, 1, 0, 400",
        "GATHER, by-site-split, 1, 0, 400",
        "SCATTER, by-site, 1, 400, 0",
        "SCATTER, by-site-split, 1, 400, 0",
        "REDUCE_SCATTER_BLOCK, by-site, 4, 400, 400",
        "REDUCE_SCATTER_BLOCK, by-site-split, 4, 400, 400",
        "SCAN, by-site, 0, 100, 0",
        "SCAN, by-site-split, 0, 100, 0",
        "EXSCAN, by-site, 0, 100, 0",
        "EXSCAN, by-site-split, 0, 100, 0"
    })
    void shouldCarryNoItemTwice(CollectiveKind kind, String name, int root, long forth, long back) {
        Shape shape = shape(kind, sites("A:0-3,B:4-7;A-B:4ms:1gbit"), 0);
        shape.root = root;
        long[] items = new long[2];
        for (int rank = 0; rank < shape.size; rank++) {
            shape.rank = rank;
            Schedule schedule = Catalogue.find(kind, name).schedule(shape);
            for (int i = 0; i < schedule.size(); i++) {
                Step step = schedule.step(i);
                boolean isWide = step.peer() >= 0 && step.peer() / 4 != rank / 4;
                items[rank / 4] += isWide && step.from() != null ? step.from().count() : 0;
            }
        }
        assertArrayEquals(new long[] {forth, back}, items);
    }

    /** Each connection is a pair of ranks. */
    @ParameterizedTest
    @EnumSource(
            value = CollectiveKind.class,
            names = {
                "GATHER",
                "SCATTER",
                "REDUCE_SCATTER",
                "REDUCE_SCATTER_BLOCK",
                "ALLREDUCE",
                "SCAN"
            })
    void shouldUseAsManyConnectionsAsTheSmallerSiteHasRanks(CollectiveKind kind) {
        SiteLevel sites = sites("A:0-2,B:3-8;A-B:4ms:1gbit");
        Algorithm split = Catalogue.find(kind, "by-site-split");
        Set<Set<Integer>> pairs = new HashSet<>();
        for (int rank = 0; rank < 9; rank++) {
            Schedule schedule = split.schedule(shape(kind, sites, rank));
            for (int i = 0; i < schedule.size(); i++) {
                int peer = schedule.step(i).peer();
                if (peer >= 0 && sites.ranks().of(peer) != sites.ranks().of(rank)) {
                    pairs.add(Set.of(rank, peer));
                }
            }
        }
        assertTrue(pairs.size() >= 3, pairs::toString);
    }

    /** Each rank has a block of its number of items: 4 + 5 + 6 + 7 on the second site. */
    @ParameterizedTest
    @CsvSource({"GATHERV, 4", "SCATTERV, 1"})
    void shouldSendCountsAndBlocksOfASiteAsAMessageEach(CollectiveKind kind, int sender) {
        Algorithm counts = Catalogue.find(kind, "by-site");
        assertTrue(Catalogue.counts(kind, counts));
        SiteLevel sites = sites("A:4-7,B:0-3;A-B:4ms:1gbit");
        List<Planner> stages = List.of(counts.planner(), new SiteBlocks());
        for (int stage = 0; stage < 2; stage++) {
            List<Long> crossings = new ArrayList<>();
            for (int rank = 0; rank < 8; rank++) {
                Schedule schedule = stages.get(stage).schedule(counted(kind, sites, rank));
                List<Long> sent = sentAcross(schedule, rank);
                assertTrue(sent.isEmpty() || rank == sender, "rank=" + rank);
                crossings.addAll(sent);
            }
            assertEquals(List.of(stage == 0 ? 4L : 22L), crossings);
        }
    }

    private static Shape counted(CollectiveKind kind, SiteLevel sites, int rank) {
        Shape shape = shape(kind, sites, rank);
        shape.root = 1;
        long[] starts = new long[8];
        long end = 0;
        for (int each : SiteBlocks.order(shape)) {
            starts[each] = end;
            end += each;
        }
        shape.receiveCounts = Counts.of(0L, 1, 2, 3, 4, 5, 6, 7);
        shape.receiveAt = Counts.of(starts);
        return shape;
    }

    private static List<Long> sentAcross(Schedule schedule, int rank) {
        return IntStream.range(0, schedule.size())
                .mapToObj(schedule::step)
                .filter(step -> step.peer() >= 0 && step.peer() / 4 != rank / 4)
                .filter(step -> step.from() != null)
                .map(step -> step.from().count())
                .toList();
    }

    /** With a link of one second nothing else takes time. */
    @Test
    void shouldWaitForOneCrossingWhateverTheDistributionOverTwoSites() {
        Random random = new Random(seed);
        for (int round = 0; round < 12; round++) {
            int size = 2 + random.nextInt(12);
            int[] siteOf = IntStream.range(0, size).map(_ -> random.nextInt(2)).toArray();
            SiteGraph graph = SiteGraph.parse("A:0,B:1;A-B:1s:100gbit");
            SiteLevel sites = SiteLevel.of(size, rank -> siteOf[rank], graph);
            if (sites != null) {
                checkDepths(sites, random);
            }
        }
    }

    private void checkDepths(SiteLevel sites, Random random) {
        for (CollectiveKind kind : CollectiveKind.values()) {
            for (Algorithm algorithm : Catalogue.of(kind)) {
                Shape shape = shape(kind, sites, 0);
                shape.root = random.nextInt(shape.size);
                shape.commutative = random.nextBoolean();
                if (algorithm.name().startsWith("by-site")) {
                    checkDepth(algorithm, shape);
                }
            }
        }
    }

    private void checkDepth(Algorithm algorithm, Shape shape) {
        if (algorithm.refusal(shape) == null) {
            double seconds = ScheduleWalk.seconds(algorithm, shape, new SiteNetwork(shape));
            assertEquals(1, seconds, 0.1, algorithm.name() + " " + shape + " seed=" + seed);
        }
    }
}
