package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * All-reduce by site, in segments: up binomial trees on each node and each site to its leader, from
 * there to the leader of its cluster, between all leaders of the widest links at once, each of
 * which reduces all {@link SitePartials} in rank order, and down again.
 *
 * <p>Cost: L + n/B between the sites, 2 (L' + n/B') in a cluster, and 2 ceil(log2 m) (α + n β) on
 * the largest site; each wide link carries n in each direction.
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-&gt;2 2-&gt;0, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class SiteAllReduce implements Planner {
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
        SiteLevels levels = new SiteLevels(shape, 0);
        SitePartials partials = new SitePartials(shape, levels, builder);
        Part contribution = shape.contribution();
        for (Part slice : Segments.of(contribution, shape.segment)) {
            Part result = Part.receive(slice.offset() - contribution.offset(), slice.count());
            Part mine = partials.collect(slice, levels.top() - 1);
            if (mine != null) {
                Part[] all = partials.room(levels.top(), mine, slice.count());
                exchange(levels, all, builder);
                builder.copy(partials.fold(levels.top(), all), result);
            }
            levels.down(levels.top() - 1, result, builder);
        }
    }

    private static void exchange(SiteLevels levels, Part[] all, ScheduleBuilder builder) {
        int[] members = levels.members(levels.top());
        int place = levels.place(levels.top());
        for (int round = 1; round < all.length; round++) {
            int from = Math.floorMod(place - round, all.length);
            builder.send(members[(place + round) % all.length], all[place]);
            builder.recv(members[from], all[from]);
        }
    }
}
