package musubi.collectives;

import musubi.Rank;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.BinomialBroadcast;
import musubi.collectives.algorithm.BinomialGather;
import musubi.collectives.algorithm.BinomialReduce;
import musubi.collectives.algorithm.BinomialScatter;
import musubi.collectives.algorithm.BruckAllGather;
import musubi.collectives.algorithm.DisseminationBarrier;
import musubi.collectives.algorithm.LinearAllReduce;
import musubi.collectives.algorithm.LinearBarrier;
import musubi.collectives.algorithm.LinearBroadcast;
import musubi.collectives.algorithm.LinearGather;
import musubi.collectives.algorithm.LinearNeighbourhood;
import musubi.collectives.algorithm.LinearReduce;
import musubi.collectives.algorithm.LinearScatter;
import musubi.collectives.algorithm.PairwiseAllToAll;
import musubi.collectives.algorithm.PairwiseReduceScatter;
import musubi.collectives.algorithm.RecursiveDoublingAllReduce;
import musubi.collectives.algorithm.RecursiveDoublingScan;
import musubi.collectives.algorithm.ReduceBroadcastAllReduce;
import musubi.collectives.algorithm.RingAllGather;
import musubi.collectives.inter.InterAlgorithms;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which algorithm a call gets; the one place that knows. All ranks of a communicator choose alike,
 * because the choice looks only at what they all know: the kind, the size, bytes, and whether a job
 * on a single node has more ranks than cores.
 *
 * <p>The setting {@code coll.<kind>} forces an algorithm by name, for example {@code
 * coll.barrier=linear}.
 */
final class Selection {
    /** Up to so many ranks one of them can serve all others faster than rounds take. */
    private static final int LINEAR_RANKS = 32;

    /** Above so many bytes in all, bandwidth counts and not the number of messages. */
    private static final long SMALL_BYTES = 32 << 10;

    private static final Map<CollectiveKind, List<Algorithm>> KNOWN =
            Collections.unmodifiableMap(known());

    private final boolean moreRanksThanCores;
    private final Map<CollectiveKind, Algorithm> forced = new EnumMap<>(CollectiveKind.class);
    private final boolean explains;
    private final boolean usesNode;

    /**
     * A selection.
     *
     * @throws MpiFailure of class ARG when a setting names no algorithm of its kind
     */
    Selection(boolean moreRanksThanCores, Function<String, String> setting) {
        this.moreRanksThanCores = moreRanksThanCores;
        explains = CollectiveSettings.EXPLAIN.isOn(setting);
        usesNode = CollectiveSettings.NODE.isOn(setting);
        for (CollectiveKind kind : CollectiveKind.values()) {
            String name = setting.apply(CollectiveSettings.nameOf(kind));
            if (name != null) {
                forced.put(kind, find(kind, name));
            }
        }
    }

    /** The selection for a communicator. */
    static Selection of(Communicator comm, Function<String, String> setting) {
        Rank rank = comm.owner();
        boolean oneNode = rank.bootstrap().localSize() == rank.bootstrap().worldSize();
        return new Selection(oneNode && comm.size() > rank.cores(), setting);
    }

