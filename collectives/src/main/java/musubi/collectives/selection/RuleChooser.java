package musubi.collectives.selection;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

/**
 * The rules of thumb, which know every call. They look at the kind, the number of ranks, the bytes
 * of a block, and whether the ranks of a job on a single node outnumber its cores.
 */
public final class RuleChooser implements Chooser {
    /** Up to so many ranks one of them can serve all others faster than rounds take. */
    private static final int LINEAR_RANKS = 32;

    /** Above so many bytes in all, bandwidth counts and not the number of messages. */
    private static final long SMALL_BYTES = 32 << 10;

    private final boolean moreRanksThanCores;

    /** Rules for a job. */
    public RuleChooser(boolean moreRanksThanCores) {
        this.moreRanksThanCores = moreRanksThanCores;
    }

    @Override
    public Choice choose(Shape shape) {
        String reason =
                shape.size
                        + " ranks, "
                        + (moreRanksThanCores ? "more" : "not more")
                        + " than cores, "
                        + bytes(shape)
                        + " bytes";
        Algorithm best = Catalogue.find(shape.kind, best(shape));
        return Choice.of(best, shape, reason);
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
            default -> first(shape.kind);
        };
    }

    private static String first(CollectiveKind kind) {
        return Catalogue.of(kind).getFirst().name();
    }

    private static long bytes(Shape shape) {
        return shape.count * shape.itemBytes;
    }
}
