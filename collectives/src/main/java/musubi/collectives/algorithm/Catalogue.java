package musubi.collectives.algorithm;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All algorithms that there are, by the kind of collective. */
public final class Catalogue {
    private static final Map<CollectiveKind, List<Algorithm>> KNOWN =
            Collections.unmodifiableMap(known());

    private Catalogue() {}

    private static Map<CollectiveKind, List<Algorithm>> known() {
        Map<CollectiveKind, List<Algorithm>> known = new EnumMap<>(CollectiveKind.class);
        Algorithm toAll = new PairwiseAllToAll();
        Algorithm scan = new RecursiveDoublingScan();
        Algorithm scattering = new PairwiseReduceScatter();
        Algorithm aroundMe = new LinearNeighbourhood();
        Algorithm spread = new DoublespreadAllToAll();
        Algorithm rings = new TorusAllGather();
        known.put(CollectiveKind.BARRIER, List.of(new DisseminationBarrier(), new LinearBarrier()));
        known.put(
                CollectiveKind.BCAST,
                List.of(
                        new BinomialBroadcast(),
                        new LinearBroadcast(),
                        TrinaryBroadcast.x3(),
                        TrinaryBroadcast.x6(),
                        GridBinaryBroadcast.bintree3d(),
                        GridBinaryBroadcast.bintree6d()));
        known.put(CollectiveKind.GATHER, List.of(new BinomialGather(), new LinearGather()));
        known.put(CollectiveKind.GATHERV, List.of(new LinearGather()));
        known.put(CollectiveKind.SCATTER, List.of(new BinomialScatter(), new LinearScatter()));
        known.put(CollectiveKind.SCATTERV, List.of(new LinearScatter()));
        known.put(
                CollectiveKind.ALLGATHER,
                List.of(new BruckAllGather(), new RingAllGather(), rings));
        known.put(CollectiveKind.ALLGATHERV, List.of(new RingAllGather(), rings));
        known.put(CollectiveKind.ALLTOALL, List.of(toAll, spread));
        known.put(CollectiveKind.ALLTOALLV, List.of(toAll, spread));
        known.put(CollectiveKind.ALLTOALLW, List.of(toAll));
        known.put(
                CollectiveKind.REDUCE,
                List.of(
                        new BinomialReduce(),
                        new LinearReduce(),
                        TrinaryReduce.x3(),
                        TrinaryReduce.x6()));
        known.put(
                CollectiveKind.ALLREDUCE,
                List.of(
                        new RecursiveDoublingAllReduce(),
                        new LinearAllReduce(),
                        new ReduceBroadcastAllReduce(),
                        TrinaryAllReduce.x3(),
                        TrinaryAllReduce.x6()));
        known.put(CollectiveKind.REDUCE_SCATTER, List.of(scattering));
        known.put(CollectiveKind.REDUCE_SCATTER_BLOCK, List.of(scattering));
        known.put(CollectiveKind.SCAN, List.of(scan));
        known.put(CollectiveKind.EXSCAN, List.of(scan));
        for (CollectiveKind kind : CollectiveKind.values()) {
            if (kind.isAmongNeighbours()) {
                known.put(kind, List.of(aroundMe));
            }
        }
        return known;
    }

    /** All algorithms of a kind; the first one is the default. */
    public static List<Algorithm> of(CollectiveKind kind) {
        return KNOWN.get(kind);
    }

    /** The algorithm of this name; null when the kind has none of this name. */
    public static Algorithm find(CollectiveKind kind, String name) {
        for (Algorithm algorithm : KNOWN.get(kind)) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        return null;
    }
}
