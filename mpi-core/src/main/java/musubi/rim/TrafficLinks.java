package musubi.rim;

import musubi.adi.PathSample;
import musubi.adi.PathSamples;
import musubi.grid.LinkEstimate;
import musubi.grid.SiteGraph;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * The links from the site of a rank, refreshed from its messages while the job runs: what a
 * transport reports of paths to peers goes into an estimate for each other site. Memory is that of
 * the sites, however many ranks they have.
 *
 * <p>Thread rule: {@link #current}: any thread; others as of {@link PathSamples}.
 */
final class TrafficLinks implements PathSamples {
    private static final double NANOS = 1e9;

    private final int mySite;
    private final IntUnaryOperator siteOfRank;
    private final LinkEstimate[] estimates;
    private final Consumer<SiteGraph> changed;
    private volatile SiteGraph current;

    /**
     * The links of a graph.
     *
     * @param siteOfRank the site of each rank of the job
     * @param changed takes the graph when a link has changed
     */
    TrafficLinks(
            SiteGraph graph, int mySite, IntUnaryOperator siteOfRank, Consumer<SiteGraph> changed) {
        this.changed = changed;
        this.mySite = mySite;
        this.siteOfRank = siteOfRank;
        current = graph;
        estimates = new LinkEstimate[graph.sites()];
        for (int site = 0; site < estimates.length; site++) {
            boolean hasLink = graph.link(mySite, site) != null && graph.link(site, mySite) != null;
            if (site != mySite && hasLink) {
                estimates[site] =
                        new LinkEstimate(graph.link(mySite, site), graph.link(site, mySite));
            }
        }
    }

    /** The graph with the links as they are now. */
    SiteGraph current() {
        return current;
    }

    @Override
    public boolean isFar(int peer) {
        return estimates[siteOfRank.applyAsInt(peer)] != null;
    }

    @Override
    public void add(List<PathSample> samples) {
        PathSample[] ofSite = new PathSample[estimates.length];
        for (PathSample sample : samples) {
            int site = siteOfRank.applyAsInt(sample.peer());
            ofSite[site] = ofSite[site] == null ? sample : ofSite[site].with(sample);
        }
        for (int site = 0; site < ofSite.length; site++) {
            if (ofSite[site] != null && estimates[site] != null) {
                add(site, ofSite[site]);
            }
        }
    }

    private void add(int site, PathSample sample) {
        LinkEstimate estimate = estimates[site];
        boolean tripChanged = estimate.addRoundTrip(sample.roundTripNs() / NANOS, sample.mayWait());
        boolean rateChanged = addRate(estimate, sample);
        if (tripChanged || rateChanged) {
            current =
                    current.with(mySite, site, estimate.there())
                            .with(site, mySite, estimate.back());
            changed.accept(current);
        }
    }

    private static boolean addRate(LinkEstimate estimate, PathSample sample) {
        return sample.isBusy()
                ? estimate.addRate(sample.bytesPerS(), false)
                : estimate.addRate(Math.max(sample.bytesPerS(), sample.peakBytesPerS()), true);
    }
}
