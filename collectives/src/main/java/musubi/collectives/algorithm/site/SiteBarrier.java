package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

/**
 * Barrier by site: up a binomial tree to the leader of each site, between all leaders at once, and
 * down again. One crossing of each wide link, in both directions at the same time.
 *
 * <p>Cost: L, and 2 ceil(log2 m) α on the largest site, of m ranks.
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-&gt;2 2-&gt;0, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class SiteBarrier implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        NodeMap ranks = shape.sites.ranks();
        int site = ranks.of(shape.rank);
        int place = ranks.placeOf(shape.rank);
        int span = 1;
        while (span < ranks.size(site) && (place & span) == 0) {
            if (place + span < ranks.size(site)) {
                builder.await(ranks.member(site, place + span));
            }
            span <<= 1;
        }
        builder.fence();
        if (place == 0) {
            exchange(ranks, site, builder);
        } else {
            builder.signal(ranks.member(site, place - span));
            builder.await(ranks.member(site, place - span));
        }
        builder.fence();
        for (int mask = span >> 1; mask > 0; mask >>= 1) {
            if (place + mask < ranks.size(site)) {
                builder.signal(ranks.member(site, place + mask));
            }
        }
    }

    private static void exchange(NodeMap ranks, int site, ScheduleBuilder builder) {
        for (int round = 1; round < ranks.count(); round++) {
            builder.signal(ranks.leader((site + round) % ranks.count()));
            builder.await(ranks.leader(Math.floorMod(site - round, ranks.count())));
        }
    }
}
