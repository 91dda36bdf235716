package musubi.collectives.algorithm.inter;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.site.SiteLevels;
import musubi.collectives.algorithm.site.SitePartials;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.SiteLevel;

/**
 * Reductions between two groups on several sites, in segments: up binomial trees to the leader of
 * each site, and from there the partial result to the root in the other group, or for an all-reduce
 * to the leaders of the other group on all of its sites, each of which reduces all of them in rank
 * order and passes the result down. Both directions of an all-reduce overlap.
 *
 * <p>Cost: L + n/B between the sites, and ceil(log2 m) (α + n β + n γ) on the largest site, for an
 * all-reduce twice.
 *
 * <pre>
 *   groups 0 1 and 2 3 on sites A B, all-reduce   0-&gt;2 0-&gt;3 1-&gt;2 1-&gt;3, and back
 * </pre>
 */
final class InterSiteReduce implements Planner {
    @Override
    public long segmentBytes(Shape shape) {
        return shape.count * shape.itemBytes > SiteLevel.SEGMENT_BYTES
                ? SiteLevel.SEGMENT_BYTES
                : 0;
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        if (shape.kind == CollectiveKind.ALLREDUCE || !shape.isIdle()) {
            new Plan(shape, builder).run();
        }
    }

    /** The steps of a rank. */
    private static final class Plan {
        private final Shape shape;
        private final ScheduleBuilder builder;
        private final InterSites sites;
        private final SiteLevels levels;

        /** Whether this rank has operands, and whether its group gets the result. */
        private final boolean gives;

        private final boolean takes;

        Plan(Shape shape, ScheduleBuilder builder) {
            this.shape = shape;
            this.builder = builder;
            sites = InterSites.of(shape);
            levels = sites.levels();
            boolean isAll = shape.kind == CollectiveKind.ALLREDUCE;
            gives = isAll || !shape.isRoot();
            takes = isAll || shape.isRoot();
        }

        void run() {
            SitePartials mine = new SitePartials(sites.here(), levels, builder);
            SiteLevels remote = new SiteLevels(sites.there(), 0);
            SitePartials theirs = new SitePartials(sites.there(), remote, builder);
            for (Part slice : Segments.of(Part.receive(0, shape.count), shape.segment)) {
                if (gives) {
                    give(mine, slice);
                }
                if (takes && (!gives || sites.isLeader())) {
                    take(theirs, remote.top(), slice);
                }
                if (takes && gives) {
                    builder.within(
                            shape::local,
                            (_, steps) -> levels.down(levels.site(), slice, steps),
                            sites.here());
                }
            }
        }

        private void give(SitePartials mine, Part slice) {
            Part from = shape.contribution().slice(slice.offset(), slice.count());
            Part[] partials = {null};
            builder.within(
                    shape::local,
                    (_, _) -> partials[0] = mine.collect(from, levels.site()),
                    sites.here());
            if (partials[0] == null) {
                return;
            }
            if (!takes) {
                builder.send(shape.remote(shape.root), partials[0]);
                return;
            }
            for (int site = 0; site < sites.remoteSites(); site++) {
                builder.send(shape.remote(sites.remoteLeader(site)), partials[0]);
            }
        }

        private void take(SitePartials theirs, int top, Part slice) {
            Part[] all = theirs.room(top, null, slice.count());
            for (int site = 0; site < all.length; site++) {
                builder.recv(shape.remote(sites.remoteLeader(site)), all[site]);
            }
            builder.copy(theirs.fold(top, all), slice);
        }
    }
}
