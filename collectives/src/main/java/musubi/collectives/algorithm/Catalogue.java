package musubi.collectives.algorithm;

import static musubi.collectives.schedule.Algorithm.segmented;
import static musubi.collectives.schedule.Algorithm.whole;

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
import musubi.collectives.algorithm.site.SiteAllGather;
import musubi.collectives.algorithm.site.SiteAllReduce;
import musubi.collectives.algorithm.site.SiteAllToAll;
import musubi.collectives.algorithm.site.SiteBarrier;
import musubi.collectives.algorithm.site.SiteBroadcast;
import musubi.collectives.algorithm.site.SiteCounts;
import musubi.collectives.algorithm.site.SiteGather;
import musubi.collectives.algorithm.site.SiteReduce;
import musubi.collectives.algorithm.site.SiteReduceScatter;
import musubi.collectives.algorithm.site.SiteScan;
import musubi.collectives.algorithm.site.SiteScatter;
import musubi.collectives.algorithm.site.SiteSplitAllReduce;
import musubi.collectives.algorithm.site.SiteSplitGather;
import musubi.collectives.algorithm.site.SiteSplitReduceScatter;
import musubi.collectives.algorithm.site.SiteSplitScan;
import musubi.collectives.algorithm.site.SiteSplitScatter;
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

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All algorithms by kind of collective. */
public final class Catalogue {
    private static final Map<CollectiveKind, List<Algorithm>> KNOWN =
            Stream.of(CollectiveKind.values())
                    .collect(Collectors.toUnmodifiableMap(kind -> kind, Catalogue::known));

    /** Algorithms that need equal blocks, for padded ones. */
    private static final List<Algorithm> FOR_PADDED_BLOCKS =
            List.of(
                    whole("bruck", new BruckAllToAll()),
                    whole("two-level", new TwoLevelAllToAll()),
                    whole("by-site", new SiteAllToAll()));

    /** The exchange of counts before calls in which ranks pass on blocks of unknown length. */
    private static final Algorithm FOR_COUNTED_BLOCKS = whole("by-site", new SiteCounts());

    private Catalogue() {}

    private static List<Algorithm> known(CollectiveKind kind) {
        return switch (kind) {
            case BARRIER -> barriers();
            case BCAST -> broadcasts();
            case GATHER ->
                    List.of(
                            whole("binomial", new BinomialGather()),
                            whole("linear", new LinearGather()),
                            segmented("by-site", new SiteGather()),
                            segmented("by-site-split", new SiteSplitGather()));
            case GATHERV -> List.of(whole("linear", new LinearGather()));
            case SCATTER ->
                    List.of(
                            whole("binomial", new BinomialScatter()),
                            whole("linear", new LinearScatter()),
                            segmented("by-site", new SiteScatter()),
                            segmented("by-site-split", new SiteSplitScatter()));
            case SCATTERV -> List.of(whole("linear", new LinearScatter()));
            case ALLGATHER, ALLGATHERV -> allGathers();
            case ALLTOALL -> allToAlls();
            case ALLTOALLV, ALLTOALLW -> allToAllsOfBlocks();
            case REDUCE -> reductions();
            case ALLREDUCE -> allReductions();
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                    List.of(
                            whole("pairwise", new PairwiseReduceScatter()),
                            whole("recursive-halving", new RecursiveHalvingReduceScatter()),
                            whole("ring", new RingReduceScatter()),
                            segmented("by-site", new SiteReduceScatter()),
                            segmented("by-site-split", new SiteSplitReduceScatter()));
            case SCAN, EXSCAN ->
                    List.of(
                            whole("recursive-doubling", new RecursiveDoublingScan()),
                            segmented("linear", new LinearScan()),
                            segmented("by-site", new SiteScan()),
                            segmented("by-site-split", new SiteSplitScan()));
            case NEIGHBOR_ALLGATHER, NEIGHBOR_ALLGATHERV -> aroundMe();
            case NEIGHBOR_ALLTOALL, NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> aroundMe();
        };
    }

    private static List<Algorithm> aroundMe() {
        return List.of(whole("linear", new LinearNeighbourhood()));
    }

    private static List<Algorithm> barriers() {
        return List.of(
                whole("dissemination", new DisseminationBarrier()),
                whole("recursive-doubling", new RecursiveDoublingBarrier()),
                whole("tree", new TreeBarrier()),
                whole("linear", new LinearBarrier()),
                whole("by-site", new SiteBarrier()));
    }

