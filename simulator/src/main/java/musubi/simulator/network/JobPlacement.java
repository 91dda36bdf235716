package musubi.simulator.network;

import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.Torus;

import java.util.stream.IntStream;

/**
 * Which ranks are where, as algorithms see it: rank r is on node r / ranksPerNode.
 *
 * @param ranks how many there are
 * @param torus how they lie in a torus; null when they do not
 * @param nodes which of them share a node, or a site
 */
public record JobPlacement(int ranks, Torus torus, NodeMap nodes) {
    /**
     * Ranks in a torus of nodes. Those of a node are a dimension of their own, the last one, which
     * does not come round.
     */
    static JobPlacement inTorus(Torus nodes, int ranksPerNode) {
        int ranks = Math.multiplyExact(nodes.size(), ranksPerNode);
        Torus torus = ranksPerNode == 1 ? nodes : Torus.parse(nodes + "x" + ranksPerNode + "m");
        return new JobPlacement(ranks, torus, groups(ranks, ranksPerNode));
    }

    /** Ranks on sites, each of so many ranks that algorithms see as one node. */
    static JobPlacement onSites(int sites, int ranksPerSite) {
        int ranks = Math.multiplyExact(sites, ranksPerSite);
        return new JobPlacement(ranks, null, groups(ranks, ranksPerSite));
    }

    private static NodeMap groups(int ranks, int each) {
        return NodeMap.of(IntStream.range(0, ranks).map(rank -> rank / each).toArray());
    }
}
