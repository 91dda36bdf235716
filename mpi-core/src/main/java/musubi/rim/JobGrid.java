package musubi.rim;

import musubi.bootstrap.Bootstrap;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;
import musubi.grid.GridView;
import musubi.grid.SiteGraph;
import musubi.grid.SiteMap;

import java.util.function.LongSupplier;

/**
 * The sites of a job and the links between them, as a setting says; what it leaves open is measured
 * when the job starts. Thread rule: the thread that holds the rank.
 */
public final class JobGrid implements GridView {
    private static final String ONE_SITE = "auto";
    private static final String FIND = "find";

    private final String text;
    private final boolean measured;
    private SiteGraph agreed;

    /**
     * The grid of a setting; what is to be measured is one site until then.
     *
     * @param text value of the setting {@code grid}
     * @throws MpiFailure of class ARG for a malformed text
     */
    public JobGrid(String text) {
        this.text = text.strip();
        boolean isOne = this.text.isEmpty() || this.text.equals(ONE_SITE);
        boolean isWhole = this.text.contains(";");
        measured = !isOne && !isWhole;
        if (measured && !this.text.equals(FIND)) {
            SiteMap.parse(this.text);
        }
        agreed = isWhole ? SiteGraph.parse(this.text) : SiteGraph.oneSite();
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
     * @throws MpiFailure of class ARG when nodes are on no site, or too many
     */
    public void measure(Communicator world, Bootstrap job, LongSupplier clock) {
        SiteMap map =
                text.equals(FIND)
                        ? SiteDiscovery.find(world, job.nodes(), clock)
                        : SiteMap.parse(text);
        if (map.sites() > 1) {
            agreed = LinkMeasurement.measure(map, world, job::nodeOf, clock);
        }
    }

    @Override
    public SiteGraph agreed() {
        return agreed;
    }
}
