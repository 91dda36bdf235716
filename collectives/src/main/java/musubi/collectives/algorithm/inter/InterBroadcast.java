package musubi.collectives.algorithm.inter;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.site.SiteBroadcast;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Broadcast from a root to the other group: down a binomial tree of the root and that group, or by
 * site.
 *
 * <p>Cost: ceil(log2 (q + 1)) (α + n β), where q is the size of the group that receives.
 *
 * <pre>
 *   q = 3   root -&gt; rank 1, root -&gt; rank 0, then 1 -&gt; 2
 * </pre>
 */
final class InterBroadcast implements Planner {
    private static final Planner BROADCAST = new BinomialBroadcast();
    private static final Planner BY_SITE = new SiteBroadcast();

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (shape.isIdle()) {
            return;
        }
        boolean isRoot = shape.isRoot();
        int receivers = isRoot ? shape.remoteSize : shape.size;
        int place = isRoot ? 0 : 1 + shape.rank;
        Shape tree = new Shape().reset(CollectiveKind.BCAST, place, 1 + receivers);
        tree.count = shape.count;
        tree.itemBytes = shape.itemBytes;
        if (shape.sites != null) {
            tree.sites = shape.sites.only(tree.size, at -> rankAt(shape, at));
            tree.segment = BY_SITE.segmentBytes(tree) / tree.itemBytes;
        }
        Planner planner = tree.sites == null ? BROADCAST : BY_SITE;
        builder.within(at -> rankAt(shape, at), planner, tree);
    }

    /** The root is at place 0, the receivers follow. */
    private static int rankAt(Shape shape, int place) {
        if (shape.isRoot()) {
            return place == 0 ? shape.local(shape.rank) : shape.remote(place - 1);
        }
        return place == 0 ? shape.remote(shape.root) : shape.local(place - 1);
    }
}
