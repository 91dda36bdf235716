package musubi.collectives.algorithm.reduce;

import musubi.collectives.schedule.PipelinedChain;

/**
 * Reduction along a chain in segments: {@link ChainReduce} with a default segment size. Open MPI
 * coll/base, reduce pipeline.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β + n/k γ) with k segments.
 *
 * <pre>
 *   p = 3, root 0, segments a b   2-a-&gt;1
 *                                 2-b-&gt;1-a-&gt;0
 *                                      1-b-&gt;0
 * </pre>
 */
public final class PipelineReduce extends PipelinedChain {
    public PipelineReduce() {
        super(new ChainReduce());
    }
}