    private static Map<CollectiveKind, List<Algorithm>> known() {
        Map<CollectiveKind, List<Algorithm>> known = new EnumMap<>(CollectiveKind.class);
        Algorithm toAll = new PairwiseAllToAll();
        Algorithm scan = new RecursiveDoublingScan();
        Algorithm scattering = new PairwiseReduceScatter();
        Algorithm aroundMe = new LinearNeighbourhood();
        known.put(CollectiveKind.BARRIER, List.of(new DisseminationBarrier(), new LinearBarrier()));
        known.put(CollectiveKind.BCAST, List.of(new BinomialBroadcast(), new LinearBroadcast()));
        known.put(CollectiveKind.GATHER, List.of(new BinomialGather(), new LinearGather()));
        known.put(CollectiveKind.GATHERV, List.of(new LinearGather()));
        known.put(CollectiveKind.SCATTER, List.of(new BinomialScatter(), new LinearScatter()));
        known.put(CollectiveKind.SCATTERV, List.of(new LinearScatter()));
        known.put(CollectiveKind.ALLGATHER, List.of(new BruckAllGather(), new RingAllGather()));
        known.put(CollectiveKind.ALLGATHERV, List.of(new RingAllGather()));
        known.put(CollectiveKind.ALLTOALL, List.of(toAll));
        known.put(CollectiveKind.ALLTOALLV, List.of(toAll));
        known.put(CollectiveKind.ALLTOALLW, List.of(toAll));
        known.put(CollectiveKind.REDUCE, List.of(new BinomialReduce(), new LinearReduce()));
        known.put(
                CollectiveKind.ALLREDUCE,
                List.of(
                        new RecursiveDoublingAllReduce(),
                        new LinearAllReduce(),
                        new ReduceBroadcastAllReduce()));
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
    static List<Algorithm> algorithms(CollectiveKind kind) {
        return KNOWN.get(kind);
    }

    private static Algorithm find(CollectiveKind kind, String name) {
        List<Algorithm> known = KNOWN.get(kind);
        for (Algorithm algorithm : known) {
            if (algorithm.name().equals(name)) {
                return algorithm;
            }
        }
        throw new MpiFailure(
                ErrorClass.ARG,
                "no such algorithm: musubi."
                        + CollectiveSettings.nameOf(kind)
                        + "="
                        + name
                        + " known="
                        + known.stream().map(Algorithm::name).toList());
    }

    /** The algorithm for calls of this shape. */
    Algorithm choose(Shape shape) {
        if (shape.isInter()) {
            return InterAlgorithms.of(shape.kind);
        }
        Algorithm wanted = forced.get(shape.kind);
        return wanted != null ? wanted : find(shape.kind, best(shape));
    }

    /** Whether calls of this kind have to use an algorithm that the user chose. */
    boolean forces(CollectiveKind kind) {
        return forced.containsKey(kind);
    }

    /** Whether communicators on one node use flags in shared memory where they can. */
    boolean usesNode() {
        return usesNode;
    }

    /** As {@link #explain} for a call that is done by flags. */
    String explainNode(Shape shape) {
        return shape.kind
                + ": flags ("
                + shape.size
                + " ranks of one node, "
                + bytes(shape)
                + " bytes)";
    }

    /** Whether the user wants to know what is chosen. */
    boolean explains() {
        return explains;
    }

    /** What is chosen for calls of this shape and why, in one line. */
    String explain(Shape shape) {
        String reason =
                forced.containsKey(shape.kind) && !shape.isInter()
                        ? "musubi." + CollectiveSettings.nameOf(shape.kind)
                        : (shape.isInter() ? shape.size + "+" + shape.remoteSize : shape.size)
                                + " ranks, "
                                + (moreRanksThanCores ? "more" : "not more")
                                + " than cores, "
                                + bytes(shape)
                                + " bytes";
        return shape.kind + ": " + choose(shape).name() + " (" + reason + ")";
    }

    private String best(Shape shape) {
        boolean small = bytes(shape) * shape.size <= SMALL_BYTES;
        boolean linear = moreRanksThanCores && small && shape.size <= LINEAR_RANKS;
        return switch (shape.kind) {
            case BARRIER -> linear ? "linear" : "dissemination";
            case BCAST, REDUCE -> linear ? "linear" : "binomial";
            case ALLREDUCE -> linear ? "linear" : "recursive-doubling";
            case GATHER, SCATTER -> small && !linear ? "binomial" : "linear";
            case ALLGATHER -> small ? "bruck" : "ring";
            default -> KNOWN.get(shape.kind).getFirst().name();
        };
    }

    private static long bytes(Shape shape) {
        return (long) shape.count * shape.itemBytes;
    }
}
