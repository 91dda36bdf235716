package musubi.simulator.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Arrival times of messages, computed by hand, in nanoseconds. */
class NetworkTest {
    private static final long NS = 1000;

    /** 100 ns, of which 20 ns block other starts, and 1 ns for each byte. */
    private static final LinkCost LINK = new LinkCost(100 * NS, 20 * NS, NS);

    private final EventQueue events = new EventQueue();

    private TorusNetwork torus(String shape, int ports, double picosPerByte) {
        Torus torus = Torus.parse(shape);
        Injection injection = new Injection(torus.size(), ports, picosPerByte);
        TorusNetwork network =
                new TorusNetwork(TorusEmbedding.of(torus), 1, LINK, 10 * NS, LINK, injection);
        network.clear(100, events);
        return network;
    }

    /** The arrivals of all messages, in the order in which they were sent. */
    private List<Long> arrivals(Network network, int messages) {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
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
    void shouldSerialiseMessagesWhenTheyShareALink() {
        Network network = torus("8", 0, 0);
        assertEquals(70 * NS, network.send(0, 1, 0, 50, 0, 0));
        assertEquals(140 * NS, network.send(0, 1, 0, 50, 0, 1));
        assertEquals(70 * NS, network.send(0, 7, 1, 50, 0, 2));
        assertEquals(List.of(150L, 220L, 150L), arrivals(network, 3));
    }

    @Test
    void shouldWaitAtALinkInTheOrderOfHeads() {
        Network network = torus("8", 0, 0);
        // Heads reach link 2 from 2 at 0, from 0 at 20; link 3 at 10, and from 0 behind it, at 60.
        network.send(0, 4, 0, 50, 0, 0);
        network.send(2, 4, 1, 50, 0, 1);
        assertEquals(List.of(210L, 160L), arrivals(network, 2));
    }

    @Test
    void shouldKeepLinksFreeForOthersWhileTheOverheadOfASenderLasts() {
        Network network = torus("8", 0, 0);
        // From 1: at 0, and 20 after the first has left, at 70. From 0 over its link: at 50.
        network.send(1, 2, 0, 50, 0, 0);
        network.send(1, 2, 0, 50, 0, 1);
        network.send(0, 2, 1, 50, 0, 2);
        assertEquals(List.of(150L, 250L, 200L), arrivals(network, 3));
    }

    @Test
    void shouldSendAsManyMessagesAtOnceAsThereArePorts() {
        Network network = torus("5x5", 1, 0);
        network.send(0, 1, 0, 50, 0, 0);
        network.send(0, 5, 1, 50, 0, 1);
        assertEquals(List.of(150L, 220L), arrivals(network, 2));
    }

    @Test
    void shouldSendNoMoreBytesThanANodeCanInject() {
        Network network = torus("5x5", 0, 3 * NS);
        network.send(0, 1, 0, 50, 0, 0);
        network.send(0, 5, 1, 50, 0, 1);
        assertEquals(List.of(150L, 300L), arrivals(network, 2));
    }

    @Test
    void shouldTakeTheWidestRouteWhenLatenciesAreEqual() {
        // The network of the Grid paper, A B C D: C-A-B-D is as short as C-D, and wider.
        SiteRoutes routes =
                new SiteRoutes(
                        4,
                        List.of(
                                new SiteRoutes.Line(0, 1, LinkCost.of(1e-3, 0, 1.25e9)),
                                new SiteRoutes.Line(0, 2, LinkCost.of(.5e-3, 0, 1.25e8)),
                                new SiteRoutes.Line(1, 3, LinkCost.of(.5e-3, 0, 1.25e8)),
                                new SiteRoutes.Line(2, 3, LinkCost.of(2e-3, 0, 1.25e7))));
        Network network = new SiteNetwork(1, new LinkCost(0, 0, 0), routes, 1);
        network.clear(4, events);
        network.send(2, 3, 0, 100_000_000, 0, 0);
        // 0.802 s in data/grid-routes.csv, cut-through.
        assertEquals(List.of(802_000_000L), arrivals(network, 1));
    }

    @Test
    void shouldSerialiseMessagesWhenTheyEnterOneHost() {
        SiteRoutes routes = SiteRoutes.complete(2, LinkCost.of(1e-3, 0, 1e9));
        Network network = new SiteNetwork(2, LINK, routes, 1);
        network.clear(4, events);
        network.send(2, 0, 0, 50, 0, 0);
        network.send(3, 0, 1, 50, 0, 1);
        network.send(1, 0, 2, 50, 0, 2);
        // Both of the other site share the line (50 ns each) and then the way in (70 ns each).
        assertEquals(List.of(1_000_150L, 1_000_220L, 150L), arrivals(network, 3));
    }

    @Test
    void shouldRefuseSitesThatNothingJoins() {
        List<SiteRoutes.Line> lines = List.of(new SiteRoutes.Line(0, 1, LINK));
        assertThrows(IllegalArgumentException.class, () -> new SiteRoutes(3, lines));
    }
}
