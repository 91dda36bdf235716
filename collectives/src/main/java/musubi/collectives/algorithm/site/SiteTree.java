package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteRoute;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tree of sites along the routes of least time for a message, as in Fig. 6 of the GridMPI paper,
 * where a long message goes from C to A, from A to B, and from B to D rather than over the slow
 * link from C to D. A message enters each cluster of sites once, at the site that it reaches first,
 * and goes to the others from there.
 *
 * <pre>
 *   clusters (A B C) (D E F), root B    B-&gt;A B-&gt;C B-&gt;D, D-&gt;E D-&gt;F
 * </pre>
 */
final class SiteTree {
    private static final int NONE = -1;

    /** Least bytes of a segment: shorter ones cost ranks more than they overlap. */
    private static final long LEAST_SEGMENT = 8 << 10;

    private final SiteGraph graph;
    private final List<NodeMap> clusters;
    private final long bytes;
    private final int root;
    private final int site;

    /** The site before each one on the way from the root, or after it on the way there. */
    private final int[] parent;

    private SiteTree(Shape shape, SiteGraph graph) {
        this.graph = graph;
        SiteLevel sites = shape.sites;
        clusters = sites.clusters();
        bytes = shape.count * shape.itemBytes;
        root = sites.ranks().of(shape.root);
        site = sites.ranks().of(shape.rank);
        parent = new int[graph.sites()];
        Arrays.fill(parent, NONE);
        join(clusters.size(), root);
    }

    /** The tree for a message from the root of a call to all sites. */
    static SiteTree from(Shape shape) {
        return new SiteTree(shape, shape.sites.graph());
    }

    /** The tree for messages of equal size from all sites to the root, combined on the way. */
    static SiteTree to(Shape shape) {
        return new SiteTree(shape, shape.sites.graph().reversed());
    }

    private int cluster(int level, int one) {
        if (level < 0 || level == clusters.size()) {
            return level < 0 ? one : 0;
        }
        return clusters.get(level).of(one);
    }

    /**
     * Joins the sites of a cluster that a message enters at one of them: first those of the cluster
     * below with that site, then the other clusters below by the time of their first sites, so that
     * there is no cycle.
     *
     * @param level of the cluster; -1: a single site
     */
    private void join(int level, int entry) {
        if (level < 0) {
            return;
        }
        join(level - 1, entry);
        int[] sites =
                IntStream.range(0, parent.length)
                        .filter(one -> cluster(level, one) == cluster(level, entry))
                        .toArray();
        int first = Arrays.binarySearch(sites, entry);
        List<SiteRoute> routes = new RoutePlanner(graph.only(sites)).allFrom(first, bytes);
        for (int next : byTime(routes)) {
            if (isFirst(level - 1, sites[next])) {
                List<Integer> route = routes.get(next).sites();
                int near = sites[route.get(route.size() - 2)];
                parent[sites[next]] = isJoined(near) ? near : entry;
                join(level - 1, sites[next]);
            }
        }
    }

    /** Among equals those with fewer relays first: a relay precedes what it relays to. */
    private static int[] byTime(List<SiteRoute> routes) {
        return IntStream.range(0, routes.size())
                .boxed()
                .sorted(
                        Comparator.comparingDouble((Integer to) -> routes.get(to).seconds())
                                .thenComparingInt(to -> routes.get(to).sites().size()))
                .mapToInt(to -> to)
                .toArray();
    }

    private boolean isJoined(int one) {
        return one == root || parent[one] != NONE;
    }

    /** Whether no site of a cluster has the message yet. */
    private boolean isFirst(int level, int one) {
        return IntStream.range(0, parent.length)
                .noneMatch(
                        other -> cluster(level, other) == cluster(level, one) && isJoined(other));
    }

    /** The next site towards the root, or {@value #NONE}. */
    int parent(int one) {
        return parent[one];
    }

    /** The sites whose parent is a site, in ascending order. */
    int[] children(int one) {
        return IntStream.range(0, parent.length).filter(child -> parent[child] == one).toArray();
    }

    /** The next site from this rank's one towards the root; the root has none. */
    int parent() {
        return parent(site);
    }

    /** The sites whose parent is this rank's one, in ascending order. */
    int[] children() {
        return children(site);
    }

    /** Whether this rank's site is that of the root. */
    boolean isAtRoot() {
        return site == root;
    }

    /**
     * Default bytes of a segment, with which the last site has the message first: at most {@link
     * SiteLevel#SEGMENT_BYTES}; 0: unsegmented.
     */
    long segmentBytes() {
        long best = Math.min(bytes, SiteLevel.SEGMENT_BYTES);
        double least = seconds(best);
        for (long size = SiteLevel.SEGMENT_BYTES; size >= LEAST_SEGMENT; size /= 2) {
            double seconds = size < best ? seconds(size) : Double.POSITIVE_INFINITY;
            if (seconds < least) {
                least = seconds;
                best = size;
            }
        }
        return best < bytes ? best : 0;
    }

    /** Until the last site has a message in segments of a size. */
    private double seconds(long segment) {
        RoutePlanner planner = new RoutePlanner(graph);
        long segments = Math.ceilDiv(bytes, Math.max(1, segment));
        double last = 0;
        for (int to = 0; to < parent.length; to++) {
            List<Integer> path = new ArrayList<>(List.of(to));
            while (path.getFirst() != root) {
                path.addAll(0, way(planner, path.getFirst()));
            }
            long sent = bytes + segments * SiteLevel.HEADER_BYTES;
            last = Math.max(last, planner.seconds(path, sent, segment + SiteLevel.HEADER_BYTES));
        }
        return last;
    }

    /** From the parent of a site to the site before it: the parent alone if a link joins them. */
    private List<Integer> way(RoutePlanner planner, int to) {
        int from = parent[to];
        if (graph.link(from, to) != null) {
            return List.of(from);
        }
        List<Integer> sites = planner.best(from, to, bytes).sites();
        return sites.subList(0, sites.size() - 1);
    }
}
