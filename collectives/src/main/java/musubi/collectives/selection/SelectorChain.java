package musubi.collectives.selection;

import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveKind;
import musubi.coll.RankServices;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.inter.InterAlgorithms;
import musubi.collectives.model.CostTable;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.error.MpiFailure;

import java.util.List;
import java.util.function.Function;

/**
 * Which algorithm a call of a communicator gets: asks {@link Selector}s in turn, first what the
 * user forces, then the model and last the rules. All ranks choose alike, because choosers look
 * only at what all ranks know.
 */
public final class SelectorChain {
    private static final String TOO_LONG =
            "the longest block of all ranks, times their number, takes more memory than"
                    + " coll.padded.bytes, or than a quarter of a rank's heap";

    private static final int HEAP_SHARE = 4;

    private final OverrideSelector forced;
    private final List<Selector> choosers;
    private final Fallbacks fallBacks;
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
    SelectorChain(
            boolean moreRanksThanCores,
            Function<String, String> setting,
            Fallbacks fallBacks,
            CostTable table) {
        this.fallBacks = fallBacks;
        explains = CollectiveSettings.EXPLAIN.isOn(setting);
        usesNode = CollectiveSettings.NODE.isOn(setting);
        long ofHeap = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        paddedBytes = Math.min(CollectiveSettings.PADDED_BYTES.number(setting), ofHeap);
        forced = new OverrideSelector(setting);
        ModelSelector model = new ModelSelector(table, VirtualTorus.configured(setting));
        choosers = List.of(forced, model, new RuleSelector(moreRanksThanCores));
    }

    /**
     * The selection for a communicator.
     *
     * @param fallBacks what all communicators of this rank tell
     * @param table what was measured; null: nothing
     */
    public static SelectorChain of(
            CollectiveContext comm,
            Function<String, String> setting,
            Fallbacks fallBacks,
            CostTable table) {
        RankServices services = comm.services();
        boolean oneNode = services.job().localSize() == services.job().worldSize();
        boolean tells = comm.rank() == 0 && comm.isFirst();
        Fallbacks told = tells ? fallBacks : new Fallbacks(_ -> {});
        return new SelectorChain(oneNode && comm.size() > services.cores(), setting, told, table);
    }

    /** What calls of this shape get. */
    public SelectedAlgorithm select(Shape shape) {
        if (shape.isInter()) {
            return betweenGroups(shape);
        }
        SelectedAlgorithm refused = null;
        for (Selector chooser : choosers) {
            SelectedAlgorithm choice = chooser.select(shape);
            if (choice != null && choice.algorithm().refusal(shape) == null) {
                reportFallback(shape, refused, choice);
                return choice;
            }
            refused = refused == null ? choice : refused;
        }
        SelectedAlgorithm choice =
                SelectedAlgorithm.of(firstAble(shape), shape, "the first that can");
        reportFallback(shape, refused, choice);
        return choice;
    }

    private SelectedAlgorithm betweenGroups(Shape shape) {
        String reason = shape.size + "+" + shape.remoteSize + " ranks";
        SelectedAlgorithm only = new SelectedAlgorithm(InterAlgorithms.of(shape.kind), 0, reason);
        SelectedAlgorithm refused = forced.select(shape);
        if (refused != null && !refused.text().equals(only.text())) {
            String refusal = "between two groups there is one algorithm for each kind";
            fallBacks.report(shape.kind.toString(), refused, refusal, only);
        }
        return only;
    }

    /**
     * What runs, and tells so, when places for padded blocks are too long for one of the ranks.
     *
     * @param padded what was chosen
     */
    public SelectedAlgorithm unpadded(Shape shape, SelectedAlgorithm padded) {
        SelectedAlgorithm choice =
                SelectedAlgorithm.of(firstAble(shape), shape, "the padded blocks are too long");
        fallBacks.report(shape.kind.toString(), padded, TOO_LONG, choice);
        return choice;
    }

    private static Algorithm firstAble(Shape shape) {
        return Catalogue.of(shape.kind).stream()
                .filter(algorithm -> algorithm.refusal(shape) == null)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing can do " + shape));
    }

    private void reportFallback(Shape shape, SelectedAlgorithm refused, SelectedAlgorithm chosen) {
        if (refused != null) {
            String refusal = refused.algorithm().refusal(shape);
            fallBacks.report(shape.kind.toString(), refused, refusal, chosen);
        }
    }

    /**
     * Forces an algorithm for calls of this kind from now on.
     *
     * @param source where the user has said so
     * @throws MpiFailure of class ARG when there is no such algorithm
     */
    public void force(CollectiveKind kind, String text, String source) {
        forced.force(kind, text, source);
    }

    /** Whether calls of this kind have to use an algorithm that the user chose. */
    public boolean forces(CollectiveKind kind) {
        return forced.forces(kind);
    }

    /**
     * What a rank may use for an all-to-all of {@linkplain musubi.collectives.execution.PaddedCall
     * padded} blocks.
     */
    public long paddedBytes() {
        return paddedBytes;
    }

    /** Whether communicators on one node use flags in shared memory where they can. */
    public boolean usesNode() {
        return usesNode;
    }

    /** As {@link #explain} for a call that is done by flags. */
    public String explainNode(Shape shape) {
        return shape.kind
                + ": flags ("
                + shape.size
                + " ranks of one node, "
                + shape.count * shape.itemBytes
                + " bytes)";
    }

    /** Whether the user wants to know what is chosen. */
    public boolean explains() {
        return explains;
    }

    /** What is chosen for calls of this shape and why, in one line. */
    public String explain(Shape shape, SelectedAlgorithm choice) {
        return shape.kind + ": " + choice.text() + " (" + choice.reason() + ")";
    }
}
