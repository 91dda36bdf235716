package musubi.collectives;

import musubi.Rank;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.inter.InterAlgorithms;
import musubi.collectives.model.CostTable;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.Choice;
import musubi.collectives.selection.Chooser;
import musubi.collectives.selection.FallBacks;
import musubi.collectives.selection.ForcedChooser;
import musubi.collectives.selection.ModelChooser;
import musubi.collectives.selection.RuleChooser;
import musubi.comm.Communicator;
import musubi.error.MpiFailure;

import java.util.List;
import java.util.function.Function;

/**
 * Which algorithm a call of a communicator gets: asks {@link Chooser}s in turn, first what the user
 * forces, then the model and last the rules. All ranks choose alike, because choosers look only at
 * what all ranks know.
 */
final class Selection {
    private static final String TOO_LONG =
            "the longest block of all ranks, times their number, takes more memory than"
                    + " coll.padded.bytes, or than a quarter of a rank's heap";

    private static final int HEAP_SHARE = 4;

    private final ForcedChooser forced;
    private final List<Chooser> choosers;
    private final FallBacks fallBacks;
    private final boolean explains;
    private final boolean usesNode;
    private final long paddedBytes;

    /**
     * A selection.
     *
     * @param fallBacks hears of algorithms that refuse a call
     * @param table what was measured; null: nothing
     * @throws MpiFailure of class ARG when a setting names no algorithm of its kind
     */
    Selection(
            boolean moreRanksThanCores,
            Function<String, String> setting,
            FallBacks fallBacks,
            CostTable table) {
        this.fallBacks = fallBacks;
        explains = CollectiveSettings.EXPLAIN.isOn(setting);
        usesNode = CollectiveSettings.NODE.isOn(setting);
        long ofHeap = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        paddedBytes = Math.min(CollectiveSettings.PADDED_BYTES.number(setting), ofHeap);
        forced = new ForcedChooser(setting);
        ModelChooser model = new ModelChooser(table, JobTorus.told(setting));
        choosers = List.of(forced, model, new RuleChooser(moreRanksThanCores));
    }

    /**
     * The selection for a communicator.
     *
     * @param fallBacks what all communicators of this rank tell
     * @param table what was measured; null: nothing
     */
    static Selection of(
            Communicator comm,
            Function<String, String> setting,
            FallBacks fallBacks,
            CostTable table) {
        Rank rank = comm.owner();
        boolean oneNode = rank.bootstrap().localSize() == rank.bootstrap().worldSize();
        boolean tells = comm.rank() == 0 && comm.isFirst();
        FallBacks told = tells ? fallBacks : new FallBacks(_ -> {});
        return new Selection(oneNode && comm.size() > rank.cores(), setting, told, table);
    }

    /** What calls of this shape get. */
    Choice choose(Shape shape) {
        if (shape.isInter()) {
            return betweenGroups(shape);
        }
        Choice refused = null;
        for (Chooser chooser : choosers) {
            Choice choice = chooser.choose(shape);
            if (choice != null && choice.algorithm().refusal(shape) == null) {
                tell(shape, refused, choice);
                return choice;
            }
            refused = refused == null ? choice : refused;
        }
        Choice choice = Choice.of(firstAble(shape), shape, "the first that can");
        tell(shape, refused, choice);
        return choice;
    }

    private Choice betweenGroups(Shape shape) {
        String reason = shape.size + "+" + shape.remoteSize + " ranks";
        Choice only = new Choice(InterAlgorithms.of(shape.kind), 0, reason);
        Choice refused = forced.choose(shape);
        if (refused != null && !refused.text().equals(only.text())) {
            String refusal = "between two groups there is one algorithm for each kind";
            fallBacks.tell(shape.kind.toString(), refused, refusal, only);
        }
        return only;
    }

    /**
     * What runs, and tells so, when places for padded blocks are too long for one of the ranks.
     *
     * @param padded what was chosen
     */
    Choice unpadded(Shape shape, Choice padded) {
        Choice choice = Choice.of(firstAble(shape), shape, "the padded blocks are too long");
        fallBacks.tell(shape.kind.toString(), padded, TOO_LONG, choice);
        return choice;
    }

    private static Algorithm firstAble(Shape shape) {
        return Catalogue.of(shape.kind).stream()
                .filter(algorithm -> algorithm.refusal(shape) == null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing can do " + shape));
    }

    private void tell(Shape shape, Choice refused, Choice chosen) {
        if (refused != null) {
            String refusal = refused.algorithm().refusal(shape);
            fallBacks.tell(shape.kind.toString(), refused, refusal, chosen);
        }
    }

    /**
     * Forces an algorithm for calls of this kind from now on.
     *
     * @param source where the user has said so
     * @throws MpiFailure of class ARG when there is no such algorithm
     */
    void force(CollectiveKind kind, String text, String source) {
        forced.force(kind, text, source);
    }

    /** Whether calls of this kind have to use an algorithm that the user chose. */
    boolean forces(CollectiveKind kind) {
        return forced.forces(kind);
    }

    /** What a rank may use for an all-to-all of {@linkplain PaddedCall padded} blocks. */
    long paddedBytes() {
        return paddedBytes;
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
                + shape.count * shape.itemBytes
                + " bytes)";
    }

    /** Whether the user wants to know what is chosen. */
    boolean explains() {
        return explains;
    }

    /** What is chosen for calls of this shape and why, in one line. */
    String explain(Shape shape, Choice choice) {
        return shape.kind + ": " + choice.text() + " (" + choice.reason() + ")";
    }
}
