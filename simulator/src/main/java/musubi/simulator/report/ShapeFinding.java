package musubi.simulator.report;

import static musubi.simulator.report.ExperimentCache.GRID;
import static musubi.simulator.report.ExperimentCache.TRINARY;

import musubi.coll.CollectiveKind;
import musubi.collectives.model.CostTable;
import musubi.collectives.model.HockneyLink;
import musubi.collectives.schedule.Shape;
import musubi.collectives.selection.ModelSelector;
import musubi.collectives.selection.SelectedAlgorithm;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.report.Finding.Verdict;

import java.util.ArrayList;
import java.util.List;

/** Gain of a choice by the shape of the job and the links under it. */
final class ShapeFinding {
    private static final String NAME = "Shape-aware choice";
    private static final long KIB = BroadcastFindings.KIB;
    private static final long[] SIZES = {
        4 * KIB, 32 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB, 4096 * KIB
    };
    private static final double MOST_LOSS = 1.1;
    private static final CostTable COSTS = costs();

    private final ExperimentCache lab;
    private final StudyScale scale;

    /** The greatest loss of the model, given the links or only the shape. */
    private double known;

    private double blind;

    /** The greatest loss of the study's rule, and its place. */
    private double rule;

    private String where = "";

    ShapeFinding(ExperimentCache lab, StudyScale scale) {
        this.lab = lab;
        this.scale = scale;
    }

    private static CostTable costs() {
        List<String> lines = new ArrayList<>(List.of(CostTable.HEADING));
        lines.add(costs(TRINARY, FittedLink.TRINARY));
        lines.add(costs(GRID, FittedLink.TREE));
        return CostTable.parse(String.join("\n", lines), "the study's fits");
    }

    private static String costs(String name, FittedLink fit) {
        CollectiveKind kind = CollectiveKind.BCAST;
        HockneyLink link = new HockneyLink(fit.latency(), fit.bandwidth());
        return new CostTable.Line(kind, name, 3072, Long.MAX_VALUE, link).text();
    }

    Finding finding() {
        MarkdownTable table =
                new MarkdownTable("time / better", "1-D", "2-D", "3-D", "1-D, model", "2-D", "3-D");
        for (long bytes : SIZES) {
            Object[] cells = {MarkdownTable.size(bytes), 0, 0, 0, 0, 0, 0};
            for (int d = 1; d <= 3; d++) {
                compare(cells, d, bytes);
            }
            table.row(cells);
        }
        return new Finding(
                NAME,
                ReportText.of(NAME + ".statement").with("job", scale.embedded(1)),
                table.lines(),
                Verdict.of(known <= MOST_LOSS),
                ReportText.of(NAME + ".reason")
                        .with("known", known)
                        .with("blind", blind)
                        .with("where", where)
                        .with("rule", rule));
    }

    private void compare(Object[] cells, int dimensions, long bytes) {
        TorusEmbedding job = scale.embedded(dimensions);
        double grid = lab.broadcastCut(GRID, job, true, bytes);
        double trinary = lab.broadcastCut(TRINARY, job, true, bytes);
        double better = Math.min(grid, trinary);
        boolean takesGrid = BroadcastFindings.tuned(bytes).equals(GRID);
        double loss = (takesGrid ? grid : trinary) / better;
        double model = chosen(job, job, bytes) / better;
        cells[dimensions] = loss;
        cells[dimensions + 3] = model;
        known = Math.max(known, model);
        blind = Math.max(blind, chosen(TorusEmbedding.of(job.logical()), job, bytes) / better);
        if (loss > rule) {
            rule = loss;
            where = MarkdownTable.size(bytes) + " on " + job;
        }
    }

    /**
     * Seconds of the model's choice.
     *
     * @param known shape and links given to the model
     */
    private double chosen(TorusEmbedding known, TorusEmbedding job, long bytes) {
        Shape shape = new Shape().reset(CollectiveKind.BCAST, 0, scale.nodes());
        shape.count = bytes;
        shape.torus = known.logical();
        SelectedAlgorithm choice = new ModelSelector(COSTS, known).select(shape);
        String name = choice.algorithm().name();
        return lab.broadcast(name, job, bytes, choice.segmentBytes());
    }
}
