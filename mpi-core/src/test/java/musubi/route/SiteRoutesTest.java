package musubi.route;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.PeerRoutes.Relay;
import musubi.adi.PeerRoutes.Route;
import musubi.error.MpiFailure;
import musubi.grid.SiteGraph;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Routes in the network of GridMPI's Fig. 4; rank and node n are on site n. */
class SiteRoutesTest {
    private static final String SITES = "A:0,B:1,C:2,D:3";
    private static final String LINKS =
            ";A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit;C-D:2ms:100mbit";
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int D = 3;

    private SiteGraph graph = SiteGraph.parse(SITES + LINKS + ";relay:100us");

    /** Two relays for each site; those of sites in the text are private. */
    private RelayTable relays(String hidden) {
        Map<String, String> values = new HashMap<>();
        values.put("relays", "8");
        for (int id = 0; id < 8; id++) {
            String site = "ABCD".substring(id / 2, id / 2 + 1);
            String end = hidden.contains(site) ? ";private" : "";
            values.put("relay-" + id, "site=" + site + ";address=10.0.0." + id + ":7000" + end);
        }
        return RelayTable.read(values::get, graph.map());
    }

    private SiteRoutes routes(int rank, RelayTable relays) {
        return (SiteRoutes) SiteRoutes.of(rank, graph.map(), node -> node, () -> graph, relays);
    }

    private static List<Integer> ids(Route route) {
        return route.relays().stream().map(Relay::id).toList();
    }

    @Test
    void shouldTakeTheRelaysAboveTheSizeOfTheModel() {
        SiteRoutes routes = routes(C, relays(""));
        long[] limits = routes.limits(D);
        assertEquals(1, limits.length);
        assertTrue(limits[0] > 2_700 && limits[0] < 3_200, "limit=" + limits[0]);
        assertEquals(List.of(), ids(routes.route(D, 0, 0)));
        assertEquals(List.of(0, 2), ids(routes.route(D, 1, 0)));
        assertEquals(ids(routes.route(D, 1, 0)), ids(routes.route(D, 3, 0)), "a class too many");
        assertArrayEquals(new long[0], routes.limits(A));
        assertEquals(List.of(), ids(routes.route(A, 0, 0)));
        assertEquals("10.0.0.2:7000", routes.route(D, 1, 0).relays().get(1).address());
    }

    /** All links are alike, but the hosts were busy while one of them was measured. */
    @Test
    void shouldPassNoRelaysWhenRatesDifferAsThoseOfBusyHosts() {
        String others = "A-B:5ms:900mbit;A-C:5ms:900mbit;A-D:5ms:900mbit;B-C:5ms:900mbit;";
        String sites = "A:0,B:1,C:2,D:3;" + others + "B-D:5ms:900mbit;relay:1us;C-D:5ms:";
        graph = SiteGraph.parse(sites + "500mbit");
        assertArrayEquals(new long[0], routes(C, relays("")).limits(D));
        graph = SiteGraph.parse(sites + "200mbit");
        assertEquals(1, routes(C, relays("")).limits(D).length);
    }

    @Test
    void shouldAddUpTheRoundTripsOfAllLinks() {
        SiteRoutes routes = routes(C, relays(""));
        assertEquals(4_000, routes.roundTripUs(D, 0));
        assertEquals(4_000, routes.roundTripUs(D, 1), "C-A-B-D: 0.5 + 1 + 0.5 ms");
        assertEquals(1_000, routes.roundTripUs(A, 0));
        assertEquals(0, routes.roundTripUs(C, 0));
        graph = graph.with(C, D, graph.link(C, A));
        assertEquals(1_000, routes.roundTripUs(D, 0));
    }

    @Test
    void shouldPassTheSecondRelaysWhenRanksAreOdd() {
        assertEquals(List.of(3, 1), ids(routes(D, relays("")).route(C, 1, 0)));
    }

    @Test
    void shouldTryAllWaysWhenAttemptsFail() {
        SiteRoutes routes = routes(C, relays(""));
        Set<List<Integer>> tried = new HashSet<>();
        for (int attempt = 0; attempt < 20; attempt++) {
            tried.add(ids(routes.route(D, 1, attempt)));
        }
        assertEquals(List.of(1, 3), ids(routes.route(D, 1, 1)), "the other relays first");
        assertTrue(tried.contains(List.of()), "direct: " + tried);
        assertTrue(tried.contains(List.of(4, 6)), "gateways: " + tried);
        Set<Integer> first = new HashSet<>();
        for (int attempt = 0; attempt < 20; attempt++) {
            first.add(routes.route(D, 0, attempt).relays().size());
        }
        assertTrue(first.size() > 1, "relays where the direct way fails");
    }

    @Test
    void shouldPassGatewaysWhenThePeersSiteIsPrivate() {
        RelayTable relays = relays("BD");
        assertEquals(List.of(4, 6), ids(routes(C, relays).route(D, 0, 0)));
        // From a private site to an open one all ranks can call.
        assertEquals(List.of(), ids(routes(D, relays).route(C, 0, 0)));
        // Between private sites over the first open one.
        List<Integer> between = ids(routes(B, relays).route(D, 0, 0));
        assertEquals(List.of(1, 7), between);
        for (int attempt = 0; attempt < 20; attempt++) {
            Route any = routes(C, relays).route(D, 0, attempt);
            assertTrue(Set.of(6, 7).contains(ids(any).getLast()), "not through D: " + any);
        }
    }

