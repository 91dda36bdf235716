package musubi.collectives.algorithm.inter;

import static musubi.collectives.schedule.Algorithm.whole;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;

/** The only algorithm of each kind for intercommunicators. */
public final class InterAlgorithms {
    private InterAlgorithms() {}

    /**
     * The algorithm of a kind; null if the standard has no such operation on intercommunicators.
     */
    public static Algorithm of(CollectiveKind kind) {
        return switch (kind) {
            case BARRIER -> whole("dissemination", new InterBarrier());
            case BCAST -> whole("binomial", new InterBroadcast());
            case GATHER, GATHERV -> whole("linear", new InterGather());
            case SCATTER, SCATTERV -> whole("linear", new InterScatter());
            case ALLGATHER, ALLGATHERV -> whole("ring", new InterAllGather());
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> whole("pairwise", new InterAllToAll());
            case REDUCE -> whole("binomial", new InterReduce());
            case ALLREDUCE -> whole("reduce-exchange-broadcast", new InterAllReduce());
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                    whole("reduce-exchange-scatter", new InterReduceScatter());
            default -> null;
        };
    }
}
