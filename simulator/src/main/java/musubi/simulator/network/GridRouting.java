package musubi.simulator.network;

import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;
import musubi.grid.SiteRoute;

import java.util.List;

/** The choice of routes on a {@link GridNetwork}: the same for equal arguments. */
public interface GridRouting {
    /**
     * The route of a message.
     *
     * @param from a site
     * @param to another one
     * @param bytes of the message
     */
    GridRoute route(int from, int to, long bytes);

    /**
     * Routes of the network, the same for all sizes: the direct link, else that of least latency.
     */
    static GridRouting ofNetwork(SiteGraph graph) {
        RoutePlanner planner = new RoutePlanner(graph);
        return (from, to, _) -> {
            boolean isLinked = graph.link(from, to) != null;
            return GridRoute.ofRouters(
                    isLinked ? List.of(from, to) : planner.best(from, to, 0).sites());
        };
    }

    /** The faster one of the network's route and the best one over relays, by predicted time. */
    static GridRouting bySize(SiteGraph graph) {
        RoutePlanner planner = new RoutePlanner(graph);
        GridRouting network = ofNetwork(graph);
        return (from, to, bytes) -> {
            GridRoute routers = network.route(from, to, bytes);
            SiteRoute relays = planner.best(from, to, bytes);
            boolean isBetter =
                    !relays.isDirect() && relays.seconds() < seconds(graph, routers, bytes);
            return isBetter ? GridRoute.ofRelays(relays) : routers;
        };
    }

    private static double seconds(SiteGraph graph, GridRoute route, long bytes) {
        double latency = 0;
        double slowest = 0;
        for (int i = 0; i + 1 < route.sites().size(); i++) {
            SiteLink link = graph.link(route.sites().get(i), route.sites().get(i + 1));
            latency += link.latencyS();
            slowest = Math.max(slowest, bytes / link.bytesPerS());
        }
        return latency + slowest;
    }
}
