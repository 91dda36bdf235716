package musubi.collectives.algorithm.inter;

import musubi.collectives.algorithm.site.GatheredGroup;
import musubi.collectives.algorithm.site.SiteLevels;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather of equal blocks between two groups on several sites: the blocks of a group on a site
 * to its leader there, from it one message to each leader of the other group, which passes it down
 * a binomial tree on its site.
 *
 * <p>Cost: α + m n β, L + m n/B between the sites, and ceil(log2 m) (α + q n β), where q is the
 * size of the group that sends.
 *
 * <pre>
 *   group 0 1 on site A, 2 3 on B   1-&gt;0 3-&gt;2, 0-ab-&gt;2 2-cd-&gt;0, 0-cd-&gt;1 2-ab-&gt;3
 * </pre>
 */
final class InterSiteAllGather implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        InterSites sites = InterSites.of(shape);
        send(shape, sites, builder);
        GatheredGroup[] arriving = new GatheredGroup[sites.remoteSites()];
        for (int site = 0; site < arriving.length; site++) {
            int from = site;
            arriving[site] =
                    new GatheredGroup(
                            shape, builder, rank -> sites.there().sites.ranks().of(rank) == from);
            if (sites.isLeader()) {
                builder.recv(shape.remote(sites.remoteLeader(site)), arriving[site].arrival());
            }
        }
        SiteLevels levels = sites.levels();
        for (GatheredGroup blocks : arriving) {
            builder.within(
                    shape::local,
                    (_, steps) -> levels.down(levels.site(), blocks.arrival(), steps),
                    sites.here());
            blocks.unpack();
        }
    }

    private static void send(Shape shape, InterSites sites, ScheduleBuilder builder) {
        int[] local = sites.local();
        if (!sites.isLeader()) {
            builder.send(shape.local(local[0]), shape.contribution());
            return;
        }
        long items = shape.sendCount;
        Part all =
                local.length == 1 ? shape.contribution() : builder.temporary(items * local.length);
        builder.copy(shape.contribution(), all.slice(0, items));
        for (int i = 1; i < local.length; i++) {
            builder.recv(shape.local(local[i]), all.slice(i * items, items));
        }
        for (int site = 0; site < sites.remoteSites(); site++) {
            builder.send(shape.remote(sites.remoteLeader(site)), all);
        }
    }
}
