package musubi.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The fastest ways between sites, which depend on the size of a message: relays forward it in
 * chunks, so that a way over fast links can take less time than a slow direct link.
 *
 * <p>The time of a message of M bytes in n = ceil(M / s) chunks of s bytes over links of latency L
 * and bandwidth B, with k relays that spend o on each chunk:
 *
 * <pre>
 *   t = sum (L + s / B) + k o + (n - 1) max (s / B, o)
 * </pre>
 *
 * <p>For each chunk size and each least bandwidth the way of least t is a shortest path (Dijkstra),
 * because the last term depends on the bottleneck only. Of more than 32 different bandwidths some
 * are tried. Immutable; any thread.
 */
public final class RoutePlanner {
    private static final int LEAST_CHUNK = 8;
    private static final int MOST_CHUNK = 27;
    private static final int NONE = -1;
    private static final int MOST_BANDWIDTHS = 32;

    /** Ways whose times differ by less are equal: the first one found is taken. */
    private static final double EQUAL_S = 1e-15;

    private final SiteGraph graph;

    /** Least bandwidths of ways, ascending; the first one is that of the slowest link. */
    private final double[] bandwidths;

    /** Routes in a graph. */
    public RoutePlanner(SiteGraph graph) {
        this.graph = graph;
        List<Double> all = new ArrayList<>();
        for (int from = 0; from < graph.sites(); from++) {
            for (int to = 0; to < graph.sites(); to++) {
                if (from != to && graph.link(from, to) != null) {
                    all.add(graph.link(from, to).bytesPerS());
                }
            }
        }
        double[] sorted = all.stream().mapToDouble(b -> b).sorted().distinct().toArray();
        bandwidths = new double[Math.min(sorted.length, MOST_BANDWIDTHS)];
        Arrays.setAll(bandwidths, i -> sorted[i * sorted.length / bandwidths.length]);
    }

    /** The way of least time for a message; with fewer relays among equals. */
    public SiteRoute best(int from, int to, long bytes) {
        return allFrom(from, bytes).get(to);
    }

    /** The same from a site to each site. */
    public List<SiteRoute> allFrom(int from, long bytes) {
        SiteRoute[] best = new SiteRoute[graph.sites()];
        best[from] = new SiteRoute(List.of(from), 0, graph.link(from, from).seconds(bytes));
        for (int power = MOST_CHUNK; power >= LEAST_CHUNK; power--) {
            long chunk = 1L << power;
            boolean isSame = chunk / 2 >= bytes && power > LEAST_CHUNK;
            if (!isSame) {
                improve(best, from, bytes, chunk);
            }
        }
        return List.of(best);
    }

    private void improve(SiteRoute[] best, int from, long bytes, long chunk) {
        boolean isWhole = chunk >= bytes;
        for (double least : bandwidths) {
            int[] before = shortest(from, Math.min(chunk, bytes), least);
            for (int to = 0; to < best.length; to++) {
                if (before[to] != NONE) {
                    List<Integer> path = path(before, to);
                    long kept = path.size() > 2 && !isWhole ? chunk : 0;
                    double seconds = seconds(path, bytes, kept);
                    best[to] = better(best[to], new SiteRoute(path, kept, seconds));
                }
            }
            if (isWhole) {
                return;
            }
        }
    }

    private static SiteRoute better(SiteRoute known, SiteRoute next) {
        if (known == null || next.seconds() < known.seconds() - EQUAL_S) {
            return next;
        }
        boolean isEqual = next.seconds() <= known.seconds() + EQUAL_S;
        return isEqual && next.sites().size() < known.sites().size() ? next : known;
    }

    /** The site before each one on its shortest path over links of a least bandwidth, or none. */
    private int[] shortest(int from, long chunk, double least) {
        double[] time = new double[graph.sites()];
        int[] before = new int[graph.sites()];
        boolean[] done = new boolean[graph.sites()];
        Arrays.fill(time, Double.POSITIVE_INFINITY);
        Arrays.fill(before, NONE);
        time[from] = 0;
        for (int next = from; next != NONE; next = nearest(time, done)) {
            done[next] = true;
            double relay = next == from ? 0 : graph.relayS(next);
            for (int site = 0; site < time.length; site++) {
                SiteLink link = site == next ? null : graph.link(next, site);
                if (link == null || link.bytesPerS() < least) {
                    continue;
                }
                double there = time[next] + relay + link.seconds(chunk);
                if (there < time[site]) {
                    time[site] = there;
                    before[site] = next;
                }
            }
        }
        return before;
    }

    private static int nearest(double[] time, boolean... done) {
        int nearest = NONE;
        for (int site = 0; site < time.length; site++) {
            boolean isReached = !done[site] && time[site] < Double.POSITIVE_INFINITY;
            if (isReached && (nearest == NONE || time[site] < time[nearest])) {
                nearest = site;
            }
        }
        return nearest;
    }

    private static List<Integer> path(int[] before, int to) {
        List<Integer> path = new ArrayList<>();
        for (int site = to; site != NONE; site = before[site]) {
            path.add(site);
        }
        Collections.reverse(path);
        return List.copyOf(path);
    }

    /** Whether there is a link between each two neighbours of a path. */
    public boolean isConnected(List<Integer> path) {
        for (int i = 0; i + 1 < path.size(); i++) {
            if (graph.link(path.get(i), path.get(i + 1)) == null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Time of a message on a way.
     *
     * @param path sites, with a link between each two neighbours
     * @param chunkBytes bytes that relays forward at a time; 0: the whole message
     */
    public double seconds(List<Integer> path, long bytes, long chunkBytes) {
        long chunk = chunkBytes == 0 ? bytes : Math.min(chunkBytes, bytes);
        long chunks = chunk == 0 ? 1 : Math.max(1, Math.ceilDiv(bytes, chunk));
        double first = 0;
        double slowest = 0;
        for (int i = 0; i + 1 < path.size(); i++) {
            SiteLink link = graph.link(path.get(i), path.get(i + 1));
            double relay = i == 0 ? 0 : graph.relayS(path.get(i));
            first += link.seconds(chunk) + relay;
            slowest = Math.max(slowest, Math.max(relay, chunk / link.bytesPerS()));
        }
        return first + (chunks - 1) * slowest;
    }
}
