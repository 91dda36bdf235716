package musubi.rim;

import musubi.adi.PathSample;
import musubi.adi.PathSamples;
import musubi.adi.PeerRoutes;
import musubi.bootstrap.Bootstrap;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.grid.GridView;
import musubi.grid.SiteGraph;
import musubi.grid.SiteMap;
import musubi.route.RelayTable;
import musubi.route.RouteReport;
import musubi.route.SiteRoutes;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * The sites of a job and the links between them, as a setting says; what it leaves open is measured
 * when the job starts. The links from a rank's own site are then refreshed from its messages.
 *
 * <p>Thread rule: the thread that holds the rank; {@link #current}: any thread; samples: as of
 * {@link PathSamples}.
 */
public final class JobGrid implements GridView, PathSamples {
    private static final String ONE_SITE = "auto";
    private static final String FIND = "find";

    private final boolean measured;

    /** The sites of the setting; null if they are to be found. */
    private final SiteMap named;

    private SiteGraph agreed;

    /** Null in a job without relays. */
    private PeerRoutes routes;

    private RelayTable relays;

    /** Null until links are refreshed. */
    private volatile TrafficLinks traffic;

    /**
     * The grid of a setting; what is to be measured is one site until then.
     *
     * @param text value of the setting {@code grid}
     * @throws MpiFailure of class ARG for a malformed text
     */
    public JobGrid(String text) {
        String given = text.strip();
        boolean isOne = given.isEmpty() || given.equals(ONE_SITE);
        boolean isWhole = given.contains(";");
        measured = !isOne && !isWhole;
        agreed = isWhole ? SiteGraph.parse(given) : SiteGraph.oneSite();
        if (given.equals(FIND)) {
            named = null;
        } else {
            named = measured ? SiteMap.parse(given) : agreed.map();
        }
    }

    /**
     * Checks that the setting has a site for each node of a job.
     *
     * @throws MpiFailure of class ARG when it has not
     */
    public void check(Bootstrap job) {
        if (named != null && named.nodes() > 0) {
            Arrays.stream(job.nodes()).forEach(named::siteOf);
        }
    }

    /**
     * The routes of a rank, if the job has relays, before its transports are opened; null if it has
     * none, or its sites are not named.
     */
    public PeerRoutes routes(Bootstrap job) {
        if (named == null || named.sites() == 1) {
            return null;
        }
        relays = RelayTable.read(job::get, named);
        if (relays != null) {
            routes = SiteRoutes.of(job.worldRank(), named, job::nodeOf, this::current, relays);
        }
        return routes;
    }

    /** Whether the job has relays, once {@link #routes} was called. */
    public boolean hasRelays() {
        return relays != null;
    }

    /** Its sites and links, as lines for the user. */
    public List<String> lines() {
        return GridReport.lines(agreed);
    }

    /**
     * Its sites, links and routes, for a display.
     *
     * @param hosts names of nodes, separated by commas; null if they are unknown
     */
    Topology topology(Bootstrap job, String hosts) {
        List<String> names = hosts == null ? List.of() : List.of(hosts.split(","));
        return Topology.of(agreed, job, names, relays);
    }

    /** The ways between the sites of a job with relays, as lines for the user. */
    public List<String> routeLines() {
        return RouteReport.lines(agreed, relays);
    }

    /** Whether links, or also sites, are to be measured. */
    public boolean isMeasured() {
        return measured;
    }

    /**
     * Measures; collective, before any collective operation.
     *
     * @param world all ranks of the job
     * @param clock in ns
     * @throws MpiFailure of class ARG when there are too many nodes to find their sites
     */
    public void measure(Communicator world, Bootstrap job, LongSupplier clock) {
        SiteMap map = named == null ? SiteDiscovery.find(world, job.nodes(), clock) : named;
        if (map.sites() > 1) {
            agreed = LinkMeasurement.measure(map, world, job::nodeOf, clock);
            if (routes != null) {
                agreed =
                        RelayMeasurement.measure(
                                agreed, world, job::nodeOf, (SiteRoutes) routes, clock);
            }
        }
    }

    /** Whether the setting leaves a job of one site, for which nothing is to be done. */
    public boolean isOneSite() {
        return named != null && named.sites() == 1;
    }

    /** Whether sites are found when the job has started. */
    public boolean isFound() {
        return named == null;
    }

    /** The number of sites that the job may have, before it is measured. */
    public int mostSites(Bootstrap job) {
        return named != null
                ? named.sites()
                : Math.min(
                        SiteDiscovery.MOST_NODES, Arrays.stream(job.nodes()).max().orElse(0) + 1);
    }

    /**
     * The name of the site of a rank, as far as it is known by now; null if that is this rank's own
     * one.
     */
    public String otherSite(Bootstrap job, int worldRank) {
        SiteMap map = named == null ? agreed.map() : named;
        int site = map.siteOf(job.nodeOf(worldRank));
        return site == map.siteOf(job.node()) ? null : map.name(site);
    }

    /**
     * Refreshes the links from this rank's site from now on, if there are several.
     *
     * @param levels makes a level of the rank's record from a name and a unit
     */
    public void refresh(Bootstrap job, BiFunction<String, String, LongConsumer> levels) {
        if (agreed.sites() > 1) {
            SiteMap map = agreed.map();
            int mySite = map.siteOf(job.node());
            LinkLevels figures = new LinkLevels(agreed, mySite, levels);
            traffic =
                    new TrafficLinks(
                            agreed, mySite, rank -> map.siteOf(job.nodeOf(rank)), figures::set);
        }
    }

    @Override
    public SiteGraph agreed() {
        return agreed;
    }

    @Override
    public SiteGraph current() {
        TrafficLinks now = traffic;
        return now == null ? agreed : now.current();
    }

    @Override
    public boolean isFar(int peer) {
        TrafficLinks now = traffic;
        return now != null && now.isFar(peer);
    }

    @Override
    public void add(List<PathSample> samples) {
        TrafficLinks now = traffic;
        if (now != null) {
            now.add(samples);
        }
    }
}
