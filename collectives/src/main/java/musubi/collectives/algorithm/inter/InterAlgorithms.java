package musubi.collectives.algorithm.inter;

import static musubi.collectives.schedule.Algorithm.segmented;
import static musubi.collectives.schedule.Algorithm.whole;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

/**
 * The algorithm of each kind for intercommunicators: one if both groups are on one site, else one
 * by site if there is one.
 */
public final class InterAlgorithms {
    /** Longer blocks of an all-to-all are sent directly. */
    private static final long SHORT_BYTES = 8 << 10;

    private InterAlgorithms() {}

    /**
     * The algorithm of a call; null if the standard has no such operation on intercommunicators.
     */
    public static Algorithm of(Shape shape) {
        Algorithm bySite = shape.sites == null ? null : bySite(shape);
        return bySite == null ? of(shape.kind) : bySite;
    }

    private static Algorithm bySite(Shape shape) {
        long block = Math.max(shape.count, shape.sendCount) * shape.itemBytes;
        return switch (shape.kind) {
            case BARRIER -> whole("by-site", new InterBarrier());
            case BCAST -> whole("by-site", new InterBroadcast());
            case REDUCE, ALLREDUCE -> segmented("by-site", new InterSiteReduce());
            case ALLGATHER ->
                    shape.typedPerSide ? null : whole("by-site", new InterSiteAllGather());
            case ALLTOALL ->
                    shape.typedPerSide || block > SHORT_BYTES
                            ? null
                            : whole("by-site", new InterSiteAllToAll());
            default -> null;
        };
    }

    /**
     * The algorithm of a kind on one site; null if the standard has no such operation on
     * intercommunicators.
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
