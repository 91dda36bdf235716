package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.gather.BinomialGather;
import musubi.collectives.algorithm.gather.LinearGather;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Gather by site: to the root of each site, then up a {@link SiteTree}. A site root sends the
 * blocks of its site, and of those behind it, as one message, in segments if it is long. Blocks of
 * contiguous ranks are received in place. Vector forms: {@link SiteBlocks}.
 *
 * <p>Cost: α + m n β on the largest site, of m ranks, and the latencies of the longest way up the
 * tree; each wide link carries the blocks of the sites behind it.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   0-&gt;1 3-&gt;2, then 2-&gt;1 (2 3)
 * </pre>
 */
public final class SiteGather implements Planner {
    private final Planner binomial = new BinomialGather();
    private final Planner linear = new LinearGather();

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
        Shape onSite = view.onSite(shape, CollectiveKind.GATHER, shape.count);
        Planner inside = SiteBundle.isSmall(onSite) ? binomial : linear;
        if (!view.isSiteRoot()) {
            builder.within(view::onMySite, inside, onSite, shape.contribution(), null);
            return;
        }
        SiteTree tree = SiteTree.to(SiteBundle.message(shape, view));
        SiteBundle whole = SiteBundle.behind(shape, view, tree, site);
        Part all = shape.isRoot() ? null : builder.temporary(whole.count());
        SiteBundle own = SiteBundle.of(shape, view, site);
        Part room = all == null ? own.room(Part.RECEIVE, builder) : all.slice(0, own.count());
        builder.within(view::onMySite, inside, onSite, shape.contribution(), room);
        deliver(shape, own, room, builder);
        long at = own.count();
        for (int child : tree.children(site)) {
            SiteBundle bundle = SiteBundle.behind(shape, view, tree, child);
            Part from =
                    all == null
                            ? bundle.room(Part.RECEIVE, builder)
                            : all.slice(at, bundle.count());
            Segments.of(from, shape.segment)
                    .forEach(part -> builder.recv(view.siteRoot(child), part));
            deliver(shape, bundle, from, builder);
            at += bundle.count();
        }
        if (all != null) {
            int parent = view.siteRoot(tree.parent(site));
            Segments.of(all, shape.segment).forEach(part -> builder.send(parent, part));
        }
    }

    private static void deliver(
            Shape shape, SiteBundle bundle, Part blocks, ScheduleBuilder builder) {
        if (shape.isRoot()) {
            bundle.eachBlock(Part.RECEIVE, blocks, builder::copy);
        }
    }
}
