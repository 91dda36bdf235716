package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Scatter of long blocks by site: the reverse of {@link SiteSplitGather}. The segments for ranks of
 * other sites leave in turn and before the blocks for the root's site, which arrive sooner.
 *
 * <p>Cost: (p - 1) n β at the root, and L + m n/B for the m ranks of the farthest site.
 *
 * <pre>
 *   sites (0 1) (2 3), root 1   1-&gt;2 in segments, 1-&gt;3 in segments, 1-&gt;0
 * </pre>
 */
public final class SiteSplitScatter implements Planner {
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
        int home = view.ranks().of(shape.root);
        Part mine = Part.receive(0, shape.count);
        if (!shape.isRoot()) {
            for (Part part : Segments.of(mine, view.site() == home ? 0 : shape.segment)) {
                builder.recv(shape.root, part);
            }
            return;
        }
        for (Part segment : Segments.of(mine, shape.segment)) {
            for (int place = 1; place < shape.size; place++) {
                int to = shape.rankAt(place);
                if (view.ranks().of(to) != home) {
                    Part part = shape.sendBlock(to).slice(segment.offset(), segment.count());
                    builder.send(to, part);
                }
            }
        }
        for (int place = 1; place < shape.size; place++) {
            int to = shape.rankAt(place);
            if (view.ranks().of(to) == home) {
                builder.send(to, shape.sendBlock(to));
            }
        }
        if (!shape.inPlace) {
            builder.copy(shape.sendBlock(shape.rank), mine);
        }
    }
}
