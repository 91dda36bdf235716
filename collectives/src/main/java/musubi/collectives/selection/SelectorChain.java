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
 * Selection of algorithms for a communicator: the first result of its {@link Selector}s, in the
 * order overrides, sites, cost model, decision rules. All ranks select the same algorithm, because
 * selectors use only values that are equal on all ranks.
 */
public final class SelectorChain {
    private static final String TOO_LONG =
            "the longest block of all ranks, times their number, takes more memory than"
                    + " coll.padded.bytes, or than a quarter of a rank's heap";

    private static final int HEAP_SHARE = 4;

    private final OverrideSelector forced;
    private final List<Selector> selectors;
    private final Fallbacks fallbacks;
    private final boolean explains;
    private final boolean usesNode;
    private final long paddedBytes;

    /**
     * A chain.
     *
     * @param fallbacks receives reports of refused calls
     * @param table measured costs, or null
     * @throws MpiFailure of class ARG for a setting with an unknown algorithm
     */
    SelectorChain(
            boolean moreRanksThanCores,
            Function<String, String> setting,
            Fallbacks fallbacks,
            CostTable table) {
        this.fallbacks = fallbacks;
        explains = CollectiveSettings.EXPLAIN.isOn(setting);
        usesNode = CollectiveSettings.NODE.isOn(setting);
        long ofHeap = Runtime.getRuntime().maxMemory() / HEAP_SHARE;
        paddedBytes = Math.min(CollectiveSettings.PADDED_BYTES.number(setting), ofHeap);
        forced = new OverrideSelector(setting);
        ModelSelector model = new ModelSelector(table, VirtualTorus.configured(setting));
        selectors =
                List.of(forced, new SiteSelector(), model, new RuleSelector(moreRanksThanCores));
    }

    /**
     * The chain of a communicator.
     *
     * @param fallbacks reports of all communicators of this rank
     * @param table measured costs, or null
     */
    public static SelectorChain of(
            CollectiveContext comm,
            Function<String, String> setting,
            Fallbacks fallbacks,
            CostTable table) {
        RankServices services = comm.services();
        boolean oneNode = services.job().localSize() == services.job().worldSize();
        boolean isReporter = comm.rank() == 0 && comm.isFirst();
        Fallbacks reports = isReporter ? fallbacks : Fallbacks.silent();
        return new SelectorChain(
                oneNode && comm.size() > services.cores(), setting, reports, table);
    }

    /** The selection for calls of a shape. */
    public SelectedAlgorithm select(Shape shape) {
        if (shape.isInter()) {
            return selectBetweenGroups(shape);
        }
        SelectedAlgorithm refused = null;
        for (Selector selector : selectors) {
            SelectedAlgorithm choice = selector.select(shape);
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

    private SelectedAlgorithm selectBetweenGroups(Shape shape) {
        String reason = shape.size + "+" + shape.remoteSize + " ranks";
        SelectedAlgorithm only = SelectedAlgorithm.of(InterAlgorithms.of(shape), shape, reason);
        SelectedAlgorithm refused = forced.select(shape);
        if (refused != null && !refused.text().equals(only.text())) {
            String refusal = "between two groups there is one algorithm for each kind";
            fallbacks.report(shape.kind.toString(), refused, refusal, only);
        }
        return only;
    }

    /**
     * The selection, after a report, if padded blocks exceed the memory of one of the ranks.
     *
     * @param padded the previous selection
     */
    public SelectedAlgorithm unpadded(Shape shape, SelectedAlgorithm padded) {
        SelectedAlgorithm choice =
                SelectedAlgorithm.of(firstAble(shape), shape, "the padded blocks are too long");
        fallbacks.report(shape.kind.toString(), padded, TOO_LONG, choice);
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
            fallbacks.report(shape.kind.toString(), refused, refusal, chosen);
        }
    }

    /**
     * Sets an override for later calls of a kind.
     *
     * @param source setting or hint, for reports
     * @throws MpiFailure of class ARG for an unknown algorithm
     */
    public void force(CollectiveKind kind, String text, String source) {
        forced.force(kind, text, source);
    }

    /** Whether a kind has an override. */
    public boolean forces(CollectiveKind kind) {
        return forced.forces(kind);
    }

    /** Memory of a rank for an all-to-all of padded blocks. */
    public long paddedBytes() {
        return paddedBytes;
    }

    /** Whether flags within a node are enabled. */
    public boolean usesNode() {
        return usesNode;
    }

    /** As {@link #explain}, for a call by flags. */
    public String explainNode(Shape shape) {
        long bytes = shape.count * shape.itemBytes;
        return shape.kind + ": flags (" + shape.size + " ranks of one node, " + bytes + " bytes)";
    }

    /** Whether selections are reported. */
    public boolean explains() {
        return explains;
    }

    /** The selection for calls of a shape and its reason, in one line. */
    public String explain(Shape shape, SelectedAlgorithm choice) {
        return shape.kind + ": " + choice.text() + " (" + choice.reason() + ")";
    }
}
