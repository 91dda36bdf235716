package musubi.collectives.algorithm;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduction along a chain in segments: {@link ChainReduce}, which cuts unless told otherwise. Open
 * MPI coll/base, reduce pipeline.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β + n/k γ) with k segments.
 *
 * <pre>
 *   p = 3, root 0, segments a b   2-a-&gt;1
 *                                 2-b-&gt;1-a-&gt;0
 *                                      1-b-&gt;0
 * </pre>
 */
public final class PipelineReduce implements Algorithm {
    private final Algorithm chain = new ChainReduce();

    public PipelineReduce() {}

    @Override
    public String name() {
        return "pipeline";
    }

    @Override
    public boolean cuts() {
        return true;
    }

    @Override
    public long segmentBytes(Shape shape) {
        return PipelineSegment.bytes(shape.size - 2, shape.count * shape.itemBytes);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        chain.plan(shape, builder);
    }
}
