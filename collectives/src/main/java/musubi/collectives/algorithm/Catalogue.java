package musubi.collectives.algorithm;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.allgather.BruckAllGather;
import musubi.collectives.algorithm.allgather.NeighbourExchangeAllGather;
import musubi.collectives.algorithm.allgather.RecursiveDoublingAllGather;
import musubi.collectives.algorithm.allgather.RingAllGather;
import musubi.collectives.algorithm.allreduce.LinearAllReduce;
import musubi.collectives.algorithm.allreduce.RabenseifnerAllReduce;
import musubi.collectives.algorithm.allreduce.RecursiveDoublingAllReduce;
import musubi.collectives.algorithm.allreduce.ReduceBroadcastAllReduce;
import musubi.collectives.algorithm.allreduce.RingAllReduce;
import musubi.collectives.algorithm.alltoall.BruckAllToAll;
import musubi.collectives.algorithm.alltoall.LinearAllToAll;
import musubi.collectives.algorithm.alltoall.PairwiseAllToAll;
import musubi.collectives.algorithm.barrier.DisseminationBarrier;
import musubi.collectives.algorithm.barrier.LinearBarrier;
import musubi.collectives.algorithm.barrier.RecursiveDoublingBarrier;
import musubi.collectives.algorithm.barrier.TreeBarrier;
import musubi.collectives.algorithm.bcast.BinaryTreeBroadcast;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.bcast.ChainBroadcast;
import musubi.collectives.algorithm.bcast.LinearBroadcast;
import musubi.collectives.algorithm.bcast.PipelineBroadcast;
import musubi.collectives.algorithm.bcast.ScatterDoublingBroadcast;
import musubi.collectives.algorithm.bcast.ScatterRingBroadcast;
import musubi.collectives.algorithm.bcast.SplitBinaryTreeBroadcast;
import musubi.collectives.algorithm.gather.BinomialGather;
import musubi.collectives.algorithm.gather.BinomialScatter;
import musubi.collectives.algorithm.gather.LinearGather;
import musubi.collectives.algorithm.gather.LinearScatter;
import musubi.collectives.algorithm.neighbour.LinearNeighbourhood;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.algorithm.reduce.ChainReduce;
import musubi.collectives.algorithm.reduce.InOrderBinaryReduce;
import musubi.collectives.algorithm.reduce.LinearReduce;
import musubi.collectives.algorithm.reduce.PipelineReduce;
import musubi.collectives.algorithm.reduce.RabenseifnerReduce;
import musubi.collectives.algorithm.reducescatter.PairwiseReduceScatter;
import musubi.collectives.algorithm.reducescatter.RecursiveHalvingReduceScatter;
import musubi.collectives.algorithm.reducescatter.RingReduceScatter;
import musubi.collectives.algorithm.scan.LinearScan;
import musubi.collectives.algorithm.scan.RecursiveDoublingScan;
import musubi.collectives.algorithm.torus.DoublespreadAllToAll;
import musubi.collectives.algorithm.torus.GridBinaryBroadcast;
import musubi.collectives.algorithm.torus.TorusAllGather;
import musubi.collectives.algorithm.torus.TrinaryAllReduce;
import musubi.collectives.algorithm.torus.TrinaryBroadcast;
import musubi.collectives.algorithm.torus.TrinaryReduce;
import musubi.collectives.algorithm.torus.TrinaryTrees;
import musubi.collectives.algorithm.twolevel.TwoLevelAllReduce;
import musubi.collectives.algorithm.twolevel.TwoLevelAllToAll;
import musubi.collectives.algorithm.twolevel.TwoLevelBroadcast;
import musubi.collectives.algorithm.twolevel.TwoLevelReduce;
import musubi.collectives.schedule.Algorithm;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** All algorithms by kind of collective. */
public final class Catalogue {
    private static final Map<CollectiveKind, List<Algorithm>> KNOWN =
            Collections.unmodifiableMap(known());

    /** Algorithms that need equal blocks, for padded ones. */
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
                new TrinaryBroadcast(TrinaryTrees.X3),
                new TrinaryBroadcast(TrinaryTrees.X6),
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
                new TrinaryReduce(TrinaryTrees.X3),
                new TrinaryReduce(TrinaryTrees.X6));
    }

    private static List<Algorithm> allReductions() {
        return List.of(
                new RecursiveDoublingAllReduce(),
                new LinearAllReduce(),
                new ReduceBroadcastAllReduce(),
                new RabenseifnerAllReduce(),
                new RingAllReduce(),
                new TwoLevelAllReduce(),
                new TrinaryAllReduce(TrinaryTrees.X3),
                new TrinaryAllReduce(TrinaryTrees.X6));
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

    /** The algorithms that run calls of a kind as they are; the first one is the default. */
    public static List<Algorithm> of(CollectiveKind kind) {
        return KNOWN.get(kind);
    }

    /** All algorithms for overrides of a kind, including those that {@linkplain #pads pad}. */
    public static List<Algorithm> all(CollectiveKind kind) {
        List<Algorithm> all = new ArrayList<>(KNOWN.get(kind));
        all.addAll(padded(kind));
        return all;
    }

    /**
     * Whether an algorithm pads the blocks of calls of a kind to the longest one, on which the
     * ranks agree first; its schedule is then that of an all-to-all.
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

    /** The algorithm of a name, for overrides; null if unknown. */
    public static Algorithm find(CollectiveKind kind, String name) {
        for (Algorithm algorithm : all(kind)) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        return null;
    }
}
