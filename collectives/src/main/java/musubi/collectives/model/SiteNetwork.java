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
 * over links of others. Within a site each rank has a line of its own, which sends and receives at
 * the same time. Lines and links pass bytes on as they come. One thread.
 */
public final class SiteNetwork {
    /** What a message within a node costs relative to one between nodes of a site. */
    private static final double NODE_COST = 0.2;

    private final SiteLevel level;
    private final SiteGraph graph;
    private final NodeMap sites;
    private final NodeMap nodes;

    /** The route from site i to j at i x sites + j. */
    private final List<List<Integer>> routes;

    /** When the link from site i to j is free again, at i x sites + j. */
    private final double[] free;

    /** When the line to each rank is free again. */
    private final double[] lineFree;

    /** The network of a shape with sites. */
    public SiteNetwork(Shape shape) {
        level = shape.sites;
        graph = level.graph();
        sites = level.ranks();
        nodes = shape.nodes;
        free = new double[graph.sites() * graph.sites()];
        lineFree = new double[shape.size];
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
        Arrays.fill(lineFree, 0);
    }

    /** Whether this is the network of a shape. */
    public boolean isOf(Shape shape) {
        return shape.sites == level && shape.nodes == nodes;
    }

    /** Seconds of the shortest message between the sites that are farthest apart. */
    public double farthestS() {
        return routes.stream().mapToDouble(this::latency).max().orElse(0);
    }

    private double latency(List<Integer> route) {
        return IntStream.range(0, route.size() - 1)
                .mapToObj(i -> graph.link(route.get(i), route.get(i + 1)))
                .mapToDouble(SiteLink::latencyS)
                .sum();
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
     * Seconds at which a message arrives at the line of its receiver.
     *
     * @param first of its first byte
     * @param last of its last byte, unless the line takes longer
     */
    record Arrival(double first, double last) {}

    /** When the line of a receiver has passed a message; in the order of arrivals. */
    double received(int from, int to, long bytes, Arrival arrival) {
        double start = Math.max(arrival.first, lineFree[to]);
        lineFree[to] = start + sending(to, from, bytes);
        return Math.max(arrival.last, lineFree[to]);
    }

    /**
     * The way of a message to the line of its receiver.
     *
     * @param start when its first byte leaves the sender
     * @param sent when its last one does
     */
    Arrival arrival(int from, int to, long bytes, double start, double sent) {
        int here = sites.of(from);
        int there = sites.of(to);
        if (here == there) {
            double latency = graph.link(here, here).latencyS();
            double crossing = isOnNode(from, to) ? NODE_COST * latency : crossing(latency, bytes);
            return new Arrival(start + crossing, sent + crossing);
        }
        List<Integer> route = routes.get(here * graph.sites() + there);
        double first = start;
        double last = sent;
        for (int i = 0; i + 1 < route.size(); i++) {
            int at = route.get(i) * graph.sites() + route.get(i + 1);
            SiteLink link = graph.link(route.get(i), route.get(i + 1));
            double head = Math.max(first, free[at]);
            free[at] = head + (bytes + SiteLevel.HEADER_BYTES) / link.bytesPerS();
            first = head + link.latencyS();
            last = Math.max(last, free[at]) + link.latencyS();
        }
        double latency = latency(route);
        double later = crossing(latency, bytes) - latency;
        return new Arrival(first + later, last + later);
    }

    /** Latency of a message, with the round trip before a long one. */
    private double crossing(double latency, long bytes) {
        return bytes > level.eagerBytes(latency) ? 3 * latency : latency;
    }
}
