package musubi.rim;

import musubi.bootstrap.Bootstrap;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.grid.GridView;
import musubi.grid.SiteGraph;
import musubi.grid.SiteMap;

import java.util.Arrays;
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
        }
    }

    @Override
    public SiteGraph agreed() {
        return agreed;
    }
}
