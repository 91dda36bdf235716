package musubi.simulator.network;

import musubi.grid.SiteRoute;

import java.util.List;

/**
 * A route between two sites.
 *
 * @param sites the first one, those in between, and the last one
 * @param forwarding at the sites in between
 * @param chunkBytes bytes that relays store at a time; 0: the whole message
 */
public record GridRoute(List<Integer> sites, Forwarding forwarding, long chunkBytes) {
    /** What the sites in between do. */
    public enum Forwarding {
        /** Routers of the network: cut-through, without a cost of their own. */
        ROUTERS,
        /** Relays that store a chunk, spend their cost on it, and send it on. */
        RELAYS,
        /** Ideal relays: cut-through, later by their cost. */
        CUT_THROUGH
    }

    public GridRoute {
        sites = List.copyOf(sites);
    }

    /** A route of the network. */
    public static GridRoute ofRouters(List<Integer> sites) {
        return new GridRoute(sites, Forwarding.ROUTERS, 0);
    }

    /** The route of a planner, with relays at the sites in between. */
    public static GridRoute ofRelays(SiteRoute route) {
        return new GridRoute(route.sites(), Forwarding.RELAYS, route.chunkBytes());
    }
}
