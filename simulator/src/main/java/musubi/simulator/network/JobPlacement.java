package musubi.simulator.network;

import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.collectives.topology.Torus;
import musubi.grid.SiteGraph;

import java.util.stream.IntStream;

/**
 * Placement of ranks as algorithms see it: rank r is on node r / ranksPerNode.
 *
 * @param ranks number of ranks
 * @param torus their torus; null without
 * @param nodes ranks that share a node, or a site
 * @param sites of the nodes and links between them; null without
 */
public record JobPlacement(int ranks, Torus torus, NodeMap nodes, SiteLevel sites) {
    /**
     * Ranks in a torus of nodes. The ranks of a node are an additional last dimension, which does
     * not wrap.
     */
    static JobPlacement inTorus(Torus nodes, int ranksPerNode) {
        int ranks = Math.multiplyExact(nodes.size(), ranksPerNode);
        Torus torus = ranksPerNode == 1 ? nodes : Torus.parse(nodes + "x" + ranksPerNode + "m");
        return new JobPlacement(ranks, torus, groups(ranks, ranksPerNode), null);
    }

    /** Ranks on sites, which algorithms see as nodes. */
    static JobPlacement onSites(int sites, int ranksPerSite) {
        int ranks = Math.multiplyExact(sites, ranksPerSite);
        return new JobPlacement(ranks, null, groups(ranks, ranksPerSite), null);
    }

    /** Ranks on the nodes of a graph of sites. */
    static JobPlacement inGrid(SiteGraph graph, int ranksPerNode) {
        int ranks = Math.multiplyExact(graph.map().nodes(), ranksPerNode);
        SiteLevel sites = SiteLevel.of(ranks, rank -> rank / ranksPerNode, graph);
        return new JobPlacement(ranks, null, groups(ranks, ranksPerNode), sites);
    }

    private static NodeMap groups(int ranks, int each) {
        return NodeMap.of(IntStream.range(0, ranks).map(rank -> rank / each).toArray());
    }
}
