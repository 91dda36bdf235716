package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

/**
 * Scan and exclusive scan by site, in segments, by {@link SiteScanSteps}; the carrier is the last
 * rank of each site, which has the total of its last run. One message for each pair of sites and
 * direction.
 *
 * <p>Cost, if the ranks of each site follow each other: L + n/B between the sites, and 2 ceil(log2
 * m) (α + n β + n γ) on the largest site, of m ranks; with r runs of each site r n in place of n.
 *
 * <pre>
 *   sites (0 1) (2 3)   0-&gt;1 2-&gt;3, 1-(0 1)-&gt;3, 3-(0 1)-&gt;2
 * </pre>
 */
public final class SiteScan implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        return SiteView.segmentBytes(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        NodeMap ranks = shape.sites.ranks();
        SiteRuns runs = new SiteRuns(ranks);
        for (Part slice : Segments.of(shape.contribution(), shape.segment)) {
            new SiteScanSteps(
                            shape,
                            runs,
                            site -> ranks.member(site, ranks.size(site) - 1),
                            slice,
                            builder)
                    .run();
        }
    }
}
