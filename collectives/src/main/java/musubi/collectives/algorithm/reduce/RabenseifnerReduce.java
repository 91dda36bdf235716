package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction of long messages after Rabenseifner: reduce-scatter by {@link RecursiveHalving}, then a
 * gather to the root up a binomial tree. Thakur, Rabenseifner and Gropp, Int. J. High Performance
 * Computing Applications 19(1), 2005, section 4.6. Operands stay in rank order.
 *
 * <p>Cost: 2 floor(log2 p) α + 2 (p - 1)/p n β + (p - 1)/p n γ; if p is no power of two α + n β + n
 * γ more, and α + n β if the root is a rank without a place.
 *
 * <pre>
 *   p = 4, root 0   0&lt;-&gt;1 2&lt;-&gt;3 | 0&lt;-&gt;2 1&lt;-&gt;3 | 2-&gt;0 3-&gt;1 | 1-&gt;0
 * </pre>
 */
public final class RabenseifnerReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part result = Part.receive(0, shape.count);
        Part work = shape.isRoot() ? result : builder.temporary(shape.count);
        RecursiveHalving halving = new RecursiveHalving(shape, builder, work);
        if (halving.isFolded()) {
            builder.send(shape.rank + 1, shape.contribution());
            if (shape.isRoot()) {
                builder.recv(shape.rank + 1, result);
            }
            return;
        }
        halving.reduceScatter();
        halving.gather(shape.root);
    }
}
