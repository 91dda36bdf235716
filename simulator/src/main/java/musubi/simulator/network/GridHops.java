package musubi.simulator.network;

import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;

import java.util.ArrayList;
import java.util.List;

/**
 * The resources between the line of a sender and that of a receiver, in order. Immutable.
 *
 * @param hops in order
 * @param latency of links and relays together, picoseconds
 * @param chunkBytes bytes of a chunk; 0: the whole message
 */
record GridHops(Hop[] hops, long latency, long chunkBytes) {
    /**
     * A resource on a route.
     *
     * @param name number of the resource that is taken; -1: none
     * @param stores whether the tail arrives before the head goes on
     * @param overhead of each chunk, picoseconds
     * @param picosPerByte of the line
     * @param latency behind it, picoseconds
     * @param isWide whether bytes include headers
     */
    record Hop(
            int name,
            boolean stores,
            long overhead,
            double picosPerByte,
            long latency,
            boolean isWide) {}

    /** Parts of a relay, each a resource. */
    private enum Relay {
        INPUT,
        PROCESSOR,
        OUTPUT
    }

    /** Within a site. */
    static final GridHops NONE = new GridHops(new Hop[0], 0, 0);

    /** Number of resources of a graph. */
    static int resources(SiteGraph graph) {
        return graph.sites() * (graph.sites() + Relay.values().length);
    }

    /** The hops of a route. */
    static GridHops of(SiteGraph graph, GridRoute route) {
        List<Hop> hops = new ArrayList<>();
        List<Integer> sites = route.sites();
        long latency = 0;
        for (int i = 0; i + 1 < sites.size(); i++) {
            int site = sites.get(i);
            if (i > 0) {
                addRelay(hops, graph, site, route.forwarding());
            }
            SiteLink link = link(graph, site, sites.get(i + 1));
            int name = site * graph.sites() + sites.get(i + 1);
            long picos = picos(link.latencyS());
            hops.add(new Hop(name, false, 0, perByte(link), picos, true));
        }
        for (Hop hop : hops) {
            latency += hop.overhead + hop.latency;
        }
        return new GridHops(hops.toArray(Hop[]::new), latency, route.chunkBytes());
    }

    private static SiteLink link(SiteGraph graph, int from, int to) {
        SiteLink link = graph.link(from, to);
        if (link == null) {
            throw new IllegalArgumentException(
                    "no link between sites of a route: from=%s to=%s; take sites with links"
                            .formatted(graph.map().name(from), graph.map().name(to)));
        }
        return link;
    }

    private static void addRelay(
            List<Hop> hops, SiteGraph graph, int site, GridRoute.Forwarding by) {
        long cost = picos(graph.relayS(site));
        double line = perByte(graph.link(site, site));
        int first = graph.sites() * graph.sites() + site * Relay.values().length;
        switch (by) {
            case ROUTERS -> {}
            case CUT_THROUGH -> hops.add(new Hop(-1, false, 0, 0, cost, false));
            case RELAYS -> {
                hops.add(new Hop(first + Relay.INPUT.ordinal(), false, 0, line, 0, false));
                hops.add(new Hop(first + Relay.PROCESSOR.ordinal(), true, cost, 0, 0, false));
                hops.add(new Hop(first + Relay.OUTPUT.ordinal(), false, 0, line, 0, false));
            }
        }
    }

    static long picos(double seconds) {
        return Math.round(seconds * LinkCost.SECOND);
    }

    static double perByte(SiteLink link) {
        return LinkCost.SECOND / link.bytesPerS();
    }
}
