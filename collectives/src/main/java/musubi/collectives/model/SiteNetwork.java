package musubi.collectives.model;

import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;
import musubi.grid.SiteRoute;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The network of a communicator on several sites, for a {@link ScheduleWalk}. A wide link carries
 * one message at a time in each direction; between sites without a link the network routes messages
 * over links of others. Within a site each rank has a line of its own. One thread.
 */
public final class SiteNetwork {
    /** What a message within a node costs relative to one between nodes of a site. */
    private static final double NODE_COST = 0.2;

    private final SiteGraph graph;
    private final NodeMap sites;
    private final NodeMap nodes;

    /** The route from site i to j at i x sites + j. */
    private final List<List<Integer>> routes;

    /** When the link from site i to j is free again, at i x sites + j. */
    private final double[] free;

    /** The network of a shape with sites. */
    public SiteNetwork(Shape shape) {
        graph = shape.sites.graph();
        sites = shape.sites.ranks();
        nodes = shape.nodes;
        free = new double[graph.sites() * graph.sites()];
        RoutePlanner planner = new RoutePlanner(graph);
        routes =
                IntStream.range(0, graph.sites())
                        .mapToObj(from -> planner.allFrom(from, 0))
                        .flatMap(List::stream)
                        .map(SiteRoute::sites)
                        .toList();
    }

    /** Frees all links. */
    void clear() {
        Arrays.fill(free, 0);
    }

    /** Whether this is the network of a shape. */
    public boolean isOf(Shape shape) {
        return shape.sites.graph() == graph && shape.sites.ranks() == sites && shape.nodes == nodes;
    }

    /** Seconds that the line of the sender is busy. */
    double sending(int from, int to, long bytes) {
        SiteLink local = graph.link(sites.of(from), sites.of(from));
        return bytes / local.bytesPerS() * (isOnNode(from, to) ? NODE_COST : 1);
    }

    private boolean isOnNode(int from, int to) {
        return nodes != null && nodes.of(from) == nodes.of(to);
    }

    /**
     * When a message has arrived.
     *
     * @param sent when the last byte has left the sender
     */
    double arrival(int from, int to, long bytes, double sent) {
        int here = sites.of(from);
        int there = sites.of(to);
        if (here == there) {
            double latency = graph.link(here, here).latencyS();
            double crossing = isOnNode(from, to) ? NODE_COST * latency : crossing(latency, bytes);
            return sent + crossing;
        }
        List<Integer> route = routes.get(here * graph.sites() + there);
        double first = sent;
        double last = sent;
        double latency = 0;
        for (int i = 0; i + 1 < route.size(); i++) {
            int at = route.get(i) * graph.sites() + route.get(i + 1);
            SiteLink link = graph.link(route.get(i), route.get(i + 1));
            double start = Math.max(first, free[at]);
            free[at] = start + (bytes + SiteLevel.HEADER_BYTES) / link.bytesPerS();
            first = start + link.latencyS();
            last = Math.max(last, free[at]) + link.latencyS();
            latency += link.latencyS();
        }
        return last - latency + crossing(latency, bytes);
    }

    /** Latency of a message, with the round trip before a long one. */
    private static double crossing(double latency, long bytes) {
        return bytes > SiteLevel.eagerBytes(latency) ? 3 * latency : latency;
    }
}
