package musubi.collectives.algorithm.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Step;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** Messages and items that algorithms by site send over wide links. */
class SiteCrossingsTest {
    private static final String FIG4 =
            "A:0-2,B:3-5,C:6-8,D:9-11;A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;"
                    + "C-D:2ms:100mbit;relay:100us";
    private static final int COUNT = 100;

    /** Two clusters of three sites of two ranks. */
    private static final String CONTINENTS = continents();

    private static final List<CollectiveKind> NONE = List.of();

    /** Kinds with an algorithm for all levels. */
    private static final List<CollectiveKind> LEVELLED =
            List.of(
                    CollectiveKind.BARRIER,
                    CollectiveKind.BCAST,
                    CollectiveKind.REDUCE,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLGATHER,
                    CollectiveKind.ALLTOALL);

    private static String continents() {
        StringBuilder text = new StringBuilder("A:0-1,B:2-3,C:4-5,D:6-7,E:8-9,F:10-11");
        for (int from = 0; from < 6; from++) {
            for (int to = from + 1; to < 6; to++) {
                String link = from / 3 == to / 3 ? "1ms:1gbit" : "50ms:1gbit";
                text.append(";%c-%c:%s".formatted('A' + from, 'A' + to, link));
            }
        }
        return text.toString();
    }

    private static Shape shape(CollectiveKind kind, SiteLevel sites, int rank) {
        Shape shape = new Shape().reset(kind, rank, sites.ranks().ranks());
        shape.root = shape.size / 2;
        shape.count = kind == CollectiveKind.BARRIER ? 0 : COUNT;
        shape.itemBytes = 8;
        shape.sites = sites;
        return shape;
    }

    private static SiteLevel sites(String grid) {
        SiteGraph graph = SiteGraph.parse(grid);
        return SiteLevel.of(graph.map().nodes(), rank -> rank, graph);
    }

    /** Messages and items from each site to each other one. */
    private static long[][][] crossings(Algorithm algorithm, Shape call) {
        NodeMap sites = call.sites.ranks();
        return crossings(algorithm, call, sites.count(), sites::of);
    }

