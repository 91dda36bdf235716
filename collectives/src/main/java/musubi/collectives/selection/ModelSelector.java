package musubi.collectives.selection;

import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.CallCost;
import musubi.collectives.model.CostFormula;
import musubi.collectives.model.CostFormulas;
import musubi.collectives.model.CostTable;
import musubi.collectives.model.HockneyLink;
import musubi.collectives.model.RankLayout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.TorusEmbedding;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The algorithm and the segment that take the least time by the formulas of the model: with a table
 * of what was measured for all communicators, without one for those whose ranks lie in a torus that
 * somebody has told, or on several nodes.
 */
public final class ModelSelector implements Selector {
    private static final double MICRO = 1e6;

    /** Times that differ by less are alike: then the first algorithm of the catalogue is taken. */
    private static final double ALIKE = 1.03;

    private final CostTable table;
    private final TorusEmbedding job;

    /** What was asked for last, which has counted its links; most choosers see one only. */
    private RankLayout layout;

    private Shape seen;

    /**
     * A chooser.
     *
     * @param table what was measured; null: nothing
     * @param job how the job lies on the links of a torus; null when nobody has said it
     */
    public ModelSelector(CostTable table, TorusEmbedding job) {
        this.table = table;
        this.job = job;
    }

    /** An algorithm with its best segments and its time. */
    private record Candidate(Algorithm algorithm, long segmentBytes, double seconds) {
        String time() {
            return String.format(Locale.ROOT, "%.3g us", seconds * MICRO);
        }
    }

    @Override
    public SelectedAlgorithm select(Shape shape) {
        if (shape.size < 2 || !knows(shape)) {
            return null;
        }
        long bytes = new SelectionContext(shape, false).bytes();
        RankLayout where = layout(shape);
        List<Candidate> all = new ArrayList<>();
        for (Algorithm algorithm : Catalogue.of(shape.kind)) {
            Candidate next = candidate(shape, algorithm, where, bytes);
            if (next != null) {
                all.add(next);
            }
        }
        if (all.size() < 2) {
            return null;
        }
        double least = all.stream().mapToDouble(Candidate::seconds).min().orElseThrow();
        Candidate best =
                all.stream().filter(c -> c.seconds <= ALIKE * least).findFirst().orElseThrow();
        all.remove(best);
        Candidate second = Collections.min(all, Comparator.comparing(Candidate::seconds));
        return new SelectedAlgorithm(
                best.algorithm, best.segmentBytes, reason(shape, best, second));
    }

    private synchronized RankLayout layout(Shape shape) {
        if (seen == null
                || seen.size != shape.size
                || seen.nodes != shape.nodes
                || !Objects.equals(seen.torus, shape.torus)) {
            seen = shape.copy();
            layout = RankLayout.of(seen, job);
        }
        return layout;
    }

    /** Whether the model has something to go by. */
    private boolean knows(Shape shape) {
        boolean severalNodes = shape.nodes != null && shape.nodes.count() > 1;
        return table != null || shape.torus != null && (job != null || severalNodes);
    }

    private Candidate candidate(Shape shape, Algorithm algorithm, RankLayout where, long bytes) {
        CostFormula formula = CostFormulas.of(shape.kind, algorithm.name());
        HockneyLink link =
                table == null
                        ? HockneyLink.TOFU
                        : table.of(shape.kind, algorithm.name(), shape.size, bytes);
        if (formula == null || link == null || algorithm.refusal(shape) != null) {
            return null;
        }
        CallCost cost = formula.of(where, bytes);
        long segments = cost.bestSegments(link);
        double seconds = cost.seconds(segments, link);
        return new Candidate(algorithm, cost.segmentBytes(segments), seconds);
    }

    /** The torus of a shape, and what it lies over. */
    private Object where(Shape shape) {
        return job != null && job.logical().equals(shape.torus) ? job : shape.torus;
    }

    private String reason(Shape shape, Candidate best, Candidate second) {
        return (table == null ? "model" : "table")
                + (shape.torus == null ? "" : " on " + where(shape))
                + ": "
                + best.time()
                + " against "
                + second.algorithm.name()
                + " "
                + second.time();
    }
}
