package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.SiteLevel;

import java.util.stream.IntStream;

/**
 * The blocks of a gatherv or scatterv by site, whose lengths are known from {@link SiteCounts}: the
 * shape has, as receive counts and displacements, those of the blocks that pass this rank. They are
 * in the receive buffer site by site in the {@linkplain #order order} of their ranks, so that those
 * of a site cross its wide link as one message, in segments if it is long.
 *
 * <p>Cost: α + m n β on the largest site, of m ranks, and L + m n/B.
 *
 * <pre>
 *   sites (0 2) (1 3), root 0   |0|2|1|3|, at rank 1 |1|3|, at rank 3 |3|
 * </pre>
 */
public final class SiteBlocks implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteStar star = new SiteStar(shape, builder, shape::receiveBlock);
        star.run(
                site -> {
                    int[] ranks = star.ranks(site);
                    long from = shape.receiveAt.at(ranks[0]);
                    int last = ranks[ranks.length - 1];
                    long count = shape.receiveAt.at(last) + shape.receiveCounts.at(last) - from;
                    for (Part segment :
                            Segments.of(Part.receive(from, count), SiteLevel.SEGMENT_BYTES)) {
                        star.across(site, segment);
                    }
                });
    }

    /** The ranks whose blocks pass the rank of a shape, in the order of its buffer. */
    public static int[] order(Shape shape) {
        SiteView view = SiteView.of(shape, shape.root);
        if (!view.isSiteRoot()) {
            return new int[] {shape.rank};
        }
        return IntStream.range(0, view.sites())
                .filter(site -> shape.isRoot() || site == view.site())
                .flatMap(
                        site ->
                                IntStream.range(0, view.ranks().size(site))
                                        .map(place -> view.ranks().member(site, place)))
                .toArray();
    }
}
