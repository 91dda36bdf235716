package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.stream.IntStream;

/**
 * Barrier by site: up binomial trees on each node and each site to its leader, from there to the
 * leader of its cluster, between all leaders of the widest links at once, and down again. One
 * crossing of each wide link, in both directions at the same time.
 *
 * <p>Cost: L, 2 L' in a cluster, and 2 ceil(log2 m) α on the largest site, of m ranks.
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-&gt;2 2-&gt;0, 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class SiteBarrier implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        from(0, new SiteLevels(shape, 0), builder);
    }

    /** Synchronises the members of this rank's group with all others. */
    private static void from(int level, SiteLevels levels, ScheduleBuilder builder) {
        int[] members = levels.members(level);
        int place = levels.place(level);
        if (level == levels.top()) {
            exchange(members, place, builder);
            return;
        }
        boolean isTree = level <= levels.site();
        int[] children = children(place, members.length, isTree);
        for (int child : children) {
            builder.await(members[child]);
        }
        builder.fence();
        if (place == 0) {
            from(level + 1, levels, builder);
        } else {
            int parent = members[isTree ? place & place - 1 : 0];
            builder.signal(parent);
            builder.await(parent);
        }
        builder.fence();
        for (int i = children.length - 1; i >= 0; i--) {
            builder.signal(members[children[i]]);
        }
    }

    /** Those below a place in a binomial tree or in a star, short waits first. */
    private static int[] children(int place, int places, boolean isTree) {
        int span = place == 0 ? places : Integer.lowestOneBit(place);
        if (isTree) {
            return IntStream.iterate(1, distance -> distance < span, distance -> 2 * distance)
                    .map(distance -> place + distance)
                    .filter(child -> child < places)
                    .toArray();
        }
        return place == 0 ? IntStream.range(1, places).toArray() : new int[0];
    }

    private static void exchange(int[] members, int place, ScheduleBuilder builder) {
        for (int round = 1; round < members.length; round++) {
            builder.signal(members[(place + round) % members.length]);
            builder.await(members[Math.floorMod(place - round, members.length)]);
        }
    }
}
