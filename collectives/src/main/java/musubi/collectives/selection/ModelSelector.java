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
 * Selection of the algorithm and segment size of least predicted time: with a measured table for
 * all communicators, without one for those with a given torus, or on several nodes. Its links are
 * all alike, so calls on several sites are left to {@link SiteSelector} unless those are near.
 */
public final class ModelSelector implements Selector {
    private static final double MICRO = 1e6;

    /** Times within this ratio are equal; the first algorithm of the catalogue is preferred. */
    private static final double ALIKE = 1.03;

    private final CostTable table;
    private final TorusEmbedding job;

    /** The latest layout, with its link counts; most selectors see a single one. */
    private RankLayout layout;

    private Shape layoutShape;

    /**
     * A selector.
     *
     * @param table measured costs, or null
     * @param job the torus of the job, or null
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
        long bytes = new SelectionContext(shape, false).bytes();
        if (shape.size < 2 || !hasData(shape, bytes)) {
            return null;
        }
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
        if (layoutShape == null
                || layoutShape.size != shape.size
                || layoutShape.nodes != shape.nodes
                || !Objects.equals(layoutShape.torus, shape.torus)) {
            layoutShape = shape.copy();
            layout = RankLayout.of(layoutShape, job);
        }
        return layout;
    }

    /** Whether the model has data for a shape. */
    private boolean hasData(Shape shape, long bytes) {
        boolean severalNodes = shape.nodes != null && shape.nodes.count() > 1;
        boolean hasLinks = table != null || shape.torus != null && (job != null || severalNodes);
        return hasLinks && (shape.sites == null || shape.sites.isOneNetworkFor(bytes));
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

    /** The torus of a shape, with its physical torus. */
    private Object where(Shape shape) {
        return job != null && job.logical().equals(shape.torus) ? job : shape.torus;
    }

    private String reason(Shape shape, Candidate best, Candidate second) {
        String source = table == null ? "model" : "table";
        String place = shape.torus == null ? "" : " on " + where(shape);
        return "%s%s: %s against %s %s"
                .formatted(source, place, best.time(), second.algorithm.name(), second.time());
    }
}
