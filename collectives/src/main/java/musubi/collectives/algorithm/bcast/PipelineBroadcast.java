package musubi.collectives.algorithm.bcast;

import musubi.collectives.schedule.PipelinedChain;

/**
 * Broadcast along a chain in segments: {@link ChainBroadcast} with a default segment size. Open MPI
 * coll/base, bcast pipeline.
 *
 * <p>Cost: (p - 2 + k) (α + n/k β) with k segments; least at k = sqrt((p - 2) n β / α).
 *
 * <pre>
 *   p = 4, root 0, segments a b c  0-a-&gt;1
 *                                  0-b-&gt;1-a-&gt;2
 *                                  0-c-&gt;1-b-&gt;2-a-&gt;3
 *                                       1-c-&gt;2-b-&gt;3
 *                                            2-c-&gt;3
 * </pre>
 */
public final class PipelineBroadcast extends PipelinedChain {
    public PipelineBroadcast() {
        super(new ChainBroadcast());
    }
}
