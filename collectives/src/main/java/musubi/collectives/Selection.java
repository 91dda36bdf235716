package musubi.collectives;

import musubi.Rank;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.inter.InterAlgorithms;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.comm.Communicator;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.EnumMap;
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

    private static Algorithm find(CollectiveKind kind, String name) {
        Algorithm algorithm = Catalogue.find(kind, name);
        if (algorithm != null) {
            return algorithm;
        }
        throw new MpiFailure(
                ErrorClass.ARG,
                "no such algorithm: musubi."
                        + CollectiveSettings.nameOf(kind)
                        + "="
                        + name
                        + " known="
                        + Catalogue.of(kind).stream().map(Algorithm::name).toList());
    }

    /** The algorithm for calls of this shape. */
    Algorithm choose(Shape shape) {
        if (shape.isInter()) {
            return InterAlgorithms.of(shape.kind);
        }
        Algorithm wanted = forced.get(shape.kind);
        boolean usable = wanted != null && wanted.refusal(shape) == null;
        return usable ? wanted : find(shape.kind, best(shape));
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
            default -> Catalogue.of(shape.kind).getFirst().name();
        };
    }

    private static long bytes(Shape shape) {
        return shape.count * shape.itemBytes;
    }
}
