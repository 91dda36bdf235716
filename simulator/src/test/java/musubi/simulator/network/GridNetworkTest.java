package musubi.simulator.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.grid.SiteGraph;
import musubi.simulator.network.GridRoute.Forwarding;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Arrival times of messages between sites, computed by hand, in nanoseconds. */
class GridNetworkTest {
    private static final long NS = 1000;

    /**
     * Two nodes on each site. Lines take 1 ns a byte and a wide link 8 ns; within a site 100 ns,
     * between A and B and between B and C 1000 ns. A relay takes 200 ns.
     */
    private static final SiteGraph GRAPH =
            SiteGraph.parse(
                    "A:0-1,B:2-3,C:4-5;A-B:1000ns:1gbit;B-C:1000ns:1gbit;A-A:100ns:8gbit"
                            + ";B-B:100ns:8gbit;C-C:100ns:8gbit;relay:200ns");

    private final EventQueue events = new EventQueue();

    private GridNetwork network(GridRouting routing, GridCosts costs) {
        GridNetwork network = new GridNetwork(GRAPH, 1, routing, costs);
        network.clear(100, events);
        return network;
    }

    private GridNetwork network() {
        return network(GridRouting.ofNetwork(GRAPH), GridCosts.NONE);
    }

    /** The times of events 0 to some number, -1 for those that do not happen. */
    private List<Long> times(Network network, int count) {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            times.add(-1L);
        }
        while (!events.isEmpty()) {
            long event = events.take();
            if (event < 0) {
                network.onEvent(event, events.now());
            } else {
                times.set((int) event, events.now() / NS);
            }
        }
        return times;
    }

    @Test
    void shouldShareTheLinesOfNodesWhenMessagesStayOnASite() {
        Network network = network();
        assertEquals(50 * NS, network.send(0, 1, 0, 50, 0, 0));
        assertEquals(80 * NS, network.send(0, 1, 0, 30, 0, 1));
        assertEquals(List.of(150L, 180L), times(network, 2));
    }

    @Test
    void shouldShareTheWideLinkWhenMessagesOfSeveralNodesCrossIt() {
        Network network = network();
        network.send(0, 2, 0, 100, 0, 0);
        network.send(1, 3, 1, 100, 0, 1);
        network.send(3, 1, 2, 100, 0, 2);
        // 800 ns each, one after the other; the opposite direction is free.
        assertEquals(List.of(1800L, 2600L, 1800L), times(network, 3));
    }

    @Test
    void shouldCutThroughRoutersWhenThereIsNoDirectLink() {
        Network network = network();
        network.send(0, 4, 0, 100, 0, 0);
        assertEquals(List.of(2800L), times(network, 1));
    }

    @Test
    void shouldWaitAtTheLineOfTheReceiverWhenSeveralSend() {
        Network network = network();
        network.send(0, 2, 0, 10, 0, 0);
        network.send(3, 2, 1, 2000, 0, 1);
        // The line is taken from 100 to 2100; the head from A is there at 1000.
        assertEquals(List.of(2110L, 2100L), times(network, 2));
    }

    @Test
    void shouldPassChunksOnWhileOthersArriveWhenRelaysStoreThem() {
        GridRouting relayed = (_, _, _) -> new GridRoute(List.of(0, 1, 2), Forwarding.RELAYS, 100);
        Network network = network(relayed, GridCosts.NONE);
        network.send(0, 4, 0, 250, 0, 0);
        // The chunks are at the relay at 1800, 2600 and 3000, sent on 200 later, and take 800, 800
        // and 400 on the link behind it.
        assertEquals(List.of(1800L + 200 + 800 + 800 + 400 + 1000), times(network, 1));
    }

    @Test
    void shouldShareARelayWhenSeveralMessagesTakeIt() {
        GridRouting relayed = (_, _, _) -> new GridRoute(List.of(0, 1, 2), Forwarding.RELAYS, 0);
        Network network = network(relayed, GridCosts.NONE);
        network.send(0, 4, 0, 10, 0, 0);
        network.send(1, 5, 1, 10, 0, 1);
        // At the relay at 1080 and 1160; the second waits until 1280.
        assertEquals(List.of(1080L + 200 + 1080, 1280L + 200 + 1080), times(network, 2));
    }

    @Test
    void shouldDeliverInOrderWhenALaterMessageTakesAFasterRoute() {
        SiteGraph graph =
                SiteGraph.parse(
                        "A:0,B:1,C:2;A-B:1000ns:1gbit;A-C:50ns:8gbit;A-A:0ns:8gbit"
                                + ";B-B:0ns:8gbit;C-C:0ns:8gbit;B-C:1000ns:1gbit");
        GridRouting routing =
                (_, _, bytes) ->
                        bytes > 100
                                ? new GridRoute(List.of(0, 1, 2), Forwarding.RELAYS, 0)
                                : GridRoute.ofRouters(List.of(0, 2));
        GridNetwork network = new GridNetwork(graph, 1, routing, GridCosts.NONE);
        network.clear(2, events);
        network.send(0, 2, 0, 1000, 0, 0);
        network.send(0, 2, 0, 10, 0, 1);
        network.send(0, 2, 1, 10, 0, 2);
        // 18 us over B. Only the message of the other connection arrives before it.
        assertEquals(List.of(18_000L, 18_000L, 1070L), times(network, 3));
    }

    @Test
    void shouldSendALongMessageARoundTripLaterAndReleaseItsBufferThen() {
        Network network = network(GridRouting.ofNetwork(GRAPH), new GridCosts(0, 0, 99, 99, 0));
        assertEquals(Network.LATER, network.send(0, 2, 0, 100, 0, 0));
        network.onRelease(1);
        assertEquals(99 * NS, network.send(0, 2, 0, 99, 0, 2));
        assertEquals(List.of(2000L + 1800, 2100L, 1792L), times(network, 3));
    }

    @Test
    void shouldSendLongerMessagesAtOnceWhenPathsAreLong() {
        SiteGraph graph = SiteGraph.parse("A:0,B:1,C:2;A-B:249us:1gbit;B-C:250us:1gbit");
        GridRouting routing = GridRouting.ofNetwork(graph);
        GridCosts costs = new GridCosts(0, 0, 99, 999, 0);
        for (int from = 0; from < 2; from++) {
            GridNetwork network = new GridNetwork(graph, 1, routing, costs);
            network.clear(2, events);
            boolean isLong = from == 1;
            assertEquals(isLong, network.send(from, from + 1, 0, 999, 0, 0) != Network.LATER);
            assertEquals(Network.LATER, network.send(from, from + 1, 1, 1000, 0, 1));
        }
    }

    @Test
    void shouldCountTheCostsOfRanksAndHeaders() {
        Network network =
                network(GridRouting.ofNetwork(GRAPH), new GridCosts(7 * NS, 11 * NS, 99, 99, 10));
        network.send(0, 2, 0, 10, 0, 0);
        network.send(1, 2, 1, 10, 0, 1);
        // Heads leave at 7; 20 bytes take 160 ns on the link; the receiver handles one at a time.
        assertEquals(List.of(7L + 160 + 1000 + 11, 7L + 320 + 1000 + 11), times(network, 2));
    }

    @Test
    void shouldCopyWhenRanksAreOnOneNode() {
        GridNetwork network =
                new GridNetwork(GRAPH, 2, GridRouting.ofNetwork(GRAPH), GridCosts.NONE);
        network.clear(2, events);
        assertEquals(10 * NS, network.send(0, 1, 0, 50, 0, 0));
        assertEquals(List.of(30L), times(network, 1));
        assertEquals(12, network.ranks());
    }

    @Test
    void shouldRefuseRoutesWithoutLinks() {
        GridRouting wrong = (_, _, _) -> GridRoute.ofRouters(List.of(0, 2));
        Network network = network(wrong, GridCosts.NONE);
        assertThrows(IllegalArgumentException.class, () -> network.send(0, 4, 0, 1, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new GridCosts(-1, 0, 0, 0, 0));
    }

    @Test
    void shouldTakeTheNetworksRouteUnlessRelaysAreFaster() {
        SiteGraph graph =
                SiteGraph.parse("A:0,B:1,C:2;A-B:1ms:1gbit;B-C:1ms:1gbit;A-C:3ms:10mbit;relay:2ms");
        assertEquals(
                GridRoute.ofRouters(List.of(0, 2)), GridRouting.bySize(graph).route(0, 2, 100));
        GridRoute relays = GridRouting.bySize(graph).route(0, 2, 1_000_000);
        assertEquals(List.of(0, 1, 2), relays.sites());
        assertEquals(Forwarding.RELAYS, relays.forwarding());
        assertEquals(
                GridRoute.ofRouters(List.of(0, 2)),
                GridRouting.ofNetwork(graph).route(0, 2, 1_000_000));
    }
}
