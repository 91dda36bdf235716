package musubi.rim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;

class RelayMeasurementTest {
    private static final SiteGraph GRAPH =
            SiteGraph.parse(
                    "A:0,B:1,C:2,D:3;A-B:1ms:1gbit;A-C:500us:1gbit;B-D:500us:1gbit;C-D:2ms:1gbit"
                            + ";A-D:1500us:1gbit;B-C:1500us:1gbit");

    @Test
    void shouldMeasureARelayOnTheShortestWayOverIt() {
        assertArrayEquals(new int[] {1, 2}, RelayMeasurement.ends(GRAPH, 0, _ -> true));
        assertArrayEquals(new int[] {0, 3}, RelayMeasurement.ends(GRAPH, 1, _ -> true));
    }

    @Test
    void shouldMeasureOnlyBetweenSitesThatMayTakePart() {
        assertArrayEquals(new int[] {2, 3}, RelayMeasurement.ends(GRAPH, 0, site -> site != 1));
        assertArrayEquals(new int[] {}, RelayMeasurement.ends(GRAPH, 0, site -> site != 0));
        assertArrayEquals(new int[] {}, RelayMeasurement.ends(GRAPH, 0, site -> site < 2));
    }

    @Test
    void shouldNotMeasureWhereTheDirectLinkIsSlower() {
        SiteGraph slow = SiteGraph.parse("A:0,B:1,C:2;A-B:1ms:1gbit;A-C:1ms:1gbit;B-C:9ms:1gbit");
        assertArrayEquals(new int[] {}, RelayMeasurement.ends(slow, 0, _ -> true));
    }
}
