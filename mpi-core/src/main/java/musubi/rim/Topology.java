package musubi.rim;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.RankNames;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;
import musubi.route.RelayTable;
import musubi.route.RouteReport;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The sites of a job, as its displays show them: hosts and ranks of each, the links, and the routes
 * by size. Immutable.
 *
 * @param sites in the order of the graph
 * @param links each pair of sites that has a link once, or once for each direction if they differ
 * @param routes between sites where messages of some size pass relays
 * @param hasRelays whether the job has relays; without any the routes are those that it would take
 */
record Topology(
        List<Site> sites, List<Link> links, List<RouteReport.Relayed> routes, boolean hasRelays) {
    /** The planning takes seconds for more sites. */
    static final int MOST_PLANNED_SITES = 16;

    private static final double MILLI = 1e3;
    private static final double MEGABITS = 8e-6;

    /**
     * A site.
     *
     * @param hosts their names, or the numbers of nodes without one
     * @param ranks in ascending order
     */
    record Site(String name, List<String> hosts, List<Integer> ranks, SiteLink within) {
        /** The ranks as ranges. */
        String rankRanges() {
            return ranks.isEmpty() ? "none" : RankNames.ranges(ranks);
        }
    }

    /**
     * A link.
     *
     * @param isBoth whether it is the same in both directions
     */
    record Link(int from, int to, boolean isBoth, SiteLink link) {}

    /**
     * The topology of a job.
     *
     * @param hosts names of its nodes, in their order; those behind the last one have none
     * @param relays null without relays
     */
    static Topology of(SiteGraph graph, Bootstrap job, List<String> hosts, RelayTable relays) {
        List<Site> sites = new ArrayList<>();
        for (int site = 0; site < graph.sites(); site++) {
            sites.add(
                    new Site(
                            graph.map().name(site),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            graph.link(site, site)));
        }
        int[] nodes = job.nodes();
        boolean[] isListed = new boolean[nodes.length];
        for (int rank = 0; rank < nodes.length; rank++) {
            int node = nodes[rank];
            Site site = sites.get(graph.map().siteOf(node));
            site.ranks.add(rank);
            if (!isListed[node]) {
                isListed[node] = true;
                site.hosts.add(node < hosts.size() ? hosts.get(node) : "node " + node);
            }
        }
        boolean isPlanned = graph.sites() <= MOST_PLANNED_SITES;
        return new Topology(
                List.copyOf(sites),
                links(graph),
                isPlanned ? RouteReport.relayed(graph, relays) : List.of(),
                relays != null);
    }

    private static List<Link> links(SiteGraph graph) {
        List<Link> links = new ArrayList<>();
        for (int from = 0; from < graph.sites(); from++) {
            for (int to = from + 1; to < graph.sites(); to++) {
                SiteLink there = graph.link(from, to);
                SiteLink back = graph.link(to, from);
                if (there != null) {
                    links.add(new Link(from, to, there.equals(back), there));
                }
                if (back != null && !back.equals(there)) {
                    links.add(new Link(to, from, false, back));
                }
            }
        }
        return List.copyOf(links);
    }

    /** The ends of a link: {@code A-B}, or {@code A>B} for one direction. */
    String ends(Link link) {
        return sites.get(link.from).name + (link.isBoth ? "-" : ">") + sites.get(link.to).name;
    }

    /** Whether the routes are known. */
    boolean isPlanned() {
        return sites.size() <= MOST_PLANNED_SITES;
    }

    static String latency(SiteLink link) {
        return String.format(Locale.ROOT, "%.3f ms", link.latencyS() * MILLI);
    }

    static String bandwidth(SiteLink link) {
        return String.format(Locale.ROOT, "%.0f Mbit/s", link.bytesPerS() * MEGABITS);
    }
}
