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

    /** A line for each site with relays, and each pair of sites whose messages pass some. */
    public static List<String> lines(SiteGraph graph, RelayTable relays) {
        SiteMap map = graph.map();
        RoutePlanner planner = new RoutePlanner(SiteRoutes.plannable(graph, map, relays));
        List<String> lines = new ArrayList<>();
        for (int site = 0; site < graph.sites(); site++) {
            if (!relays.at(site).isEmpty()) {
                double ms = graph.relayS(site) * MILLI;
                lines.add(String.format(Locale.ROOT, "relay at %s: %.3f ms", map.name(site), ms));
            }
        }
        for (int from = 0; from < graph.sites(); from++) {
            for (int to = from + 1; to < graph.sites(); to++) {
                WayPlan plan = new WayPlan(planner, graph.sites(), from, to);
                if (plan.paths().stream().anyMatch(path -> path.size() > 2)) {
                    String ends = map.name(from) + "-" + map.name(to);
                    lines.add("route " + ends + ": " + text(plan, map));
                }
            }
        }
        for (int site = 0; site < graph.sites(); site++) {
            if (relays.isPrivate(site)) {
                lines.add("route to " + map.name(site) + ": through its relays");
            }
        }
        return lines;
    }

    private static String text(WayPlan plan, SiteMap map) {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < plan.paths().size(); i++) {
            String way = way(plan.paths().get(i), map);
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
