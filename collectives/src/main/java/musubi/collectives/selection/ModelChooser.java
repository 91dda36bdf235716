package musubi.collectives.selection;

import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.Cost;
import musubi.collectives.model.CostTable;
import musubi.collectives.model.Formula;
import musubi.collectives.model.Formulas;
import musubi.collectives.model.Hockney;
import musubi.collectives.model.Layout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

import java.util.Locale;

/**
 * The algorithm and the segment that take the least time by the formulas of the model: with a table
 * of what was measured for all communicators, without one for those whose ranks lie in a torus that
 * somebody has told, or on several nodes.
 */
public final class ModelChooser implements Chooser {
    private static final double MICRO = 1e6;

    private final CostTable table;
    private final boolean linked;

    /**
     * A chooser.
     *
     * @param table what was measured; null: nothing
     * @param linked whether somebody has said that the network is a torus
     */
    public ModelChooser(CostTable table, boolean linked) {
        this.table = table;
        this.linked = linked;
    }

    /** An algorithm with its best segments and its time. */
    private record Candidate(Algorithm algorithm, long segmentBytes, double seconds) {
        String time() {
            return String.format(Locale.ROOT, "%.3g us", seconds * MICRO);
        }
    }

    @Override
    public Choice choose(Shape shape) {
        if (shape.size < 2 || !knows(shape)) {
            return null;
        }
        long bytes = new Situation(shape, false).bytes();
        Layout layout = Layout.of(shape, linked);
        Candidate best = null;
        Candidate second = null;
        for (Algorithm algorithm : Catalogue.of(shape.kind)) {
            Candidate next = candidate(shape, algorithm, layout, bytes);
            if (next == null) {
                continue;
            }
            if (best == null || next.seconds < best.seconds) {
                second = best;
                best = next;
            } else if (second == null || next.seconds < second.seconds) {
                second = next;
            }
        }
        return best == null || second == null
                ? null
                : new Choice(best.algorithm, best.segmentBytes, reason(shape, best, second));
    }

    /** Whether the model has something to go by. */
    private boolean knows(Shape shape) {
        boolean severalNodes = shape.nodes != null && shape.nodes.count() > 1;
        return table != null || shape.torus != null && (linked || severalNodes);
    }

    private Candidate candidate(Shape shape, Algorithm algorithm, Layout layout, long bytes) {
        Formula formula = Formulas.of(shape.kind, algorithm.name());
        Hockney link =
                table == null
                        ? Hockney.TOFU
                        : table.of(shape.kind, algorithm.name(), shape.size, bytes);
        if (formula == null || link == null || algorithm.refusal(shape) != null) {
            return null;
        }
        Cost cost = formula.of(layout, bytes);
        long segments = cost.bestSegments(link);
        double seconds = cost.seconds(segments, link);
        return new Candidate(algorithm, cost.segmentBytes(segments), seconds);
    }

    private String reason(Shape shape, Candidate best, Candidate second) {
        return (table == null ? "model" : "table")
                + (shape.torus == null ? "" : " on " + shape.torus)
                + ": "
                + best.time()
                + " against "
                + second.algorithm.name()
                + " "
                + second.time();
    }
}
