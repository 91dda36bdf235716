package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast by site: in segments down a {@link SiteTree}, from each site root down a binomial tree
 * to the nodes of the site, and down one on each node. The message crosses each wide link of the
 * tree once.
 *
 * <p>Cost, with k segments: the latencies of the longest way down the tree, and (hops + k - 1) n/k
 * over the bandwidth of its slowest link.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   1-&gt;2 1-&gt;0, 2-&gt;3
 * </pre>
 */
public final class SiteBroadcast implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        return shape.sites == null ? 0 : SiteTree.from(shape).segmentBytes();
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteLevels levels = new SiteLevels(shape, shape.root);
        SiteTree tree = SiteTree.from(shape);
        for (Part part : Segments.of(Part.receive(0, shape.count), shape.segment)) {
            if (levels.isLeader(levels.site())) {
                pass(levels, tree, part, builder);
            }
            levels.down(levels.site(), part, builder);
        }
    }

    private static void pass(SiteLevels levels, SiteTree tree, Part part, ScheduleBuilder builder) {
        if (!tree.isAtRoot()) {
            builder.recv(levels.leader(levels.site(), tree.parent()), part);
        }
        for (int child : tree.children()) {
            builder.send(levels.leader(levels.site(), child), part);
        }
    }
}
