package musubi.route;

import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteMap;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The ways between the sites of a job with relays, as lines for the user. */
public final class RouteReport {
    private static final double MILLI = 1e3;
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;

    private RouteReport() {}

    /**
     * The routes between two sites where messages of some size pass relays.
     *
     * @param ends of the two sites: {@code A-B}, or {@code A>B} if the way back differs
     * @param paths the sites of each class of sizes, with both ends
     * @param text the classes and their ways
     */
    public record Relayed(String ends, List<List<Integer>> paths, String text) {}

    /** A line for each site with relays, and each pair of sites whose messages pass some. */
    public static List<String> lines(SiteGraph graph, RelayTable relays) {
        SiteMap map = graph.map();
        List<String> lines = new ArrayList<>();
        for (int site = 0; site < graph.sites(); site++) {
            if (!relays.at(site).isEmpty()) {
                double ms = graph.relayS(site) * MILLI;
                lines.add(String.format(Locale.ROOT, "relay at %s: %.3f ms", map.name(site), ms));
            }
        }
        for (Relayed route : relayed(graph, relays)) {
            lines.add("route " + route.ends + ": " + route.text);
        }
        for (int site = 0; site < graph.sites(); site++) {
            if (relays.isPrivate(site)) {
                lines.add("route to " + map.name(site) + ": through its relays");
            }
        }
        return lines;
    }

    /**
     * The routes between all sites where messages of some size pass relays.
     *
     * @param relays null to plan for relays on all sites
     */
    public static List<Relayed> relayed(SiteGraph graph, RelayTable relays) {
        SiteMap map = graph.map();
        SiteGraph plannable = relays == null ? graph : SiteRoutes.plannable(graph, map, relays);
        RoutePlanner planner = new RoutePlanner(plannable);
        List<Relayed> routes = new ArrayList<>();
        for (int from = 0; from < graph.sites(); from++) {
            for (int to = from + 1; to < graph.sites(); to++) {
                WayPlan there = new WayPlan(planner, graph.sites(), from, to);
                WayPlan back = new WayPlan(planner, graph.sites(), to, from);
                boolean isSame = text(there, map, false).equals(text(back, map, true));
                add(routes, there, map, isSame ? "-" : ">");
                if (!isSame) {
                    add(routes, back, map, ">");
                }
            }
        }
        return routes;
    }

    private static void add(List<Relayed> routes, WayPlan plan, SiteMap map, String between) {
        if (plan.paths().stream().anyMatch(path -> path.size() > 2)) {
            List<Integer> path = plan.paths().getFirst();
            String ends = map.name(path.getFirst()) + between + map.name(path.getLast());
            routes.add(new Relayed(ends, plan.paths(), text(plan, map, false)));
        }
    }

    private static String text(WayPlan plan, SiteMap map, boolean reversed) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < plan.paths().size(); i++) {
            List<Integer> path = plan.paths().get(i);
            String way = way(reversed ? path.reversed() : path, map);
            boolean isRelayed = plan.paths().get(i).size() > 2;
            way += isRelayed ? " in chunks of " + size(plan.chunkBytes(i)) : "";
            boolean isLast = i == plan.limits().length;
            parts.add(isLast ? way : way + " up to " + size(plan.limits()[i]));
        }
        return String.join(", then ", parts);
    }

    private static String way(List<Integer> path, SiteMap map) {
        return path.size() <= 2
                ? "direct"
                : path.stream().map(map::name).collect(Collectors.joining("-"));
    }

    private static String size(long bytes) {
        if (bytes < KIB) {
            return bytes + " B";
        }
        double amount = bytes < MIB ? bytes / (double) KIB : bytes / (double) MIB;
        String unit = bytes < MIB ? "KiB" : "MiB";
        return String.format(Locale.ROOT, amount < 10 ? "%.1f %s" : "%.0f %s", amount, unit);
    }
}
