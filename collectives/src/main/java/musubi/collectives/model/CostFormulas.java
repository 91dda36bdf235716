package musubi.collectives.model;

import musubi.coll.CollectiveKind;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The formulas of all algorithms, by kind and name. */
public final class CostFormulas {
    private static final Map<CollectiveKind, Map<String, CostFormula>> KNOWN =
            Collections.unmodifiableMap(known());

    private CostFormulas() {}

    private static Map<CollectiveKind, Map<String, CostFormula>> known() {
        Map<CollectiveKind, Map<String, CostFormula>> known = new EnumMap<>(CollectiveKind.class);
        known.put(CollectiveKind.BARRIER, BarrierCosts.formulas());
        known.put(CollectiveKind.BCAST, BroadcastCosts.formulas());
        known.put(CollectiveKind.GATHER, GatherScatterCosts.gathers());
        known.put(CollectiveKind.SCATTER, GatherScatterCosts.scatters());
        known.put(CollectiveKind.ALLGATHER, AllGatherCosts.formulas());
        known.put(CollectiveKind.ALLGATHERV, AllGatherCosts.formulas());
        known.put(CollectiveKind.ALLTOALL, AllToAllCosts.formulas());
        known.put(CollectiveKind.ALLTOALLV, AllToAllCosts.formulas());
        known.put(CollectiveKind.REDUCE, ReduceCosts.formulas());
        known.put(CollectiveKind.ALLREDUCE, AllReduceCosts.formulas());
        known.put(CollectiveKind.REDUCE_SCATTER, ReduceScatterCosts.formulas());
        known.put(CollectiveKind.REDUCE_SCATTER_BLOCK, ReduceScatterCosts.formulas());
        known.put(CollectiveKind.SCAN, ScanCosts.formulas());
        known.put(CollectiveKind.EXSCAN, ScanCosts.formulas());
        return known;
    }

    /** The formula of an algorithm; null if there is none, as for kinds without alternatives. */
    public static CostFormula of(CollectiveKind kind, String algorithm) {
        return KNOWN.getOrDefault(kind, Map.of()).get(algorithm);
    }
}
