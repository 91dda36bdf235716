package musubi.collectives.topology;

import musubi.grid.SiteGraph;

import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The sites of the ranks of a communicator, at least two. Immutable.
 *
 * @param ranks by site, as a {@link NodeMap} has them by node
 * @param graph of these sites, numbered alike
 */
public record SiteLevel(NodeMap ranks, SiteGraph graph) {
    /**
     * The sites of some ranks; null if they are all on one.
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
        if (ranks.count() < 2) {
            return null;
        }
        int[] sites = IntStream.range(0, ranks.count()).map(ranks::leader).map(siteOf).toArray();
        return new SiteLevel(ranks, job.only(sites));
    }
}
