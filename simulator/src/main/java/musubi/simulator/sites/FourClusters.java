package musubi.simulator.sites;

import musubi.grid.SiteGraph;
import musubi.simulator.network.EventQueue;
import musubi.simulator.network.GridCosts;
import musubi.simulator.network.GridNetwork;
import musubi.simulator.network.GridRoute;
import musubi.simulator.network.GridRoute.Forwarding;
import musubi.simulator.network.GridRouting;
import musubi.simulator.network.Network;

import java.util.List;
import java.util.Locale;

/**
 * The four clusters of Fig. 4 of the GridMPI paper, one node each, with networks inside that take
 * no time. C is first, the root of the broadcast of Fig. 6.
 */
final class FourClusters {
    /** Names of the clusters by number. */
    static final String NAMES = "CABD";

    private static final String FAST =
            "A-A:0ns:100000gbit;B-B:0ns:100000gbit" + ";C-C:0ns:100000gbit;D-D:0ns:100000gbit";

    private static final String CHAIN = "A-B:1ms:10gbit;A-C:500us:1gbit;B-D:500us:1gbit";

    private static final String SLOW = ";C-D:2ms:100mbit";

    private final SiteGraph graph;

    private FourClusters(SiteGraph graph) {
        this.graph = graph;
    }

    /** The clusters, with relays of a cost in microseconds. */
    static FourClusters of(double relayCost) {
        return new FourClusters(
                parse("C:0,A:1,B:2,D:3", CHAIN + SLOW + ";" + FAST + relay(relayCost)));
    }

    /** Without the slow link, so that all messages take the chain C, A, B, D. */
    static FourClusters inChain() {
        return new FourClusters(parse("C:0,A:1,B:2,D:3", CHAIN + ";" + FAST));
    }

    /** With some nodes each, which reach each other in a time in microseconds. */
    static FourClusters ofNodes(int each, int micros) {
        StringBuilder sites = new StringBuilder();
        StringBuilder within = new StringBuilder();
        for (int site = 0; site < NAMES.length(); site++) {
            char name = NAMES.charAt(site);
            sites.append(site == 0 ? "" : ",");
            sites.append("%c:%d-%d".formatted(name, site * each, (site + 1) * each - 1));
            within.append(";%1$c-%1$c:%2$dus:1gbit".formatted(name, micros));
        }
        return new FourClusters(parse(sites.toString(), CHAIN + SLOW + within));
    }

    private static SiteGraph parse(String sites, String links) {
        return SiteGraph.parse(sites + ";" + links);
    }

    private static String relay(double micros) {
        return String.format(Locale.ROOT, ";relay:%.3fus", micros);
    }

    SiteGraph graph() {
        return graph;
    }

    /** Seconds of a message on the route that is chosen by its size. */
    double chosen(String ends, long bytes) {
        return seconds(GridRouting.bySize(graph), ends, bytes);
    }

    /** The route that is chosen for a size, as CABD. */
    GridRoute route(String ends, long bytes) {
        return GridRouting.bySize(graph).route(site(ends.charAt(0)), site(ends.charAt(1)), bytes);
    }

    /**
     * Seconds of a message on a path.
     *
     * @param path names of sites
     * @param chunk bytes that relays store; 0: all
     */
    double along(String path, Forwarding forwarding, long bytes, long chunk) {
        List<Integer> sites = path.chars().mapToObj(name -> site((char) name)).toList();
        GridRoute route = new GridRoute(sites, forwarding, chunk);
        String ends = "" + path.charAt(0) + path.charAt(path.length() - 1);
        return seconds((_, _, _) -> route, ends, bytes);
    }

    private double seconds(GridRouting routing, String ends, long bytes) {
        Network network = new GridNetwork(graph, 1, routing, GridCosts.NONE);
        EventQueue events = new EventQueue();
        network.clear(1, events);
        network.send(site(ends.charAt(0)), site(ends.charAt(1)), 0, bytes, 0, 0);
        while (!events.isEmpty()) {
            long event = events.take();
            if (event < 0) {
                network.onEvent(event, events.now());
            }
        }
        return events.now() / 1e12;
    }

    private static int site(char name) {
        return NAMES.indexOf(name);
    }

    /** Names of the sites of a route. */
    static String names(GridRoute route) {
        StringBuilder names = new StringBuilder();
        route.sites().forEach(site -> names.append(NAMES.charAt(site)));
        return names.toString();
    }
}
