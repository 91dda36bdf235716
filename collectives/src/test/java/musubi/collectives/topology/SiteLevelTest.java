package musubi.collectives.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;

class SiteLevelTest {
    private static final long SHORT = 64 << 10;
    private static final long LONG = Long.MAX_VALUE;

    private final SiteLevel sites =
            SiteLevel.of(4, rank -> rank, SiteGraph.parse("A:0-1,B:2-3;A-B:4ms:1gbit"));

    @Test
    void shouldSendLongerMessagesWithoutARoundTripOnALongPath() {
        assertEquals(SHORT, sites.eagerBytes(0.249e-3));
        assertEquals(LONG, sites.eagerBytes(0.25e-3));
    }

    @Test
    void shouldCountAPathAsLongFromTheGivenRoundTripOn() {
        assertEquals(SHORT, sites.withLongPaths(1000).eagerBytes(0.499e-3));
        assertEquals(LONG, sites.withLongPaths(1000).eagerBytes(0.5e-3));
        assertEquals(SHORT, sites.withLongPaths(0).eagerBytes(1000));
        assertEquals(SHORT, sites.withLongPaths(Long.MAX_VALUE).eagerBytes(1000));
    }

    @Test
    void shouldKeepLongPathsWhenRanksAreChosen() {
        SiteLevel some = sites.withLongPaths(3000).only(2, rank -> 2 * rank);
        assertEquals(SHORT, some.eagerBytes(1.4e-3));
        assertEquals(LONG, some.eagerBytes(1.5e-3));
    }
}
