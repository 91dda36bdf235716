package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;

/**
 * Reduction by site, in segments: up binomial trees on each node and each site to the root of the
 * site, then up a {@link SiteTree}, where each wide link carries a message of n once. If the
 * operation is not commutative the site roots send their {@link SitePartials} to the root of their
 * cluster, and that to the root.
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
        return shape.sites == null ? 0 : SiteTree.to(shape).segmentBytes();
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteLevels levels = new SiteLevels(shape, shape.root);
        SitePartials partials = new SitePartials(shape, levels, builder);
        SiteTree tree = shape.commutative ? SiteTree.to(shape) : null;
        Part contribution = shape.contribution();
        for (Part slice : Segments.of(contribution, shape.segment)) {
            int top = tree == null ? levels.top() : levels.site();
            Part result = partials.collect(slice, top);
            if (tree != null && result != null) {
                result = up(tree, levels, result, builder);
            }
            if (result != null) {
                long at = slice.offset() - contribution.offset();
                builder.copy(result, Part.receive(at, slice.count()));
            }
        }
    }

    /** The sum of this rank's site and those below it; null unless this rank is the root. */
    private static Part up(SiteTree tree, SiteLevels levels, Part own, ScheduleBuilder builder) {
        int[] children = tree.children();
        Part[] sums = new Part[children.length + 1];
        sums[0] = own;
        for (int i = 0; i < children.length; i++) {
            sums[i + 1] = builder.temporary(own.count());
            builder.recv(levels.leader(levels.site(), children[i]), sums[i + 1]);
        }
        Part sum = Accumulation.fold(builder, List.of(sums));
        if (tree.isAtRoot()) {
            return sum;
        }
        builder.send(levels.leader(levels.site(), tree.parent()), sum);
        return null;
    }
}
