package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * The counts of a gatherv or scatterv by site, which precede its {@link SiteBlocks}: one number for
 * each rank, in the receive buffer at the place of that rank. Each rank has its own number, the
 * root of a site those of its ranks, the root of the call all. The numbers of a site are one
 * message between its root and that of the call.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1, gatherv   0-&gt;1 3-&gt;2, then 2-&gt;1 (2 3); scatterv the reverse
 * </pre>
 */
public final class SiteCounts implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteStar star = new SiteStar(shape, builder, rank -> Part.receive(rank, 1));
        star.run(site -> numbers(star, site, builder));
    }

    /** All numbers of a site as one message, copied from or to their places. */
    private static void numbers(SiteStar star, int site, ScheduleBuilder builder) {
        int[] ranks = star.ranks(site);
        Part all = builder.temporary(ranks.length);
        boolean collects = star.sendsAcross();
        if (!collects) {
            star.across(site, all);
        }
        for (int i = 0; i < ranks.length; i++) {
            Part packed = all.slice(i, 1);
            Part placed = Part.receive(ranks[i], 1);
            builder.copy(collects ? placed : packed, collects ? packed : placed);
        }
        if (collects) {
            star.across(site, all);
        }
    }

    /** Whether the numbers are collected at the root. */
    static boolean isGather(Shape shape) {
        return shape.kind == CollectiveKind.GATHERV;
    }
}
