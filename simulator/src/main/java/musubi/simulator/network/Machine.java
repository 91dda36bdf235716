package musubi.simulator.network;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.grid.SiteGraph;

/**
 * A modelled machine: a network and the placement of ranks on it. For one run at a time.
 *
 * @param name for tables and curves
 * @param placement placement of ranks
 * @param network network between them
 */
public record Machine(String name, JobPlacement placement, Network network) {
    /**
     * Limits of the injection of a node.
     *
     * @param ports messages, 0: any number
     * @param bandwidth bytes a second, infinite: limited by its links
     */
    public record Limits(int ports, double bandwidth) {
        /** Limited by links only. */
        public static final Limits NONE = new Limits(Injection.UNLIMITED, Double.POSITIVE_INFINITY);
    }

    /**
     * A torus or mesh.
     *
     * @param hop additional latency of each hop beyond the first, seconds
     * @param within cost of a message between ranks of a node
     */
    public static Machine torus(
            TorusEmbedding layout,
            int ranksPerNode,
            LinkCost link,
            double hop,
            LinkCost within,
            Limits limits) {
        Torus nodes = layout.logical();
        JobPlacement placement = JobPlacement.inTorus(nodes, ranksPerNode);
        Injection injection =
                new Injection(nodes.size(), limits.ports(), LinkCost.SECOND / limits.bandwidth());
        long hopPicos = Math.round(hop * LinkCost.SECOND);
        Network network = new TorusNetwork(layout, ranksPerNode, link, hopPicos, within, injection);
        String name = layout + (ranksPerNode == 1 ? "" : "*" + ranksPerNode);
        return new Machine(name, placement, network);
    }

    /** Ranks that see a torus without shared links: each pair has a path of its own. */
    public static Machine withoutLinks(Torus seen, LinkCost cost) {
        SiteRoutes oneSite = SiteRoutes.complete(1, cost);
        Network network = new SiteNetwork(seen.size(), cost, oneSite, Injection.UNLIMITED);
        return new Machine(seen + " without links", JobPlacement.inTorus(seen, 1), network);
    }

    /**
     * Sites of hosts with one rank each.
     *
     * @param local cost of a message between hosts of a site
     * @param ports messages that a host can send at once, 0: any number
     */
    public static Machine sites(int ranksPerSite, LinkCost local, SiteRoutes routes, int ports) {
        JobPlacement placement = JobPlacement.onSites(routes.sites(), ranksPerSite);
        Network network = new SiteNetwork(ranksPerSite, local, routes, ports);
        return new Machine(routes.sites() + "*" + ranksPerSite, placement, network);
    }

    /**
     * Sites of nodes, with wide links between.
     *
     * @param graph with all nodes of the machine
     * @param routing on the same graph
     */
    public static Machine grid(
            SiteGraph graph, int ranksPerNode, GridRouting routing, GridCosts costs) {
        JobPlacement placement = JobPlacement.inGrid(graph, ranksPerNode);
        Network network = new GridNetwork(graph, ranksPerNode, routing, costs);
        String name = graph.sites() + " sites*" + graph.map().nodes() / graph.sites();
        return new Machine(
                name + (ranksPerNode == 1 ? "" : "*" + ranksPerNode), placement, network);
    }

    /** Number of ranks. */
    public int ranks() {
        return network.ranks();
    }
}