    /** Messages and items from each group of ranks to each other one. */
    private static long[][][] crossings(
            Algorithm algorithm, Shape call, int groups, IntUnaryOperator groupOf) {
        long[][][] counts = new long[2][groups][groups];
        for (int rank = 0; rank < call.size; rank++) {
            Shape shape = call.copy();
            shape.rank = rank;
            Schedule schedule = algorithm.schedule(shape);
            int from = groupOf.applyAsInt(rank);
            for (int i = 0; i < schedule.size(); i++) {
                Step step = schedule.step(i);
                if (step.kind() == Step.Kind.SEND) {
                    int to = groupOf.applyAsInt(step.peer());
                    counts[0][from][to] += from == to ? 0 : 1;
                    counts[1][from][to] += from == to ? 0 : step.from().count();
                }
            }
        }
        return counts;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                FIG4,
                "A:0-7,B:8-15;A-B:4ms:1gbit",
                "A:0+2+4+6,B:1+3+5+7;A-B:4ms:1gbit",
                "A:0-8,B:9;A-B:4ms:1gbit",
                "A:1+4,B:0+3+5-6,C:2;A-B:4ms:1gbit;B-C:1ms:1gbit",
                "A:0,B:1,C:2,D:3;A-B:4ms:1gbit;B-C:1ms:1gbit;C-D:1ms:1gbit"
            })
    void shouldCrossEachWideLinkOnceInEachDirection(String grid) {
        SiteLevel sites = sites(grid);
        for (CollectiveKind kind : CollectiveKind.values()) {
            Algorithm algorithm = Catalogue.find(kind, "by-site");
            Shape shape = shape(kind, sites, 0);
            if (algorithm != null && algorithm.refusal(shape) == null) {
                assertTrue(mostMessages(algorithm, shape) <= 1, kind + " " + grid);
                shape.commutative = false;
                assertTrue(mostMessages(algorithm, shape) <= 1, kind + " in order " + grid);
            }
        }
    }

    private static long mostMessages(Algorithm algorithm, Shape shape) {
        return most(crossings(algorithm, shape)[0]);
    }

    private static long most(long[][] counts) {
        return Arrays.stream(counts).flatMapToLong(Arrays::stream).max().orElseThrow();
    }

    private static long[][] betweenClusters(CollectiveKind kind, Shape shape) {
        NodeMap clusters = shape.sites.clusters().getLast();
        return crossings(
                Catalogue.find(kind, "by-site"),
                shape,
                clusters.count(),
                rank -> clusters.of(shape.sites.ranks().of(rank)))[0];
    }

    @Test
    void shouldCrossTheWidestLinkOnceWhenSitesFormClusters() {
        SiteLevel sites = sites(CONTINENTS);
        assertEquals(2, sites.clusters().getFirst().count());
        for (CollectiveKind kind : LEVELLED) {
            Shape shape = shape(kind, sites, 0);
            long[][] wide = betweenClusters(kind, shape);
            shape.commutative = false;
            assertArrayEquals(wide, betweenClusters(kind, shape), kind + " in order");
            boolean hasRoot = kind.isRooted();
            assertEquals(1, most(wide), kind::toString);
            assertEquals(hasRoot ? 1 : 2, wide[0][1] + wide[1][0], kind::toString);
            boolean isInTwoParts =
                    kind == CollectiveKind.ALLGATHER || kind == CollectiveKind.ALLTOALL;
            long narrow = mostMessages(Catalogue.find(kind, "by-site"), shape);
            assertTrue(narrow <= (isInTwoParts ? 3 : 1), kind + " " + narrow);
        }
    }

    /** Whatever the sites of the ranks and the latencies. */
    @Test
    void shouldCrossTheWidestLinkOnceWhateverTheDistribution() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            int many = 3 + random.nextInt(6);
            int ranks = many + random.nextInt(20);
            int[] siteOf = random.ints(ranks, 0, many).toArray();
            siteOf[0] = 0;
            siteOf[1] = 1;
            SiteLevel sites =
                    SiteLevel.of(ranks, rank -> siteOf[rank], SymbolicCase.graph(many, random));
            for (CollectiveKind kind : sites.clusters().isEmpty() ? NONE : LEVELLED) {
                Shape shape = shape(kind, sites, 0);
                shape.commutative = random.nextBoolean();
                String text = "seed=" + seed + " " + kind + " " + sites;
                assertEquals(1, most(betweenClusters(kind, shape)), text);
            }
        }
    }

    /** Between two sites of two ranks, a broadcast by site is the binomial one. */
    @Test
    void shouldSendTheMessagesOfABinomialTreeWhenThatCrossesOnce() {
        Shape shape = shape(CollectiveKind.BCAST, sites("A:0-1,B:2-3;A-B:4ms:1gbit"), 0);
        shape.root = 0;
        for (shape.rank = 0; shape.rank < shape.size; shape.rank++) {
            assertEquals(steps(shape, "binomial"), steps(shape, "by-site"));
        }
    }

    private static String steps(Shape shape, String name) {
        Schedule schedule = Catalogue.find(shape.kind, name).schedule(shape);
        return IntStream.range(0, schedule.size())
                .mapToObj(schedule::step)
                .map(step -> step.kind() + " " + step.peer())
                .toList()
                .toString();
    }

    /** A message for a host crosses its network once. */
    @Test
    void shouldEnterEachHostOnceWhenItHasManyRanks() {
        SiteGraph graph = SiteGraph.parse("A:0-2,B:3-5;A-B:4ms:1gbit");
        int each = 5;
        NodeMap hosts = NodeMap.of(each * graph.map().nodes(), rank -> rank / each);
        SiteLevel sites = SiteLevel.of(hosts.ranks(), hosts::of, graph);
        for (CollectiveKind kind : LEVELLED) {
            if (kind == CollectiveKind.ALLTOALL) {
                continue;
            }
            Shape shape = shape(kind, sites, 0);
            shape.nodes = hosts;
            long[][] messages =
                    crossings(Catalogue.find(kind, "by-site"), shape, hosts.count(), hosts::of)[0];
            int parts = kind == CollectiveKind.ALLGATHER ? 2 : 1;
            for (int host = 0; host < hosts.count(); host++) {
                boolean isLeader = host == 0 || host == 3 || kind.isRooted();
                int to = host;
                long arriving = Arrays.stream(messages).mapToLong(from -> from[to]).sum();
                long most = isLeader ? hosts.count() : parts;
                assertTrue(arriving <= most, kind + " " + arriving);
                assertTrue(most(messages) <= parts, kind::toString);
            }
        }
    }

    @Test
    void shouldCrossOnceInAllWhenThereIsARoot() {
        SiteLevel sites = sites("A:0-3,B:4-7;A-B:4ms:1gbit");
        long[][] toRoot =
                crossings(
                        Catalogue.find(CollectiveKind.REDUCE, "by-site"),
                        shape(CollectiveKind.REDUCE, sites, 0))[1];
        assertArrayEquals(new long[][] {{0, COUNT}, {0, 0}}, toRoot);
        long[][] fromRoot =
                crossings(
                        Catalogue.find(CollectiveKind.BCAST, "by-site"),
                        shape(CollectiveKind.BCAST, sites, 0))[1];
        assertArrayEquals(new long[][] {{0, 0}, {COUNT, 0}}, fromRoot);
    }

    /** Two sites: all items once each way; three: a third there and a third back. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "A:0-3,B:4-7;A-B:4ms:1gbit | 100",
                "A:0-3,B:4-9;A-B:4ms:1gbit | 100",
                "A:0,B:1-2;A-B:4ms:1gbit | 100",
                "A:0-1,B:2-3,C:4-5,D:6-7;A-B:4ms:1gbit;B-C:4ms:1gbit;C-D:4ms:1gbit | 50"
            })
    void shouldCarryASplitMessageOverEachLinkOnce(String grid, long items) {
        Algorithm split = Catalogue.find(CollectiveKind.ALLREDUCE, "by-site-split");
        Shape shape = shape(CollectiveKind.ALLREDUCE, sites(grid), 0);
        long[][] counts = crossings(split, shape)[1];
        for (int from = 0; from < counts.length; from++) {
            for (int to = 0; to < counts.length; to++) {
                double expected = from == to ? 0 : items;
                assertEquals(expected, counts[from][to], 2, from + " " + to);
            }
        }
    }

    /** Fig. 6 of the GridMPI paper: a long message goes C, A, B, D, a short one directly to D. */
    @Test
    void shouldFollowTheFastLinksWhenTheMessageIsLong() {
        Shape shape = shape(CollectiveKind.BCAST, sites(FIG4), 0);
        shape.count = 1 << 20;
        shape.root = 6;
        SiteTree tree = SiteTree.from(shape);
        assertArrayEquals(new int[] {0}, tree.children(2));
        assertArrayEquals(new int[] {1}, tree.children(0));
        assertArrayEquals(new int[] {3}, tree.children(1));
        SiteTree back = SiteTree.to(shape);
        assertEquals(1, back.parent(3));
        assertEquals(0, back.parent(1));
        shape.count = 1;
        assertArrayEquals(new int[] {0, 3}, SiteTree.from(shape).children(2));
    }
}
