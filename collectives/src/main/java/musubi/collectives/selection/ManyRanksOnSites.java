package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Selection for more ranks on several sites than a {@link musubi.collectives.model.ScheduleWalk} is
 * worth: by site, unless a formula says that another algorithm takes less time. The formulas count
 * the latency of the farthest sites, the bytes on the busiest wide link, and what the busiest rank
 * sends and receives. Simulations of 1,024 ranks on 4, 16 and 64 sites have the choices that they
 * give (docs/generated/grid-report.md). Immutable.
 */
final class ManyRanksOnSites {
    private static final String BY_SITE = "by-site";
    private static final String SPLIT = "by-site-split";
    private static final String LINEAR = "linear";
    private static final String RING = "ring";
    private static final String BRUCK = "bruck";

    /** Loads of the links of a cluster from and to its leader, which overlap in part. */
    private static final double BOTH_WAYS = 1.6;

    /** Latencies of an all-to-all in rounds, and how many times its blocks cross. */
    private static final double BRUCK_CROSSINGS = 2.2;

    private static final double BRUCK_LOADS = 3;

    /** Seconds of a rank for a message. */
    private static final double MESSAGE_S = 3e-6;

    /** Bytes a second that a rank copies. */
    private static final double COPY = 4e9;

    /** Headers of a message on a wide link: frame, TCP and IP. */
    private static final double HEADER_BYTES = 100;

    private static final double MILLI = 1e3;

    /** Bytes from which many ranks use more than one connection between two sites. */
    private static final long SPLIT_BYTES = 64 << 10;

    private final SiteLevel sites;
    private final SiteGraph graph;
    private final NodeMap ranks;

    /** The route from site i to j at i x sites + j. */
    private final List<List<Integer>> routes = new ArrayList<>();

    private final double farthestS;

    /** Bytes a second of the slowest line of a rank. */
    private final double line;

    /** Bytes a second of the slowest wide link. */
    private final double wideLine;

    /** Ranks of the largest site. */
    private final int most;

    /** For the ranks of a communicator. */
    ManyRanksOnSites(SiteLevel sites) {
        this.sites = sites;
        graph = sites.graph();
        ranks = sites.ranks();
        RoutePlanner planner = new RoutePlanner(graph);
        double farthest = 0;
        double slowest = Double.POSITIVE_INFINITY;
        double slowestWide = Double.POSITIVE_INFINITY;
        for (int from = 0; from < graph.sites(); from++) {
            for (int to = 0; to < graph.sites(); to++) {
                boolean isLinked = graph.link(from, to) != null;
                List<Integer> route =
                        isLinked ? List.of(from, to) : planner.best(from, to, 0).sites();
                routes.add(from == to ? List.of(from) : route);
                if (isLinked && from != to) {
                    slowestWide = Math.min(slowestWide, graph.link(from, to).bytesPerS());
                }
                farthest = Math.max(farthest, latency(routes.getLast()));
            }
            slowest = Math.min(slowest, graph.link(from, from).bytesPerS());
        }
        farthestS = farthest;
        line = slowest;
        wideLine = slowestWide;
        most = IntStream.range(0, ranks.count()).map(ranks::size).max().orElse(1);
    }

    /** Whether this is for the sites of a shape. */
    boolean isOf(Shape shape) {
        return shape.sites == sites;
    }

    private double latency(List<Integer> route) {
        double latency = 0;
        for (int i = 0; i + 1 < route.size(); i++) {
            latency += graph.link(route.get(i), route.get(i + 1)).latencyS();
        }
        return latency;
    }

    /** Bytes from one site to another one. */
    private interface Traffic {
        double bytes(int from, int to);
    }

    /** Seconds until all messages between sites have arrived, if they start together. */
    private double crossing(Traffic traffic) {
        int count = graph.sites();
        double[] load = new double[count * count];
        double longest = 0;
        for (int pair = 0; pair < load.length; pair++) {
            List<Integer> route = routes.get(pair);
            for (int i = 0; i + 1 < route.size(); i++) {
                SiteLink link = graph.link(route.get(i), route.get(i + 1));
                int at = route.get(i) * count + route.get(i + 1);
                load[at] += traffic.bytes(pair / count, pair % count) / link.bytesPerS();
                longest = Math.max(longest, load[at]);
            }
        }
        return farthestS + longest;
    }

    /** The selection for a kind whose ranks know all counts; null: none of these algorithms. */
    SelectedAlgorithm select(Shape shape) {
        double bytes = (double) shape.count * shape.itemBytes;
        return switch (shape.kind) {
            case ALLREDUCE ->
                    faster(
                            shape,
                            new Estimate(BY_SITE, wholeReduction(bytes)),
                            new Estimate(SPLIT, splitReduction(bytes)),
                            new Estimate(RING, aroundRing(bytes)));
            case ALLTOALL ->
                    faster(
                            shape,
                            new Estimate(BY_SITE, aggregated(bytes)),
                            new Estimate(LINEAR, direct(bytes)),
                            new Estimate(BRUCK, inRounds(bytes)));
            case GATHER, SCATTER ->
                    bySize(shape, overOneLink(bytes) > farthestS, new Estimate(LINEAR, 0));
            default -> bySize(shape, bytesOf(shape) > SPLIT_BYTES, new Estimate(BY_SITE, 0));
        };
    }

