package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast by site: in segments down a {@link SiteTree}, and from each site root down a binomial
 * tree. The message crosses each wide link of the tree once.
 *
 * <p>Cost, with k segments: the latencies of the longest way down the tree, and (hops + k - 1) n/k
 * over the bandwidth of its slowest link.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   1-&gt;2 1-&gt;0, 2-&gt;3
 * </pre>
 */
public final class SiteBroadcast implements Planner {
    private final Planner inside = new BinomialBroadcast();

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
        SiteTree tree = SiteTree.from(view.ranks().of(shape.root), shape);
        for (Part part : Segments.of(Part.receive(0, shape.count), shape.segment)) {
            if (view.isSiteRoot()) {
                pass(view, tree, part, builder);
            }
            Shape onSite = view.onSite(shape, CollectiveKind.BCAST, part.count());
            builder.within(view::onMySite, inside, onSite, null, part);
        }
    }

    private static void pass(SiteView view, SiteTree tree, Part part, ScheduleBuilder builder) {
        if (!tree.isRoot(view.site())) {
            builder.recv(view.siteRoot(tree.parent(view.site())), part);
        }
        for (int child : tree.children(view.site())) {
            builder.send(view.siteRoot(child), part);
        }
    }
}
