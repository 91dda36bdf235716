package musubi.simulator.report;

import static musubi.simulator.report.ExperimentCache.GRID;
import static musubi.simulator.report.ExperimentCache.TRINARY;

import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.report.Finding.Verdict;

import java.util.List;
import java.util.stream.Collectors;

/** Findings B6 to B10 of broadcasts: short messages, segments, and which shape is best. */
record TuningFindings(ExperimentCache lab, StudyScale scale) {
    private static final long KIB = BroadcastFindings.KIB;
    private static final long MIB = BroadcastFindings.MIB;

    List<Finding> all() {
        return List.of(shortOnes(), segments(), optima(), uncut(), space());
    }

    private Finding shortOnes() {
        MarkdownTable table =
                new MarkdownTable(
                        "µs", "size", "binary-tree", GRID, "bintree6d", "ratio to better");
        boolean agrees = true;
        for (int d = 1; d <= 3; d++) {
            TorusEmbedding layout = scale.embedded(d);
            for (long bytes : new long[] {64, 512}) {
                double tuned = 1e6 * lab.broadcast("binary-tree", layout, bytes, 0);
                double grid = 1e6 * lab.broadcast(GRID, layout, bytes, 0);
                double six = 1e6 * lab.broadcast("bintree6d", layout, bytes, 0);
                double ratio = tuned / Math.min(grid, six);
                table.row(layout, bytes + " B", tuned, grid, six, ratio);
                agrees &= ratio > 1 && ratio < 2;
            }
        }
        return Finding.of(
                "B6",
                table.lines(),
                Verdict.of(agrees),
                ReportText.of(agrees ? "B6.agrees" : "B6.differs"));
    }

    private Finding segments() {
        MarkdownTable table =
                new MarkdownTable(TRINARY + ", ms", "64 KiB", "256 KiB", "1 MiB", "4 MiB");
        TorusEmbedding layout = scale.embedded(1);
        for (long segment : new long[] {4096, 16384}) {
            table.row(
                    "segments of " + segment,
                    1e3 * lab.broadcast(TRINARY, layout, 64 * KIB, segment),
                    1e3 * lab.broadcast(TRINARY, layout, 256 * KIB, segment),
                    1e3 * lab.broadcast(TRINARY, layout, MIB, segment),
                    1e3 * lab.broadcast(TRINARY, layout, 4 * MIB, segment));
        }
        return Finding.of("B7", table.lines(), Verdict.UNKNOWN, ReportText.of("B7.reason"));
    }

    private Finding optima() {
        MarkdownTable table =
                new MarkdownTable(
                        "4 MiB, 3-D", "equation", "best found", "ratio", "time lost by equation");
        double[] found = new double[2];
        double[] lost = new double[2];
        String[] names = {TRINARY, GRID};
        double ratio = scale == StudyScale.LARGE ? 2 : Math.sqrt(2);
        for (int i = 0; i < names.length; i++) {
            TorusEmbedding layout = scale.embedded(3);
            long equation = ExperimentCache.segment(names[i], layout, 4 * MIB);
            long at = best(names[i], layout, equation, ratio);
            double best = lab.broadcast(names[i], layout, 4 * MIB, at);
            found[i] = (double) at / equation;
            lost[i] = lab.broadcastCut(names[i], layout, true, 4 * MIB) / best - 1;
            String percent = MarkdownTable.number(100 * lost[i]) + " %";
            table.row(names[i], equation + " B", at + " B", found[i], percent);
        }
        boolean predicts = found[0] > 0.6 && found[0] < 1.6 && lost[0] < 0.05;
        boolean smaller = found[1] < 1;
        boolean flat = lost[1] < 0.1;
        return Finding.of(
                "B8",
                table.lines(),
                Verdict.of(predicts && smaller && flat),
                ReportText.of("B8.reason")
                        .with("ratio", ratio)
                        .with("predicts", predicts)
                        .with("smaller", smaller)
                        .with("flat", flat));
    }

    /** The best segment of 4 MiB, of a quarter to twice the equation's. */
    private long best(String name, TorusEmbedding layout, long equation, double ratio) {
        double best = Double.POSITIVE_INFINITY;
        long at = 0;
        for (double factor = 0.25; factor < 2.01; factor *= ratio) {
            long segment = Math.round(equation * factor);
            double seconds = lab.broadcast(name, layout, 4 * MIB, segment);
            at = seconds < best ? segment : at;
            best = Math.min(best, seconds);
        }
        return at;
    }

    private static Finding uncut() {
        return Finding.of("B9", List.of(), Verdict.UNKNOWN, ReportText.of("B9.reason"));
    }

    private String depths() {
        return scale.shapes().stream()
                .map(torus -> "" + (CostEquations.bintree3d(torus).steps() + 1))
                .collect(Collectors.joining(", "));
    }

    private Finding space() {
        MarkdownTable table = new MarkdownTable("best of the two, GB/s", "1-D", "2-D", "3-D");
        boolean agrees = true;
        for (long bytes : new long[] {4 * KIB, 32 * KIB, 64 * KIB, MIB, 4 * MIB}) {
            double[] rates = new double[3];
            for (int d = 1; d <= 3; d++) {
                double grid = lab.broadcastCut(GRID, scale.embedded(d), true, bytes);
                double trinary = lab.broadcastCut(TRINARY, scale.embedded(d), true, bytes);
                rates[d - 1] = bytes / Math.min(grid, trinary) / 1e9;
            }
            table.row(MarkdownTable.size(bytes), rates[0], rates[1], rates[2]);
            agrees &= rates[2] >= 0.99 * Math.max(rates[0], rates[1]);
        }
        return Finding.of(
                "B10",
                table.lines(),
                Verdict.of(agrees),
                agrees
                        ? ReportText.of("B10.agrees")
                        : ReportText.of("B10.differs").with("depths", depths()));
    }
}
