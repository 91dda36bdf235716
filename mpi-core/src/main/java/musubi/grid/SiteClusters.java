package musubi.grid;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Clusters of sites, such as those of a city or a continent: sites between which messages take a
 * fraction of the time to all others. Sites are joined in the order of their distances; where the
 * next distance is {@value #GAP} times the one before or more, a level of clusters ends.
 *
 * <pre>
 *   distances 1 ms within A B C and within D E F, 50 ms between:   (A B C) (D E F)
 * </pre>
 */
public final class SiteClusters {
    /** Least ratio of the distances of two levels. */
    private static final double GAP = 10;

    private final double[][] distance;

    /** The lowest site of the cluster of each site. */
    private final int[] lowest;

    private record Pair(int one, int other, double distance) {}

    private SiteClusters(SiteGraph graph) {
        distance = distances(graph);
        lowest = new int[graph.sites()];
        Arrays.setAll(lowest, site -> site);
    }

    /**
     * The clusters of each level, narrow ones first: for each site the number of its cluster, in
     * the order of their lowest sites. Empty if no distances differ enough. Each level has several
     * clusters, fewer than the one below, and fewer than there are sites.
     */
    public static List<int[]> of(SiteGraph graph) {
        return new SiteClusters(graph).levels();
    }

    /** Latencies of the fastest ways, of two directions the longer one. */
    private static double[][] distances(SiteGraph graph) {
        int sites = graph.sites();
        double[][] oneWay = new double[sites][sites];
        for (int from = 0; from < sites; from++) {
            for (int to = 0; to < sites; to++) {
                SiteLink link = graph.link(from, to);
                oneWay[from][to] = link == null ? Double.POSITIVE_INFINITY : link.latencyS();
            }
        }
        for (int over = 0; over < sites; over++) {
            for (double[] from : oneWay) {
                for (int to = 0; to < sites; to++) {
                    from[to] = Math.min(from[to], from[over] + oneWay[over][to]);
                }
            }
        }
        double[][] longer = new double[sites][sites];
        for (int one = 0; one < sites; one++) {
            for (int other = 0; other < sites; other++) {
                longer[one][other] = Math.max(oneWay[one][other], oneWay[other][one]);
            }
        }
        return longer;
    }

    private List<int[]> levels() {
        List<int[]> levels = new ArrayList<>();
        double latest = Double.POSITIVE_INFINITY;
        for (Pair next : pairs()) {
            if (lowest[next.one] == lowest[next.other]) {
                continue;
            }
            if (next.distance > latest && next.distance >= GAP * latest) {
                levels.add(numbers());
            }
            latest = next.distance;
            int joined = Math.min(lowest[next.one], lowest[next.other]);
            int gone = Math.max(lowest[next.one], lowest[next.other]);
            Arrays.setAll(lowest, site -> lowest[site] == gone ? joined : lowest[site]);
        }
        return levels;
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int one = 0; one < lowest.length; one++) {
            for (int other = one + 1; other < lowest.length; other++) {
                pairs.add(new Pair(one, other, distance[one][other]));
            }
        }
        pairs.sort(Comparator.comparingDouble(Pair::distance));
        return pairs;
    }

    private int[] numbers() {
        int[] numbers = new int[lowest.length];
        int next = 0;
        for (int site = 0; site < numbers.length; site++) {
            numbers[site] = lowest[site] == site ? next++ : numbers[lowest[site]];
        }
        return numbers;
    }
}
