package musubi.collectives.algorithm.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Step;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** Messages and items that algorithms by site send over wide links. */
class SiteCrossingsTest {
    private static final String FIG4 =
            "A:0-2,B:3-5,C:6-8,D:9-11;A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;"
                    + "C-D:2ms:100mbit;relay:100us";
    private static final int COUNT = 100;

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
        int sites = call.sites.ranks().count();
        long[][][] counts = new long[2][sites][sites];
        for (int rank = 0; rank < call.size; rank++) {
            Shape shape = call.copy();
            shape.rank = rank;
            Schedule schedule = algorithm.schedule(shape);
            int from = call.sites.ranks().of(rank);
            for (int i = 0; i < schedule.size(); i++) {
                Step step = schedule.step(i);
                if (step.kind() == Step.Kind.SEND) {
                    int to = call.sites.ranks().of(step.peer());
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
        return Arrays.stream(crossings(algorithm, shape)[0])
                .flatMapToLong(Arrays::stream)
                .max()
                .orElseThrow();
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
        SiteTree tree = SiteTree.from(2, shape);
        assertArrayEquals(new int[] {0}, tree.children(2));
        assertArrayEquals(new int[] {1}, tree.children(0));
        assertArrayEquals(new int[] {3}, tree.children(1));
        SiteTree back = SiteTree.to(2, shape);
        assertEquals(1, back.parent(3));
        assertEquals(0, back.parent(1));
        shape.count = 1;
        assertArrayEquals(new int[] {0, 3}, SiteTree.from(2, shape).children(2));
    }
}
