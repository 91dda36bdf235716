package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * All-reduce by site, in segments: up a binomial tree to the leader of each site, between all
 * leaders at once, each of which reduces all {@link SitePartials} in rank order, and down again.
 *
 * <p>Cost: L + n/B between the sites, and 2 ceil(log2 m) (α + n β) on the largest site; each wide
 * link carries n in each direction.
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-&gt;2 2-&gt;0, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class SiteAllReduce implements Planner {
    private final Planner down = new BinomialBroadcast();

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
        SiteView view = SiteView.of(shape, shape.sites.ranks().leader(0));
        SitePartials partials = new SitePartials(shape, view, builder);
        for (Part slice : Segments.of(shape.contribution(), shape.segment)) {
            Part result = Part.receive(slice.offset(), slice.count());
            if (view.isSiteRoot()) {
                Part sum = exchange(view, partials, slice, builder);
                builder.copy(sum, result);
            } else {
                partials.collect(slice, null);
            }
            Shape onSite = view.onSite(shape, CollectiveKind.BCAST, slice.count());
            builder.within(view::onMySite, down, onSite, null, result);
        }
    }

    private static Part exchange(
            SiteView view, SitePartials partials, Part slice, ScheduleBuilder builder) {
        int site = view.site();
        long items = slice.count();
        Part[] all = new Part[view.sites()];
        all[site] = builder.temporary(items * partials.count(site));
        partials.collect(slice, all[site]);
        for (int round = 1; round < all.length; round++) {
            int from = Math.floorMod(site - round, all.length);
            all[from] = builder.temporary(items * partials.count(from));
            builder.send(view.siteRoot((site + round) % all.length), all[site]);
            builder.recv(view.siteRoot(from), all[from]);
        }
        return Accumulation.fold(builder, partials.inOrder(all));
    }
}
