package musubi.collectives.algorithm.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.ScheduleWalk;
import musubi.collectives.model.SiteNetwork;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

import java.util.ArrayList;
import java.util.List;

/** Broadcasts from site C of Fig. 6 of the GridMPI paper against times of a reference model. */
class BroadcastTimesTest {
    private static final int C = 2;
    private static final double EXACT = 0.01;
    private static final int LONG_BYTES = 1_000_000;
    private static final int SHORT_BYTES = 1000;
    private static final int HOPS = 3;

    /** What ranks spend on a message. */
    private static final double MESSAGE_S = 20e-6;

    /** A rank on each site. */
    private static SiteGraph fig4(long relayUs) {
        return SiteGraph.parse(
                "A:0,B:1,C:2,D:3;A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;C-D:2ms:100mbit;"
                        + "relay:"
                        + relayUs
                        + "us");
    }

    private static Shape shape(SiteGraph graph, long bytes) {
        Shape shape = new Shape().reset(CollectiveKind.BCAST, 0, graph.sites());
        shape.root = C;
        shape.count = bytes;
        shape.sites = SiteLevel.of(shape.size, rank -> rank, graph);
        return shape;
    }

    private static List<Integer> path(SiteTree tree, int site) {
        List<Integer> path = new ArrayList<>(List.of(site));
        while (path.getFirst() != C) {
            path.addFirst(tree.parent(path.getFirst()));
        }
        return path;
    }

    /** Whole messages along the chain and direct ones, and the tree of the faster. */
    @ParameterizedTest
    @CsvFileSource(resources = "grid-bcast.csv", numLinesToSkip = 1)
    void shouldReachEachSiteInTimeWhenMessagesAreWhole(ArgumentsAccessor row) {
        long bytes = row.getLong(0);
        SiteGraph graph = fig4(row.getLong(1));
        RoutePlanner planner = new RoutePlanner(graph);
        SiteTree tree = SiteTree.from(shape(graph, bytes));
        assertEquals(List.of(C, 0), path(tree, 0));
        assertEquals(List.of(C, 0, 1), path(tree, 1));
        near(row.getDouble(2), planner.seconds(List.of(C, 0), bytes, 0));
        near(row.getDouble(3), planner.seconds(List.of(C, 0, 1), bytes, 0));
        near(row.getDouble(4), planner.seconds(List.of(C, 0, 1, 3), bytes, 0));
        near(row.getDouble(10), planner.seconds(List.of(C, 3), bytes, 0));
        boolean isChainFaster = Math.min(row.getDouble(4), row.getDouble(7)) < row.getDouble(10);
        assertEquals(isChainFaster ? List.of(C, 0, 1, 3) : List.of(C, 3), path(tree, 3));
    }

    /** Chunks of the planner against a message that relays pass on byte by byte. */
    @ParameterizedTest
    @CsvFileSource(resources = "grid-bcast.csv", numLinesToSkip = 1)
    void shouldReachEachSiteInTimeWhenMessagesArePipelined(ArgumentsAccessor row) {
        long bytes = row.getLong(0);
        if (row.getLong(1) > 0 && bytes < 100 * LONG_BYTES) {
            return; // each chunk costs a relay 0.1 ms, which the reference counts once.
        }
        RoutePlanner planner = new RoutePlanner(fig4(row.getLong(1)));
        near(row.getDouble(5), planner.best(C, 0, bytes).seconds());
        near(row.getDouble(6), planner.best(C, 1, bytes).seconds());
        near(row.getDouble(7), planner.best(C, 3, bytes).seconds());
    }

    /** Schedules of all ranks, whose relays and messages cost some microseconds. */
    @ParameterizedTest
    @CsvFileSource(resources = "grid-bcast.csv", numLinesToSkip = 1)
    void shouldWalkTheTreeInTimeWhenRelaysAreFree(ArgumentsAccessor row) {
        long bytes = row.getLong(0);
        if (row.getLong(1) > 0) {
            return;
        }
        Shape shape = shape(fig4(0), bytes);
        Algorithm bySite = Catalogue.find(CollectiveKind.BCAST, "by-site");
        shape.segment = SelectedAlgorithm.of(bySite, shape, "").segmentItems(shape);
        double seconds = ScheduleWalk.seconds(bySite, shape, new SiteNetwork(shape));
        double whole = row.getDouble(4);
        double ideal = row.getDouble(7);
        String text = bytes + " bytes in " + shape.segment + ": " + seconds;
        assertTrue(seconds > ideal && seconds < whole + HOPS * MESSAGE_S, text);
        boolean isOverlapped = bytes <= SHORT_BYTES || bytes >= 10 * LONG_BYTES;
        assertTrue(!isOverlapped || seconds < (1 + EXACT) * ideal + HOPS * MESSAGE_S, text);
        if (bytes <= SiteLevel.SEGMENT_BYTES) {
            Algorithm star = Catalogue.find(CollectiveKind.BCAST, "linear");
            shape.segment = 0;
            double direct = ScheduleWalk.seconds(star, shape, new SiteNetwork(shape));
            assertEquals(row.getDouble(11), direct, HOPS * MESSAGE_S);
        }
    }

    private static void near(double expected, double seconds) {
        assertEquals(expected, seconds, EXACT * expected);
    }
}
