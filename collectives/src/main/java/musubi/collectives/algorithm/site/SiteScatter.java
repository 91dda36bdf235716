package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.gather.BinomialScatter;
import musubi.collectives.algorithm.gather.LinearScatter;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Scatter by site: the reverse of {@link SiteGather}. The root sends the blocks of each site, and
 * of those behind it in the {@link SiteTree}, as one message, in segments if it is long; each site
 * root distributes those of its site.
 *
 * <p>Cost: the latencies of the longest way down the tree, and α + m n β on the largest site, of m
 * ranks; each wide link carries the blocks of the sites behind it.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   1-&gt;2 (2 3), then 1-&gt;0 2-&gt;3
 * </pre>
 */
public final class SiteScatter implements Planner {
    private final Planner binomial = new BinomialScatter();
    private final Planner linear = new LinearScatter();

    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        return SiteBundle.segmentBytes(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteView view = SiteView.of(shape, shape.root);
        int site = view.site();
        Shape onSite = view.onSite(shape, CollectiveKind.SCATTER, shape.count);
        onSite.inPlace = shape.inPlace && shape.isRoot();
        Planner inside = SiteBundle.isSmall(onSite) ? binomial : linear;
        if (!view.isSiteRoot()) {
            builder.within(view::onMySite, inside, onSite);
            return;
        }
        SiteTree tree = SiteTree.from(SiteBundle.message(shape, view));
        SiteBundle whole = SiteBundle.behind(shape, view, tree, site);
        Part all = shape.isRoot() ? null : builder.temporary(whole.count());
        if (all != null) {
            int parent = view.siteRoot(tree.parent(site));
            Segments.of(all, shape.segment).forEach(part -> builder.recv(parent, part));
        }
        SiteBundle own = SiteBundle.of(shape, view, site);
        long at = own.count();
        for (int child : tree.children(site)) {
            SiteBundle bundle = SiteBundle.behind(shape, view, tree, child);
            Part to = all == null ? collect(bundle, builder) : all.slice(at, bundle.count());
            Segments.of(to, shape.segment)
                    .forEach(part -> builder.send(view.siteRoot(child), part));
            at += bundle.count();
        }
        Part room = all == null ? collect(own, builder) : all.slice(0, own.count());
        builder.within(view::onMySite, inside, onSite, room, null);
    }

    /** The root's blocks for some ranks, together. */
    private static Part collect(SiteBundle bundle, ScheduleBuilder builder) {
        Part room = bundle.room(Part.SEND, builder);
        bundle.eachBlock(Part.SEND, room, (packed, block) -> builder.copy(block, packed));
        return room;
    }
}
