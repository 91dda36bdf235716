package musubi.collectives.model;

import musubi.coll.CollectiveKind;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The formulas of all algorithms, by kind and name. */
public final class Formulas {
    private static final Map<CollectiveKind, Map<String, Formula>> KNOWN =
            Collections.unmodifiableMap(known());

    private Formulas() {}

    private static Map<CollectiveKind, Map<String, Formula>> known() {
        Map<CollectiveKind, Map<String, Formula>> known = new EnumMap<>(CollectiveKind.class);
        known.put(CollectiveKind.BARRIER, Barriers.formulas());
        known.put(CollectiveKind.BCAST, Broadcasts.formulas());
        known.put(CollectiveKind.GATHER, Rooted.gathers());
        known.put(CollectiveKind.SCATTER, Rooted.scatters());
        known.put(CollectiveKind.ALLGATHER, AllGathers.formulas());
        known.put(CollectiveKind.ALLGATHERV, AllGathers.formulas());
        known.put(CollectiveKind.ALLTOALL, AllToAlls.formulas());
        known.put(CollectiveKind.ALLTOALLV, AllToAlls.formulas());
        known.put(CollectiveKind.REDUCE, Reductions.formulas());
        known.put(CollectiveKind.ALLREDUCE, AllReductions.formulas());
        known.put(CollectiveKind.REDUCE_SCATTER, ReduceScatters.formulas());
        known.put(CollectiveKind.REDUCE_SCATTER_BLOCK, ReduceScatters.formulas());
        known.put(CollectiveKind.SCAN, Scans.formulas());
        known.put(CollectiveKind.EXSCAN, Scans.formulas());
        return known;
    }

    /** The formula of an algorithm; null when there is none, as where nothing is to be chosen. */
    public static Formula of(CollectiveKind kind, String algorithm) {
        return KNOWN.getOrDefault(kind, Map.of()).get(algorithm);
    }
}