    private static List<Algorithm> broadcasts() {
        return List.of(
                segmented("binomial", new BinomialBroadcast()),
                whole("linear", new LinearBroadcast()),
                segmented("chain", new ChainBroadcast()),
                segmented("pipeline", new PipelineBroadcast()),
                segmented("binary-tree", new BinaryTreeBroadcast()),
                segmented("split-binary-tree", new SplitBinaryTreeBroadcast()),
                whole("scatter-doubling", new ScatterDoublingBroadcast()),
                whole("scatter-allgather", new ScatterRingBroadcast()),
                segmented("two-level", new TwoLevelBroadcast()),
                segmented("by-site", new SiteBroadcast()),
                segmented("trinaryx3", new TrinaryBroadcast(TrinaryTrees.X3)),
                segmented("trinaryx6", new TrinaryBroadcast(TrinaryTrees.X6)),
                segmented("bintree3d", new GridBinaryBroadcast(1)),
                segmented("bintree6d", new GridBinaryBroadcast(2)));
    }

    private static List<Algorithm> allGathers() {
        return List.of(
                whole("bruck", new BruckAllGather()),
                whole("ring", new RingAllGather()),
                whole("recursive-doubling", new RecursiveDoublingAllGather()),
                whole("neighbour-exchange", new NeighbourExchangeAllGather()),
                segmented("by-site", new SiteAllGather()),
                segmented("torus3d", new TorusAllGather()));
    }

    private static List<Algorithm> allToAlls() {
        return List.of(
                whole("pairwise", new PairwiseAllToAll()),
                whole("linear", new LinearAllToAll()),
                whole("bruck", new BruckAllToAll()),
                whole("two-level", new TwoLevelAllToAll()),
                whole("by-site", new SiteAllToAll()),
                whole("doublespread", new DoublespreadAllToAll()));
    }

    private static List<Algorithm> allToAllsOfBlocks() {
        return List.of(
                whole("pairwise", new PairwiseAllToAll()),
                whole("linear", new LinearAllToAll()),
                whole("doublespread", new DoublespreadAllToAll()));
    }

    private static List<Algorithm> reductions() {
        return List.of(
                whole("binomial", new BinomialReduce()),
                whole("linear", new LinearReduce()),
                segmented("chain", new ChainReduce()),
                segmented("pipeline", new PipelineReduce()),
                segmented("in-order-binary", new InOrderBinaryReduce()),
                whole("rabenseifner", new RabenseifnerReduce()),
                whole("two-level", new TwoLevelReduce()),
                segmented("by-site", new SiteReduce()),
                segmented("trinaryx3", new TrinaryReduce(TrinaryTrees.X3)),
                segmented("trinaryx6", new TrinaryReduce(TrinaryTrees.X6)));
    }

    private static List<Algorithm> allReductions() {
        return List.of(
                whole("recursive-doubling", new RecursiveDoublingAllReduce()),
                whole("linear", new LinearAllReduce()),
                whole("reduce-broadcast", new ReduceBroadcastAllReduce()),
                whole("rabenseifner", new RabenseifnerAllReduce()),
                segmented("ring", new RingAllReduce()),
                whole("two-level", new TwoLevelAllReduce()),
                segmented("by-site", new SiteAllReduce()),
                segmented("by-site-split", new SiteSplitAllReduce()),
                segmented("trinaryx3", new TrinaryAllReduce(TrinaryTrees.X3)),
                segmented("trinaryx6", new TrinaryAllReduce(TrinaryTrees.X6)));
    }

    /** The algorithms that run calls of a kind as they are; the first one is the default. */
    public static List<Algorithm> of(CollectiveKind kind) {
        return KNOWN.get(kind);
    }

    /**
     * All algorithms for overrides of a kind, including those that {@linkplain #pads pad} or
     * {@linkplain #counts count}.
     */
    public static List<Algorithm> all(CollectiveKind kind) {
        Stream<Algorithm> able = Stream.concat(of(kind).stream(), padded(kind).stream());
        return Stream.concat(able, counted(kind).stream()).toList();
    }

    /**
     * Whether an algorithm pads the blocks of calls of a kind to the longest one, on which the
     * ranks agree first; its schedule is then that of an all-to-all.
     */
    public static boolean pads(CollectiveKind kind, Algorithm algorithm) {
        return padded(kind).contains(algorithm);
    }

    /**
     * Whether ranks exchange the counts of their blocks first; the schedule of the algorithm is
     * then that of the counts.
     */
    public static boolean counts(CollectiveKind kind, Algorithm algorithm) {
        return counted(kind).contains(algorithm);
    }

    private static List<Algorithm> counted(CollectiveKind kind) {
        boolean isRooted = kind == CollectiveKind.GATHERV || kind == CollectiveKind.SCATTERV;
        return isRooted ? List.of(FOR_COUNTED_BLOCKS) : List.of();
    }

    private static List<Algorithm> padded(CollectiveKind kind) {
        boolean unequal = kind == CollectiveKind.ALLTOALLV || kind == CollectiveKind.ALLTOALLW;
        return unequal ? FOR_PADDED_BLOCKS : List.of();
    }

    /** The algorithm of a name, for overrides; null if unknown. */
    public static Algorithm find(CollectiveKind kind, String name) {
        return all(kind).stream().filter(a -> a.name().equals(name)).findFirst().orElse(null);
    }
}
