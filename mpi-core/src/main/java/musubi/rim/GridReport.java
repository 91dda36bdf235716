package musubi.rim;

import musubi.grid.SiteClusters;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;
import musubi.grid.SiteMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The sites of a job and the links between them, as lines for the user. */
public final class GridReport {
    private static final double MILLI = 1e3;
    private static final double MEGABITS = 8e-6;

    private GridReport() {}

    /**
     * A line for each site, with its nodes and its network, one for each link, and one for each
     * level of clusters of sites.
     */
    public static List<String> lines(SiteGraph graph) {
        List<String> lines = new ArrayList<>();
        SiteMap map = graph.map();
        for (int site = 0; site < graph.sites(); site++) {
            lines.add(
                    "site %s: nodes %s; %s within"
                            .formatted(map.name(site), nodes(map, site), text(graph, site, site)));
        }
        for (int from = 0; from < graph.sites(); from++) {
            for (int to = from + 1; to < graph.sites(); to++) {
                if (graph.link(from, to) != null) {
                    lines.add(
                            "link %s-%s: %s"
                                    .formatted(
                                            map.name(from), map.name(to), text(graph, from, to)));
                }
            }
        }
        SiteClusters.of(graph).forEach(clusters -> lines.add(clusters(map, clusters)));
        return lines;
    }

    private static String clusters(SiteMap map, int... clusters) {
        StringJoiner all = new StringJoiner(", ", "clusters: ", "");
        for (int cluster = 0; cluster <= Arrays.stream(clusters).max().orElse(0); cluster++) {
            int number = cluster;
            all.add(
                    IntStream.range(0, clusters.length)
                            .filter(site -> clusters[site] == number)
                            .mapToObj(map::name)
                            .collect(Collectors.joining(" ")));
        }
        return all.toString();
    }

    private static String nodes(SiteMap map, int site) {
        StringJoiner numbers = new StringJoiner(" ");
        for (int node = 0; node < map.nodes(); node++) {
            if (map.siteOf(node) == site) {
                numbers.add(Integer.toString(node));
            }
        }
        return numbers.toString();
    }

    private static String text(SiteGraph graph, int from, int to) {
        SiteLink link = graph.link(from, to);
        return String.format(
                Locale.ROOT,
                "%.3f ms, %.0f Mbit/s",
                link.latencyS() * MILLI,
                link.bytesPerS() * MEGABITS);
    }
}
