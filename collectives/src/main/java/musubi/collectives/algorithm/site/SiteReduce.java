package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

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
                Part sum = Accumulation.fold(builder, receive(view, partials, own, builder));
                builder.copy(sum, Part.receive(slice.offset(), items));
            }
        }
    }

    /** All partials in rank order, of which the root has received those of the other sites. */
    private static List<Part> receive(
            SiteView view, SitePartials partials, Part own, ScheduleBuilder builder) {
        long items = own.count() / partials.count(view.site());
        Part[] all = new Part[view.sites()];
        for (int site = 0; site < all.length; site++) {
            all[site] = own;
            if (site != view.site()) {
                all[site] = builder.temporary(items * partials.count(site));
                builder.recv(view.siteRoot(site), all[site]);
            }
        }
        return partials.inOrder(all);
    }
}
