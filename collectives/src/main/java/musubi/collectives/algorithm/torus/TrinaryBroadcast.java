package musubi.collectives.algorithm.torus;

import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.tree.EdgeDisjointTrees;

/**
 * Broadcast down edge-disjoint trees of a torus: the message is divided into one part for each
 * tree, {@code trinaryx3} has one for each dimension, {@code trinaryx6} one for each dimension and
 * direction. Trinaryx3 and Trinaryx6 of Adachi et al., CSRD 28(2-3), 2013, on the trees of {@link
 * EdgeDisjointTrees}: neighbours only, and no link carries two parts.
 *
 * <p>Cost with k trees, h = the sum of (extent - 1), plus 1 with more than one dimension, and
 * segments of s bytes: (h + n / (k s) - 1) (α + s β); best with s = sqrt(n α / (k (h - 1) β)).
 *
 * <pre>
 *   trinaryx3 on 3x3: half of the message on each of two trees; x: over links that close rings
 *
 *   R ---&gt; o ---&gt; o            R      x      x
 *          |      |            |
 *          v      v            v
 *   x      o      o            o ---&gt; o ---&gt; o
 *          |      |            |
 *          v      v            v
 *   x      o      o            o ---&gt; o ---&gt; o
 * </pre>
 */
public record TrinaryBroadcast(TrinaryTrees trees) implements TrinaryAlgorithm {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new StripedBroadcast(shape, builder, trees.nodes(shape, shape.root)).takeAll();
    }
}
