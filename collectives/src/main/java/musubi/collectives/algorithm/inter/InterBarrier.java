package musubi.collectives.algorithm.inter;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.barrier.DisseminationBarrier;
import musubi.collectives.algorithm.site.SiteBarrier;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Barrier of two groups: dissemination among the ranks of both, or by site. It also synchronises
 * the local group, which MPI-4.1 section 6.3 allows but does not require.
 *
 * <p>Cost: ceil(log2 (p + q)) α.
 */
final class InterBarrier implements Planner {
    private static final Planner BARRIER = new DisseminationBarrier();
    private static final Planner BY_SITE = new SiteBarrier();

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        int all = shape.size + shape.remoteSize;
        int place = shape.local(shape.rank);
        Shape union = new Shape().reset(CollectiveKind.BARRIER, place, all);
        union.sites = shape.sites;
        (shape.sites == null ? BARRIER : BY_SITE).plan(union, builder);
    }
}
