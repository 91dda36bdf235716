package musubi.rim;

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
import java.util.function.LongSupplier;

/**
 * The sites of a job and the links between them, as a setting says; what it leaves open is measured
 * when the job starts. Thread rule: the thread that holds the rank.
 */
public final class JobGrid implements GridView {
    private static final String ONE_SITE = "auto";
    private static final String FIND = "find";

    private final boolean measured;

    /** The sites of the setting; null if they are to be found. */
    private final SiteMap named;

    private SiteGraph agreed;

    /** Null in a job without relays. */
    private PeerRoutes routes;

    private RelayTable relays;

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
            routes = SiteRoutes.of(job.worldRank(), named, job::nodeOf, () -> agreed, relays);
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

    @Override
    public SiteGraph agreed() {
        return agreed;
    }
}