    /**
     * Long messages over as many connections as a site has ranks, where there is a form of that.
     */
    private static SelectedAlgorithm bySize(Shape shape, boolean isLong, Estimate last) {
        Estimate bySite = new Estimate(BY_SITE, 0);
        Estimate first = isLong ? new Estimate(SPLIT, 0) : bySite;
        return faster(shape, first, bySite, last);
    }

    /** Bytes that a rank contributes. */
    private static long bytesOf(Shape shape) {
        boolean isOfBlocks = shape.kind == CollectiveKind.REDUCE_SCATTER_BLOCK;
        return shape.count * shape.itemBytes * (isOfBlocks ? shape.size : 1);
    }

    /** Seconds of the blocks of all ranks on the slowest wide link, which a tree may share. */
    private double overOneLink(double bytes) {
        return ranks.ranks() * bytes / wideLine;
    }

    /**
     * Leaders of sites, or of the widest clusters of sites, exchange the whole result, up and down
     * a tree within each site, and to and from the leader of a cluster. Segments overlap on the
     * wide links, on the lines of leaders, and in both directions.
     */
    private double wholeReduction(double bytes) {
        double tree = Math.ceil(Math.log(most) / Math.log(2)) * bytes / line;
        if (sites.clusters().isEmpty()) {
            double leader = farthestS + (graph.sites() - 1) * bytes / line;
            return Math.max(crossing((_, _) -> bytes), leader) + tree;
        }
        NodeMap top = sites.clusters().getLast();
        double between =
                crossing((from, to) -> isLeader(top, from) && isLeader(top, to) ? bytes : 0);
        double within =
                crossing((from, to) -> top.leader(top.of(from)) == to && from != to ? bytes : 0);
        double both = farthestS + BOTH_WAYS * (within - farthestS);
        return Math.max(between, both) + tree;
    }

    private static boolean isLeader(NodeMap clusters, int site) {
        return clusters.leader(clusters.of(site)) == site;
    }

    /** Two exchanges of a part for each site, in slices; each slice has trees within the sites. */
    private double splitReduction(double bytes) {
        int count = graph.sites();
        double one = crossing((_, _) -> count == 2 ? bytes : bytes / count);
        double trees = 2 * most * 2 * MESSAGE_S + 2 * bytes / line;
        return (count == 2 ? one : 2 * one) + trees;
    }

    /** Each n/p twice around all ranks, if those of a site follow each other. */
    private double aroundRing(double bytes) {
        if (!ranks.haveContiguousRanks()) {
            return Double.POSITIVE_INFINITY;
        }
        int count = graph.sites();
        double latency = 0;
        for (int site = 0; site < count; site++) {
            latency += latency(routes.get(site * count + (site + 1) % count));
            latency += ranks.size(site) * (graph.link(site, site).latencyS() + 2 * MESSAGE_S);
        }
        double wide = crossing((from, to) -> to == (from + 1) % count ? bytes : 0) - farthestS;
        return 2 * (latency + wide);
    }

    /**
     * One message for each pair of sites, a round trip later beyond the eager limit; their carriers
     * receive, copy three times and send all. Between clusters it passes two more sites.
     */
    private double aggregated(double bytes) {
        double all = (double) most * ranks.ranks() * bytes;
        double load = crossing(pairs(bytes)) - farthestS;
        boolean isEager = bytes * most * most <= sites.eagerBytes(farthestS);
        double wide = isEager ? farthestS + load : 3 * farthestS + load;
        if (!sites.clusters().isEmpty()) {
            wide += isEager ? 2 * withinClustersS() + load : load;
        }
        return wide + 2 * all / line + 3 * all / COPY + 2 * most * MESSAGE_S;
    }

    /** Latency between the leader of a cluster and the site of it that is farthest from that. */
    private double withinClustersS() {
        NodeMap top = sites.clusters().getLast();
        return IntStream.range(0, graph.sites())
                .mapToObj(site -> routes.get(site * graph.sites() + top.leader(top.of(site))))
                .mapToDouble(this::latency)
                .max()
                .orElse(0);
    }

    private Traffic pairs(double bytes) {
        return (from, to) -> (double) ranks.size(from) * ranks.size(to) * bytes;
    }

    /** In log2 p rounds, of which several cross. */
    private double inRounds(double bytes) {
        double load = crossing(pairs(bytes)) - farthestS;
        return BRUCK_CROSSINGS * farthestS + BRUCK_LOADS * load;
    }

    private double direct(double bytes) {
        double each = bytes + HEADER_BYTES;
        double wide = crossing((from, to) -> (double) ranks.size(from) * ranks.size(to) * each);
        return Math.max(wide, farthestS + ranks.ranks() * (MESSAGE_S + bytes / line));
    }

    private record Estimate(String name, double seconds) {}

    /** The fastest estimate, the first one among equals, whose algorithm takes the call. */
    private static SelectedAlgorithm faster(Shape shape, Estimate... estimates) {
        Algorithm best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Estimate estimate : estimates) {
            Algorithm algorithm = Catalogue.find(shape.kind, estimate.name);
            boolean isAble = algorithm != null && algorithm.refusal(shape) == null;
            if (isAble && estimate.seconds < least) {
                best = algorithm;
                least = estimate.seconds;
            }
        }
        return best == null ? null : SelectedAlgorithm.of(best, shape, reason(shape, least));
    }

    private static String reason(Shape shape, double seconds) {
        String where = shape.size + " ranks on " + shape.sites.ranks().count() + " sites";
        return seconds == 0
                ? where
                : String.format(Locale.ROOT, "%s: about %.3g ms", where, MILLI * seconds);
    }
}
