package musubi.collectives.topology;

import musubi.grid.SiteClusters;
import musubi.grid.SiteGraph;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The sites of the ranks of a communicator. The ranks of a node are on one site. Immutable.
 *
 * @param ranks by site, as a {@link NodeMap} has them by node
 * @param graph of these sites, numbered alike
 * @param clusters sites by cluster, for each level of {@link SiteClusters}, narrow ones first
 * @param longPathS seconds one way from which a path counts as long
 */
public record SiteLevel(NodeMap ranks, SiteGraph graph, List<NodeMap> clusters, double longPathS) {
    /** Half of the round trip from which a path counts as long by default (docs/tcp.md). */
    public static final double LONG_PATH_S = 0.25e-3;

    /** Bytes of the longest segments, in which messages over wide links overlap. */
    public static final long SEGMENT_BYTES = 64 << 10;

    /** Longest message that needs no round trip before it is sent, on a short path. */
    private static final long EAGER_BYTES = 64 << 10;

    /** On a long path data follow the announcement of a message at once. */
    private static final long LONG_PATH_EAGER_BYTES = Long.MAX_VALUE;

    /** Latency up to which ranks take longer for a short message than any link. */
    private static final double NEAR_S = 0.2e-3;

    private static final long SHORT_BYTES = 16 << 10;

    private static final double MICROS = 1e6;

    /** Headers of a message on a wide link: frame, TCP and IP. */
    public static final long HEADER_BYTES = 100;

    /**
     * Bytes of the longest message that needs no round trip before it is sent.
     *
     * @param latencyS seconds one way between its ranks
     */
    public long eagerBytes(double latencyS) {
        return latencyS >= longPathS ? LONG_PATH_EAGER_BYTES : EAGER_BYTES;
    }

    /** Whether messages take as long between sites as between the hosts of one network. */
    public boolean isOneNetworkFor(long bytes) {
        int count = graph.sites();
        return bytes <= SHORT_BYTES
                && IntStream.range(0, count * count)
                        .filter(pair -> pair / count != pair % count)
                        .mapToObj(pair -> graph.link(pair / count, pair % count))
                        .allMatch(link -> link != null && link.latencyS() <= NEAR_S);
    }

    /**
     * The sites of some ranks, with long paths by default; null if they are all on one.
     *
     * @param size number of ranks
     * @param nodeOf the node of each rank in the job
     * @param job all sites of the job
     */
    public static SiteLevel of(int size, IntUnaryOperator nodeOf, SiteGraph job) {
        if (job.sites() < 2) {
            return null;
        }
        IntUnaryOperator siteOf = rank -> job.map().siteOf(nodeOf.applyAsInt(rank));
        NodeMap ranks = NodeMap.of(size, siteOf);
        return ranks.count() < 2 ? null : of(ranks, siteOf, job, LONG_PATH_S);
    }

    /**
     * The same sites with other long paths.
     *
     * @param roundTripUs from which a path counts as long, in microseconds; 0: no path does
     */
    public SiteLevel withLongPaths(long roundTripUs) {
        double seconds = roundTripUs == 0 ? Double.POSITIVE_INFINITY : roundTripUs / (2 * MICROS);
        return new SiteLevel(ranks, graph, clusters, seconds);
    }

    /**
     * The sites of some of these ranks, be it a single one.
     *
     * @param size number of chosen ranks
     * @param chosen each of them
     */
    public SiteLevel only(int size, IntUnaryOperator chosen) {
        IntUnaryOperator siteOf = rank -> ranks.of(chosen.applyAsInt(rank));
        return of(NodeMap.of(size, siteOf), siteOf, graph, longPathS);
    }

    private static SiteLevel of(
            NodeMap ranks, IntUnaryOperator siteOf, SiteGraph graph, double longPathS) {
        int[] sites = IntStream.range(0, ranks.count()).map(ranks::leader).map(siteOf).toArray();
        SiteGraph kept = graph.only(sites);
        List<NodeMap> clusters = SiteClusters.of(kept).stream().map(NodeMap::of).toList();
        return new SiteLevel(ranks, kept, clusters, longPathS);
    }
}
