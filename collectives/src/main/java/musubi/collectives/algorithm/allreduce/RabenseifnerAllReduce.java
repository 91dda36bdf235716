package musubi.collectives.algorithm.allreduce;

import musubi.collectives.algorithm.reduce.RecursiveHalving;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-reduce of long messages after Rabenseifner: reduce-scatter by {@link RecursiveHalving}, then
 * all-gather by recursive doubling. Thakur, Rabenseifner and Gropp, Int. J. High Performance
 * Computing Applications 19(1), 2005, section 4.5. Operands stay in rank order.
 *
 * <p>Cost: 2 floor(log2 p) α + 2 (p - 1)/p n β + (p - 1)/p n γ; if p is no power of two 2 α + 2 n β
 * + n γ more.
 *
 * <pre>
 *   p = 4   n/2  0&lt;-&gt;1 2&lt;-&gt;3   reduced
 *           n/4  0&lt;-&gt;2 1&lt;-&gt;3   reduced
 *           n/4  0&lt;-&gt;2 1&lt;-&gt;3   gathered
 *           n/2  0&lt;-&gt;1 2&lt;-&gt;3   gathered
 * </pre>
 */
public final class RabenseifnerAllReduce implements Planner {
    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Part all = Part.receive(0, shape.count);
        RecursiveHalving halving = new RecursiveHalving(shape, builder, all);
        if (halving.isFolded()) {
            builder.send(shape.rank + 1, shape.contribution());
            builder.recv(shape.rank + 1, all);
            return;
        }
        halving.reduceScatter();
        halving.allGather();
    }
}
