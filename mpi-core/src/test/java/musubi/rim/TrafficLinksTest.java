package musubi.rim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.PathSample;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A rank on site A, with two ranks a node; sites A and B have two nodes, C and D one. */
class TrafficLinksTest {
    private static final SiteGraph GRAPH =
            SiteGraph.parse("A:0-1,B:2-3,C:4,D:5;A-B:10ms:800mbit;B-C:1ms:8gbit;C-D:1ms:8gbit");
    private static final long TRIP_NS = 20_000_000;
    private static final long RATE = 100_000_000;
    private static final int SAMPLES = 5;

    private final List<SiteGraph> changes = new ArrayList<>();
    private final TrafficLinks links =
            new TrafficLinks(GRAPH, 0, rank -> GRAPH.map().siteOf(rank / 2), changes::add);

    private void add(PathSample... samples) {
        for (int i = 0; i < SAMPLES; i++) {
            links.add(List.of(samples));
        }
    }

    private static PathSample busy(int peer, long rate) {
        return new PathSample(peer, TRIP_NS, true, rate, rate, true);
    }

    private static PathSample quiet(int peer, long tripNs, long peak) {
        return new PathSample(peer, tripNs, false, 1000, peak, false);
    }

    @Test
    void shouldSampleSitesWithALinkOnly() {
        assertFalse(links.isFar(0));
        assertFalse(links.isFar(3));
        assertTrue(links.isFar(4));
        assertTrue(links.isFar(7));
        assertFalse(links.isFar(8), "no direct link");
        add(quiet(9, 10 * TRIP_NS, 1));
        assertSame(GRAPH, links.current());
    }

    @Test
    void shouldChangeBothDirectionsWhenTheRoundTripChanges() {
        add(quiet(4, 2 * TRIP_NS, 1));
        SiteLink longer = new SiteLink(20e-3, RATE);
        assertEquals(GRAPH.with(0, 1, longer).with(1, 0, longer), links.current());
        assertEquals(List.of(links.current()), changes);
    }

    @Test
    void shouldAddRatesOfTheRanksOfASiteWhenTheyShareTheLink() {
        add(busy(4, RATE / 3), busy(5, RATE / 3), busy(6, RATE / 3));
        assertSame(GRAPH, links.current());
        add(busy(4, RATE / 8), busy(5, RATE / 8));
        assertEquals(GRAPH.with(0, 1, new SiteLink(10e-3, RATE / 4)), links.current());
    }

    @Test
    void shouldNotLowerTheBandwidthWhenLittleIsSent() {
        add(quiet(4, TRIP_NS, RATE / 100));
        assertSame(GRAPH, links.current());
        add(quiet(4, TRIP_NS, 3 * RATE));
        assertEquals(3.0 * RATE, links.current().link(0, 1).bytesPerS());
        assertEquals(RATE, links.current().link(1, 0).bytesPerS());
    }

    @Test
    void shouldKeepTheLatencyWhenMessagesWaitInQueues() {
        for (int i = 0; i < 100; i++) {
            links.add(List.of(new PathSample(4, 9 * TRIP_NS, true, RATE, RATE, true)));
        }
        assertSame(GRAPH, links.current());
    }

    @Test
    void shouldSetLevelsOfTheLinksOfASite() {
        Map<String, Long> record = new TreeMap<>();
        LinkLevels levels =
                new LinkLevels(GRAPH, 0, (name, unit) -> value -> record.put(name, value));
        assertEquals(
                Map.of(
                        "grid.site.A", 1L,
                        "grid.latency.agreed.A", 30_000L,
                        "grid.bandwidth.agreed.A", 1_250_000_000L,
                        "grid.latency.agreed.B", 10_000_000L,
                        "grid.bandwidth.agreed.B", RATE,
                        "grid.latency.current.B", 10_000_000L,
                        "grid.bandwidth.current.B", RATE),
                record);
        levels.set(GRAPH.with(0, 1, new SiteLink(20e-3, RATE / 4)));
        assertEquals(10_000_000L, record.get("grid.latency.agreed.B"));
        assertEquals(20_000_000L, record.get("grid.latency.current.B"));
        assertEquals(RATE / 4, record.get("grid.bandwidth.current.B"));
    }
}
