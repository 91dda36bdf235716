package musubi.rim;

import musubi.rim.Topology.Link;
import musubi.rim.Topology.Site;
import musubi.route.RouteReport;

import java.util.ArrayList;
import java.util.List;

/** A {@link Topology} as lines with aligned columns. */
final class TopologyTable {
    private TopologyTable() {}

    /** The lines: sites, links, and routes by size. */
    static List<String> lines(Topology topology) {
        List<String> lines = new ArrayList<>();
        List<List<String>> sites = new ArrayList<>();
        sites.add(List.of("SITE", "LATENCY", "BANDWIDTH", "RANKS", "HOSTS"));
        for (Site site : topology.sites()) {
            sites.add(
                    List.of(
                            site.name(),
                            Topology.latency(site.within()),
                            Topology.bandwidth(site.within()),
                            site.rankRanges(),
                            String.join(" ", site.hosts())));
        }
        lines.addAll(aligned(sites));
        List<List<String>> links = new ArrayList<>();
        links.add(List.of("LINK", "LATENCY", "BANDWIDTH"));
        for (Link link : topology.links()) {
            links.add(
                    List.of(
                            topology.ends(link),
                            Topology.latency(link.link()),
                            Topology.bandwidth(link.link())));
        }
        if (links.size() > 1) {
            lines.addAll(aligned(links));
            lines.addAll(routes(topology));
        }
        return lines;
    }

    private static List<String> routes(Topology topology) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("ROUTE", title(topology)));
        for (RouteReport.Relayed route : topology.routes()) {
            rows.add(List.of(route.ends(), route.text()));
        }
        return aligned(rows);
    }

    /** What the routes are, or why there are none. */
    static String title(Topology topology) {
        if (!topology.isPlanned()) {
            return "(not planned for more than " + Topology.MOST_PLANNED_SITES + " sites)";
        }
        if (topology.routes().isEmpty()) {
            return "(all direct, at all sizes)";
        }
        return topology.hasRelays()
                ? "BY SIZE (others: direct)"
                : "BY SIZE, IF THE JOB HAD RELAYS (others: direct)";
    }

    private static List<String> aligned(List<List<String>> rows) {
        int last = rows.getFirst().size() - 1;
        int[] widths = new int[last];
        for (List<String> row : rows) {
            for (int i = 0; i < last; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < last; i++) {
                line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + 2);
            }
            lines.add(line.append(row.get(last)).toString());
        }
        return lines;
    }
}
