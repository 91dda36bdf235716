package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Reduction by site, in segments: up a binomial tree to the root of each site, then up a {@link
 * SiteTree}, where each wide link carries a message of n once. If the operation is not commutative
 * the site roots send their {@link SitePartials} directly to the root.
 *
 * <p>Cost: as {@link SiteBroadcast}, and (children + ceil(log2 m)) n γ.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   0-&gt;1 3-&gt;2, then 2-&gt;1
 * </pre>
 */
public final class SiteReduce implements Planner {
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
        SiteView view = SiteView.of(shape, shape.root);
        SitePartials partials = new SitePartials(shape, view, builder);
        if (shape.commutative) {
            upTree(shape, view, partials, builder);
        } else {
            toRoot(shape, view, partials, builder);
        }
    }

    private static void upTree(
            Shape shape, SiteView view, SitePartials partials, ScheduleBuilder builder) {
        SiteTree tree = SiteTree.to(view.ranks().of(shape.root), shape);
        boolean isPassing = view.isSiteRoot() && !shape.isRoot();
        Part result = isPassing ? builder.temporary(shape.count) : Part.receive(0, shape.count);
        int[] children = view.isSiteRoot() ? tree.children(view.site()) : new int[0];
        Part[] arrivals = new Part[children.length];
        for (int i = 0; i < arrivals.length; i++) {
            arrivals[i] = builder.temporary(shape.count);
        }
        for (Part slice : Segments.of(shape.contribution(), shape.segment)) {
            long from = slice.offset() - shape.contribution().offset();
            Part sum = result.slice(from, slice.count());
            partials.collect(slice, sum);
            for (int i = 0; i < children.length; i++) {
                Part arrival = arrivals[i].slice(from, slice.count());
                builder.recv(view.siteRoot(children[i]), arrival);
                builder.reduce(arrival, sum);
            }
            if (isPassing) {
                builder.send(view.siteRoot(tree.parent(view.site())), sum);
            }
        }
    }

    private static void toRoot(
            Shape shape, SiteView view, SitePartials partials, ScheduleBuilder builder) {
        for (Part slice : Segments.of(shape.contribution(), shape.segment)) {
            int site = view.site();
            long items = slice.count();
            Part own = view.isSiteRoot() ? builder.temporary(items * partials.count(site)) : null;
            partials.collect(slice, own);
            if (view.isSiteRoot() && !shape.isRoot()) {
                builder.send(shape.root, own);
            } else if (shape.isRoot()) {
                Part[] all = new Part[view.sites()];
                for (int other = 0; other < all.length; other++) {
                    all[other] = own;
                    if (other != site) {
                        all[other] = builder.temporary(items * partials.count(other));
                        builder.recv(view.siteRoot(other), all[other]);
                    }
                }
                Part sum = Accumulation.fold(builder, partials.inOrder(all));
                builder.copy(sum, Part.receive(slice.offset(), items));
            }
        }
    }
}
