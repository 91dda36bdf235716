package musubi.collectives.algorithm.inter;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The only algorithm of each kind for intercommunicators. */
public final class InterAlgorithms {
    private static final Map<CollectiveKind, Algorithm> KNOWN =
            Collections.unmodifiableMap(known());

    private InterAlgorithms() {}

    private static Map<CollectiveKind, Algorithm> known() {
        Map<CollectiveKind, Algorithm> known = new EnumMap<>(CollectiveKind.class);
        Algorithm gather = new InterGather();
        Algorithm scatter = new InterScatter();
        Algorithm allGather = new InterAllGather();
        Algorithm toAll = new InterAllToAll();
        Algorithm scattering = new InterReduceScatter();
        known.put(CollectiveKind.BARRIER, new InterBarrier());
        known.put(CollectiveKind.BCAST, new InterBroadcast());
        known.put(CollectiveKind.GATHER, gather);
        known.put(CollectiveKind.GATHERV, gather);
        known.put(CollectiveKind.SCATTER, scatter);
        known.put(CollectiveKind.SCATTERV, scatter);
        known.put(CollectiveKind.ALLGATHER, allGather);
        known.put(CollectiveKind.ALLGATHERV, allGather);
        known.put(CollectiveKind.ALLTOALL, toAll);
        known.put(CollectiveKind.ALLTOALLV, toAll);
        known.put(CollectiveKind.ALLTOALLW, toAll);
        known.put(CollectiveKind.REDUCE, new InterReduce());
        known.put(CollectiveKind.ALLREDUCE, new InterAllReduce());
        known.put(CollectiveKind.REDUCE_SCATTER, scattering);
        known.put(CollectiveKind.REDUCE_SCATTER_BLOCK, scattering);
        return known;
    }

    /**
     * The algorithm of a kind; null if the standard has no such operation on intercommunicators.
     */
    public static Algorithm of(CollectiveKind kind) {
        return KNOWN.get(kind);
    }
}
