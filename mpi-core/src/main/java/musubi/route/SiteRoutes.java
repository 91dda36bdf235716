package musubi.route;

import musubi.adi.PeerRoutes;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteLink;
import musubi.grid.SiteMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/**
 * The routes of one rank to peers on other sites. They follow the graph of the job, which is
 * unknown until its links are measured: then all routes are direct, except to private sites, and
 * others are tried if they fail. A plan is made for each site to which the rank connects.
 *
 * <p>Of two relays of a site ranks of even numbers take the first one and others the second; the
 * other one follows when that fails.
 *
 * <p>Thread rule: any thread. A transport may connect again while the rank computes.
 */
public final class SiteRoutes implements PeerRoutes {
    private static final Route DIRECT = new Route(List.of(), 1);
    private static final int VARIANTS = 2;
    private static final double MICROS = 1e6;
    private static final SiteLink UNKNOWN = new SiteLink(1e-3, 1.25e8);

    private final int rank;
    private final SiteMap map;
    private final IntUnaryOperator nodeOf;
    private final Supplier<SiteGraph> graphs;
    private final RelayTable relays;
    private final int home;
    private final RelayChains chains;
    private final WayPlan[] plans;

    /** The graphs for which the plans were made. */
    private final SiteGraph[] planned;

    /** Written after the version of the routes in it. */
    private volatile SiteGraph graph;

    private volatile int version;
    private RoutePlanner planner;

    /** The peer whose messages take a route of their own while it is measured; -1 for none. */
    private int probed = -1;

    private Route probe;
    private long[] probeLimits = {};

    private SiteRoutes(
            int rank,
            SiteMap map,
            IntUnaryOperator nodeOf,
            Supplier<SiteGraph> graphs,
            RelayTable relays) {
        this.rank = rank;
        this.map = map;
        this.nodeOf = nodeOf;
        this.graphs = graphs;
        this.relays = relays;
        home = site(rank);
        chains = new RelayChains(relays, home, map.sites());
        plans = new WayPlan[map.sites()];
        planned = new SiteGraph[map.sites()];
    }

    /**
     * Routes of a rank.
     *
     * @param map the sites of the job
     * @param nodeOf node of each rank
     * @param graphs the present graph; one of one site before links are measured
     */
    public static PeerRoutes of(
            int rank,
            SiteMap map,
            IntUnaryOperator nodeOf,
            Supplier<SiteGraph> graphs,
            RelayTable relays) {
        return new SiteRoutes(rank, map, nodeOf, graphs, relays);
    }

    private int site(int worldRank) {
        return map.siteOf(nodeOf.applyAsInt(worldRank));
    }

    @Override
    public int version() {
        SiteGraph now = graphs.get();
        if (now != graph) {
            follow(now);
        }
        return version;
    }

    private synchronized void follow(SiteGraph now) {
        planner = new RoutePlanner(plannable(now, map, relays));
        advanceVersion();
        graph = now;
    }

    private void advanceVersion() {
        int before = version;
        version = before + 1;
    }

    /** The graph in which only sites with relays are passed; of equal links before it is known. */
    static SiteGraph plannable(SiteGraph graph, SiteMap map, RelayTable relays) {
        int sites = map.sites();
        SiteGraph known = graph;
        if (graph.sites() != sites) {
            SiteLink[] links = new SiteLink[sites * sites];
            Arrays.fill(links, UNKNOWN);
            known = SiteGraph.of(map, links);
        }
        double[] seconds = new double[sites];
        for (int site = 0; site < sites; site++) {
            boolean hasRelay = !relays.at(site).isEmpty();
            seconds[site] = hasRelay ? known.relayS(site) : Double.POSITIVE_INFINITY;
        }
        return known.withRelays(seconds);
    }

    @Override
    public synchronized long[] limits(int peer) {
        if (peer == probed) {
            return probeLimits;
        }
        int there = site(peer);
        return there == home ? new long[0] : plan(there).limits();
    }

    @Override
    public synchronized Route route(int peer, int sizeClass, int attempt) {
        int there = site(peer);
        if (there == home) {
            return DIRECT;
        }
        if (peer == probed && sizeClass > 0 && attempt == 0) {
            return probe;
        }
        WayPlan plan = plan(there);
        List<List<Relay>> usable = new ArrayList<>();
        for (List<Integer> way : plan.ways(sizeClass)) {
            for (int variant = 0; variant < VARIANTS; variant++) {
                List<Relay> chain = chains.of(way, there, rank + variant);
                if (chain != null && !usable.contains(chain)) {
                    usable.add(chain);
                }
            }
        }
        List<Relay> chosen = usable.isEmpty() ? List.of() : usable.get(attempt % usable.size());
        return chosen.isEmpty() ? DIRECT : new Route(chosen, plan.chunkBytes(sizeClass));
    }

    @Override
    public synchronized long roundTripUs(int peer, int sizeClass) {
        int there = site(peer);
        version();
        if (there == home || graph.sites() != map.sites()) {
            return 0;
        }
        List<Integer> path = plan(there).path(sizeClass);
        return planner.isConnected(path)
                ? Math.round(2 * MICROS * graph.along(path).latencyS())
                : 0;
    }

    private WayPlan plan(int there) {
        version();
        if (planned[there] != graph) {
            WayPlan fresh = new WayPlan(planner, map.sites(), home, there);
            plans[there] = plans[there] == null ? fresh : plans[there].orBetter(fresh, planner);
            planned[there] = graph;
        }
        return plans[there];
    }

    /**
     * Sends messages to a peer that are larger than a limit through a relay of a site, until {@link
     * #endProbe}, for a measurement; false if that site has none.
     */
    public synchronized boolean beginProbe(int peer, int over, long limitBytes) {
        List<Relay> chain = chains.of(List.of(over), site(peer), 0);
        if (chain == null) {
            return false;
        }
        probed = peer;
        probe = new Route(chain, WayPlan.MOST_CHUNK_BYTES);
        probeLimits = new long[] {limitBytes};
        advanceVersion();
        return true;
    }

    /** Whether connections from outside reach a site only through its relays. */
    public boolean isPrivate(int site) {
        return relays.isPrivate(site);
    }

    /** Ends the probe; the next messages take the usual routes. */
    public synchronized void endProbe() {
        probed = -1;
        advanceVersion();
    }
}
