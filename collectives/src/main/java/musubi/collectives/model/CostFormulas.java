package musubi.collectives.model;

import musubi.coll.CollectiveKind;

/** The formulas of all algorithms, by kind and name. */
public final class CostFormulas {
    private CostFormulas() {}

    /** The formula of an algorithm; null if there is none, as for kinds without alternatives. */
    public static CostFormula of(CollectiveKind kind, String algorithm) {
        return switch (kind) {
            case BARRIER -> BarrierCosts.of(algorithm);
            case BCAST -> BroadcastCosts.of(algorithm);
            case GATHER -> GatherScatterCosts.ofGather(algorithm);
            case SCATTER -> GatherScatterCosts.ofScatter(algorithm);
            case ALLGATHER, ALLGATHERV -> AllGatherCosts.of(algorithm);
            case ALLTOALL, ALLTOALLV -> AllToAllCosts.of(algorithm);
            case REDUCE -> ReduceCosts.of(algorithm);
            case ALLREDUCE -> AllReduceCosts.of(algorithm);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> ReduceScatterCosts.of(algorithm);
            case SCAN, EXSCAN -> ScanCosts.of(algorithm);
            default -> null;
        };
    }
}
