package musubi.rim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.grid.SiteMap;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

/** Sites by round trips. */
class SiteDiscoveryTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldFindOneSiteWhenRoundTripsAreShort() {
        assertEquals(
                SiteMap.of(List.of("site0"), 0, 0, 0),
                SiteDiscovery.sites(
                        new long[] {0, MS / 10, MS / 5}, new long[] {0, 0, MS / 3}, new long[3]));
        assertEquals(SiteMap.of(List.of("site0"), 0), SiteDiscovery.sites(new long[1]));
    }

    @Test
    void shouldFindOneSiteWhenAllRoundTripsAreAlike() {
        assertEquals(
                SiteMap.of(List.of("site0"), 0, 0, 0),
                SiteDiscovery.sites(
                        new long[] {0, MS / 2, MS}, new long[] {0, 0, MS * 6 / 5}, new long[3]));
    }

    @Test
    void shouldFindASiteForEachNodeWhenAllRoundTripsAreLong() {
        assertEquals(
                SiteMap.of(List.of("site0", "site1"), 0, 1),
                SiteDiscovery.sites(new long[] {0, 4 * MS}, new long[2]));
    }

    @Test
    void shouldLeaveANodeWithoutRanksAlone() {
        long none = Long.MAX_VALUE / 3;
        assertEquals(
                SiteMap.of(List.of("site0", "site1"), 0, 1, 0),
                SiteDiscovery.sites(
                        new long[] {0, none, MS / 10}, new long[] {0, 0, none}, new long[3]));
    }

    /** Random sites, far from each other, and round trips with noise upwards. */
    @RepeatedTest(200)
    void shouldFindSitesWhenRoundTripsBetweenThemAreLong() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        int nodes = 2 + random.nextInt(30);
        int[] site = random.ints(nodes, 0, 4).toArray();
        long[][] trips = new long[nodes][nodes];
        for (int from = 0; from < nodes; from++) {
            for (int to = from + 1; to < nodes; to++) {
                long near = 50_000 + random.nextInt(100_000);
                long far = MS * (2 + 3 * Math.abs(site[from] - site[to])) + random.nextInt(500_000);
                trips[from][to] = site[from] == site[to] ? near : far;
            }
        }
        boolean several = hasNeighbour(site, nodes);
        if (several) {
            assertSame(site, SiteDiscovery.sites(trips), "seed=" + seed);
        }
    }

    /** Without two nodes on one site all round trips are alike. */
    private static boolean hasNeighbour(int[] site, int nodes) {
        for (int from = 0; from < nodes; from++) {
            for (int to = from + 1; to < nodes; to++) {
                if (site[from] == site[to]) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void assertSame(int[] site, SiteMap found, String seed) {
        for (int from = 0; from < site.length; from++) {
            for (int to = 0; to < site.length; to++) {
                assertEquals(site[from] == site[to], found.siteOf(from) == found.siteOf(to), seed);
            }
        }
    }
}
