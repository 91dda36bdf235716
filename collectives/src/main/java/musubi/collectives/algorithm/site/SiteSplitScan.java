package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

import java.util.stream.IntStream;

/**
 * Scan and exclusive scan of long messages by site: as {@link SiteScan}, but each of as many ranks
 * of a site as the smallest one has is the carrier of a share of the message, so that a wide link
 * carries it over as many connections, and no rank handles the totals of all.
 *
 * <p>Cost: L + r n/B between the sites, r runs of each, and 2 ceil(log2 m) α + (ceil(log2 m) + 2) n
 * (β + γ) on a site of m ranks.
 *
 * <pre>
 *   sites (0 1) (2 3), shares a b   0-&gt;1 2-&gt;3, 1-a-&gt;0,
 *                                   0-a-&gt;2 1-b-&gt;3, 2-a-&gt;3 3-b-&gt;2
 * </pre>
 */
public final class SiteSplitScan implements Planner {
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
        int shares = IntStream.range(0, ranks.count()).map(ranks::size).min().orElseThrow();
        for (Part slice : Segments.of(shape.contribution(), shape.segment * shares)) {
            for (int i = 0; i < shares; i++) {
                int place = i;
                long from = slice.count() * i / shares;
                Part share = slice.slice(from, slice.count() * (i + 1) / shares - from);
                new SiteScanSteps(shape, runs, site -> ranks.member(site, place), share, builder)
                        .run();
            }
        }
    }
}
