package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Gather of long blocks by site: all ranks send to the root directly, so that a wide link carries
 * its bytes over as many connections as the site has ranks; those of other sites in segments, which
 * need no round trip beforehand.
 *
 * <p>Cost: L + m n/B for the m ranks of the farthest site, and (p - 1) n β at the root.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   0-&gt;1, 2-&gt;1 in segments, 3-&gt;1 in segments
 * </pre>
 */
public final class SiteSplitGather implements Planner {
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
        SiteView view = SiteView.of(shape, shape.root);
        if (!shape.isRoot()) {
            long segment = view.ranks().of(shape.root) == view.site() ? 0 : shape.segment;
            for (Part part : Segments.of(shape.contribution(), segment)) {
                builder.send(shape.root, part);
            }
            return;
        }
        for (int place = 1; place < shape.size; place++) {
            int from = shape.rankAt(place);
            long segment = view.ranks().of(from) == view.site() ? 0 : shape.segment;
            for (Part part : Segments.of(shape.receiveBlock(from), segment)) {
                builder.recv(from, part);
            }
        }
        builder.copy(shape.contribution(), shape.receiveBlock(shape.rank));
    }
}
