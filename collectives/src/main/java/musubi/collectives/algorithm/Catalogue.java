package musubi.collectives.algorithm;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All algorithms that there are, by the kind of collective. */
public final class Catalogue {
    private static final Map<CollectiveKind, List<Algorithm>> KNOWN =
            Collections.unmodifiableMap(known());

    /** Those that need to know the blocks of other ranks, or to have them equally long. */
    private static final List<Algorithm> FOR_PADDED_BLOCKS =
            List.of(new BruckAllToAll(), new TwoLevelAllToAll());

    private Catalogue() {}

    private static Map<CollectiveKind, List<Algorithm>> known() {
        Map<CollectiveKind, List<Algorithm>> known = new EnumMap<>(CollectiveKind.class);
        known.put(CollectiveKind.BARRIER, barriers());
        known.put(CollectiveKind.BCAST, broadcasts());
        known.put(CollectiveKind.GATHER, List.of(new BinomialGather(), new LinearGather()));
        known.put(CollectiveKind.GATHERV, List.of(new LinearGather()));
        known.put(CollectiveKind.SCATTER, List.of(new BinomialScatter(), new LinearScatter()));
        known.put(CollectiveKind.SCATTERV, List.of(new LinearScatter()));
        known.put(CollectiveKind.ALLGATHER, allGathers());
        known.put(CollectiveKind.ALLGATHERV, allGathers());
        addAllToAlls(known);
        known.put(CollectiveKind.REDUCE, reductions());
        known.put(CollectiveKind.ALLREDUCE, allReductions());
        known.put(CollectiveKind.REDUCE_SCATTER, reduceScatters());
        known.put(CollectiveKind.REDUCE_SCATTER_BLOCK, reduceScatters());
        known.put(CollectiveKind.SCAN, scans());
        known.put(CollectiveKind.EXSCAN, scans());
        Algorithm aroundMe = new LinearNeighbourhood();
        for (CollectiveKind kind : CollectiveKind.values()) {
            if (kind.isAmongNeighbours()) {
                known.put(kind, List.of(aroundMe));
            }
        }
        return known;
    }

    private static List<Algorithm> barriers() {
        return List.of(
                new DisseminationBarrier(),
                new RecursiveDoublingBarrier(),
                new TreeBarrier(),
                new LinearBarrier());
    }

    private static List<Algorithm> broadcasts() {
        return List.of(
                new BinomialBroadcast(),
                new LinearBroadcast(),
                new ChainBroadcast(),
                new PipelineBroadcast(),
                new BinaryTreeBroadcast(),
                new SplitBinaryTreeBroadcast(),
                new ScatterDoublingBroadcast(),
                new ScatterRingBroadcast(),
                new TwoLevelBroadcast(),
                new TrinaryBroadcast(Trinary.X3),
                new TrinaryBroadcast(Trinary.X6),
                GridBinaryBroadcast.bintree3d(),
                GridBinaryBroadcast.bintree6d());
    }

    private static List<Algorithm> allGathers() {
        return List.of(
                new BruckAllGather(),
                new RingAllGather(),
                new RecursiveDoublingAllGather(),
                new NeighbourExchangeAllGather(),
                new TorusAllGather());
    }

    private static void addAllToAlls(Map<CollectiveKind, List<Algorithm>> known) {
        Algorithm pairwise = new PairwiseAllToAll();
        Algorithm linear = new LinearAllToAll();
        Algorithm spread = new DoublespreadAllToAll();
        known.put(
                CollectiveKind.ALLTOALL,
                List.of(pairwise, linear, new BruckAllToAll(), new TwoLevelAllToAll(), spread));
        known.put(CollectiveKind.ALLTOALLV, List.of(pairwise, linear, spread));
        known.put(CollectiveKind.ALLTOALLW, List.of(pairwise, linear, spread));
    }

    private static List<Algorithm> reductions() {
        return List.of(
                new BinomialReduce(),
                new LinearReduce(),
                new ChainReduce(),
                new PipelineReduce(),
                new InOrderBinaryReduce(),
                new RabenseifnerReduce(),
                new TwoLevelReduce(),
                new TrinaryReduce(Trinary.X3),
                new TrinaryReduce(Trinary.X6));
    }

    private static List<Algorithm> allReductions() {
        return List.of(
                new RecursiveDoublingAllReduce(),
                new LinearAllReduce(),
                new ReduceBroadcastAllReduce(),
                new RabenseifnerAllReduce(),
                new RingAllReduce(),
                new TwoLevelAllReduce(),
                new TrinaryAllReduce(Trinary.X3),
                new TrinaryAllReduce(Trinary.X6));
    }

    private static List<Algorithm> reduceScatters() {
        return List.of(
                new PairwiseReduceScatter(),
                new RecursiveHalvingReduceScatter(),
                new RingReduceScatter());
    }

    private static List<Algorithm> scans() {
        return List.of(new RecursiveDoublingScan(), new LinearScan());
    }

    /**
     * The algorithms whose schedule is a function of the shape of a call; the first one is the
     * default.
     */
    public static List<Algorithm> of(CollectiveKind kind) {
        return KNOWN.get(kind);
    }

    /** All algorithms that can be forced for a kind: also those that {@linkplain #pads pad}. */
    public static List<Algorithm> all(CollectiveKind kind) {
        List<Algorithm> all = new ArrayList<>(KNOWN.get(kind));
        all.addAll(padded(kind));
        return all;
    }

    /**
     * Whether an algorithm carries calls of a kind out with blocks that are padded to the longest
     * of all ranks, on which these agree first; its schedule is that of an all-to-all then.
     */
    public static boolean pads(CollectiveKind kind, Algorithm algorithm) {
        return padded(kind).contains(algorithm);
    }

    private static List<Algorithm> padded(CollectiveKind kind) {
        return switch (kind) {
            case ALLTOALLV, ALLTOALLW -> FOR_PADDED_BLOCKS;
            default -> List.of();
        };
    }

    /** The algorithm of this name that can be forced; null when there is none of this name. */
    public static Algorithm find(CollectiveKind kind, String name) {
        for (Algorithm algorithm : all(kind)) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        return null;
    }
}