    @Test
    void shouldNotPassSitesWithoutRelays() {
        Map<String, String> values =
                Map.of("relays", "1", "relay-0", "site=D;address=10.0.0.3:7000");
        RelayTable relays = RelayTable.read(values::get, graph.map());
        SiteRoutes routes = routes(C, relays);
        assertArrayEquals(new long[0], routes.limits(D));
        assertEquals(List.of(), ids(routes.route(D, 0, 0)));
        for (int attempt = 0; attempt < 20; attempt++) {
            assertTrue(Set.of(0).containsAll(ids(routes.route(D, 0, attempt))));
        }
    }

    @Test
    void shouldConnectDirectlyWhenLinksAreUnknown() {
        SiteGraph known = graph;
        RelayTable relays = relays("D");
        SiteRoutes routes = routes(C, relays);
        graph = SiteGraph.oneSite();
        routes = (SiteRoutes) SiteRoutes.of(C, known.map(), node -> node, () -> graph, relays);
        assertArrayEquals(new long[0], routes.limits(B));
        assertEquals(List.of(), ids(routes.route(B, 0, 0)));
        assertEquals(List.of(4, 6), ids(routes.route(D, 0, 0)));
        int before = routes.version();
        graph = known;
        assertNotEquals(before, routes.version());
        assertEquals(1, routes.limits(D).length);
    }

    @Test
    void shouldKeepRoutesWhenLinksChangeLittle() {
        SiteRoutes routes = routes(C, relays(""));
        long[] limits = routes.limits(D);
        int version = routes.version();
        graph =
                SiteGraph.parse(
                        SITES
                                + ";A-B:1.05ms:9gbit;A-C:480us:1gbit;B-D:520us:1gbit"
                                + ";C-D:2.05ms:95mbit;relay:105us");
        assertArrayEquals(limits, routes.limits(D));
        assertNotEquals(version, routes.version());
        graph =
                SiteGraph.parse(
                        SITES
                                + ";A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit"
                                + ";C-D:2ms:10gbit;relay:100us");
        assertArrayEquals(new long[0], routes.limits(D));
        assertEquals(List.of(), ids(routes.route(D, 0, 0)));
    }

    @Test
    void shouldConnectDirectlyWhenRelaysSaveLittle() {
        graph =
                SiteGraph.parse(
                        SITES
                                + ";A-B:1ms:260mbit;A-C:650us:96mbit;B-D:620us:68mbit"
                                + ";C-D:2360us:10mbit;A-D:1750us:95mbit;B-C:1770us:87mbit"
                                + ";relay:60us");
        assertArrayEquals(new long[0], routes(B, relays("")).limits(C));
        assertEquals(1, routes(C, relays("")).limits(D).length);
    }

    @Test
    void shouldPassOneRelayWhileItIsProbed() {
        SiteRoutes routes = routes(C, relays(""));
        int version = routes.version();
        assertTrue(routes.beginProbe(D, A, 64));
        assertNotEquals(version, routes.version());
        assertArrayEquals(new long[] {64}, routes.limits(D));
        assertEquals(List.of(0), ids(routes.route(D, 1, 0)));
        assertEquals(List.of(), ids(routes.route(D, 0, 0)));
        routes.endProbe();
        assertEquals(List.of(0, 2), ids(routes.route(D, 1, 0)));
        Map<String, String> none = Map.of("relays", "0");
        assertFalse(routes(C, RelayTable.read(none::get, graph.map())).beginProbe(D, A, 64));
    }

    @Test
    void shouldHaveNoRelaysWhenTheJobHasNone() {
        assertNull(RelayTable.read(_ -> null, graph.map()));
        for (String wrong : List.of("", "site=A", "address=a:1", "site=X;address=a:1")) {
            Map<String, String> values = Map.of("relays", "1", "relay-0", wrong);
            assertThrows(MpiFailure.class, () -> RelayTable.read(values::get, graph.map()), wrong);
        }
        assertThrows(MpiFailure.class, () -> RelayTable.read(_ -> "x", graph.map()));
    }

    @Test
    void shouldReportWaysBySize() {
        List<String> lines = RouteReport.lines(graph, relays("D"));
        List<String> cd = lines.stream().filter(line -> line.startsWith("route C-D")).toList();
        assertEquals(1, cd.size());
        assertTrue(
                cd.getFirst()
                        .matches(
                                "route C-D: direct up to [23]\\.[0-9] KiB,"
                                        + " then C-A-B-D in chunks of [0-9.]+ KiB"),
                cd.getFirst());
        assertTrue(lines.contains("route A-D: A-B-D in chunks of 64 KiB"), lines.toString());
        assertEquals("relay at A: 0.100 ms", lines.getFirst());
        assertEquals("route to D: through its relays", lines.getLast());
    }
}
