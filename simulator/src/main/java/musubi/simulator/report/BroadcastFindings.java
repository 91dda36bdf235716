package musubi.simulator.report;

import static musubi.simulator.report.ExperimentCache.GRID;
import static musubi.simulator.report.ExperimentCache.TRINARY;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.report.Finding.Verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Findings B1 to B5 of broadcasts: the best algorithm on each shape. */
record BroadcastFindings(ExperimentCache lab, StudyScale scale) {
    static final long KIB = 1 << 10;
    static final long MIB = 1 << 20;

    /** The size for comparisons where the study only says large. */
    static final long LARGE = 4 * MIB;

    List<Finding> all() {
        return List.of(
                switches(),
                drops(),
                linear(),
                independent(),
                line(),
                new ShapeFinding(lab, scale).finding());
    }

    /** The algorithm that Fugaku's autotuner chooses. */
    static String tuned(long bytes) {
        if (bytes <= 512) {
            return "binary-tree";
        }
        return bytes < 64 * KIB ? GRID : TRINARY;
    }

    private double cut(String name, int dimensions, long bytes) {
        return lab.broadcastCut(name, scale.embedded(dimensions), true, bytes);
    }

    private double uncut(String name, int dimensions, long bytes) {
        return lab.broadcast(name, scale.embedded(dimensions), bytes, ExperimentCache.UNCUT);
    }

    private Finding switches() {
        MarkdownTable table =
                new MarkdownTable("3-D, µs", "binary-tree", GRID, TRINARY, "autotuner", "best");
        boolean agrees = true;
        List<String> others = new ArrayList<>();
        for (long bytes : new long[] {512, 4 * KIB, 32 * KIB, 64 * KIB, 256 * KIB, LARGE}) {
            double binary = 1e6 * uncut("binary-tree", 3, bytes);
            double grid = 1e6 * cut(GRID, 3, bytes);
            double trinary = 1e6 * cut(TRINARY, 3, bytes);
            double least = Math.min(binary, Math.min(grid, trinary));
            String best = least == trinary ? TRINARY : least == grid ? GRID : "binary-tree";
            table.row(MarkdownTable.size(bytes), binary, grid, trinary, tuned(bytes), best);
            if (!best.equals(tuned(bytes))) {
                agrees = false;
                others.add(best + " at " + MarkdownTable.size(bytes));
            }
        }
        CostEquations.Pipeline grid3d = CostEquations.bintree3d(scale.shapes().getLast());
        ReportText reason =
                agrees
                        ? ReportText.of("B1.agrees")
                        : ReportText.of("B1.differs")
                                .with("others", String.join(", ", others))
                                .with(
                                        "equation",
                                        1e6 * grid3d.seconds(32 * KIB, grid3d.segment(32 * KIB)))
                                .with("simulated", 1e6 * cut(GRID, 3, 32 * KIB));
        boolean isStudied = scale == StudyScale.MIDDLE;
        return Finding.of(
                "B1",
                table.lines(),
                isStudied ? Verdict.of(agrees) : Verdict.UNKNOWN,
                isStudied ? reason : ReportText.of("B1.elsewhere").with("reason", reason));
    }

    /** Throughput of (4) at 64 KiB over that of (6) at 32 KiB. */
    private static double dropByEquations(Torus torus) {
        CostEquations.Pipeline before = CostEquations.bintree3d(torus);
        CostEquations.Pipeline after = CostEquations.trinary6(torus);
        return 2
                * before.seconds(32 * KIB, before.segment(32 * KIB))
                / after.seconds(64 * KIB, after.segment(64 * KIB));
    }

    private Finding drops() {
        MarkdownTable table =
                new MarkdownTable(
                        "shape",
                        GRID + ", 32 KiB, GB/s",
                        TRINARY + ", 64 KiB, GB/s",
                        "ratio",
                        "by (4) and (6)");
        double[] ratios = new double[3];
        for (int d = 1; d <= 3; d++) {
            double before = 32 * KIB / cut(GRID, d, 32 * KIB) / 1e9;
            double after = 64 * KIB / cut(TRINARY, d, 64 * KIB) / 1e9;
            ratios[d - 1] = after / before;
            double equations = dropByEquations(scale.shapes().get(d - 1));
            table.row(scale.embedded(d), before, after, ratios[d - 1], equations);
        }
        boolean line = ratios[0] < 0.5;
        boolean plane = ratios[1] < 0.9;
        boolean space = ratios[2] < 0.9;
        return Finding.of(
                "B2",
                table.lines(),
                Verdict.of(line && !plane && !space),
                ReportText.of("B2.reason")
                        .with("line", line)
                        .with("plane", plane)
                        .with("space", space));
    }

    private Finding linear() {
        String[] names = {"linear", "chain", "trinaryx3", TRINARY};
        MarkdownTable table =
                new MarkdownTable("1 MiB uncut, GB/s", "linear", "chain", "trinaryx3", TRINARY);
        double[][] rates = new double[4][3];
        for (int d = 1; d <= 3; d++) {
            for (int i = 0; i < names.length; i++) {
                rates[i][d - 1] = MIB / uncut(names[i], d, MIB) / 1e9;
            }
            table.row(
                    scale.embedded(d),
                    rates[0][d - 1],
                    rates[1][d - 1],
                    rates[2][d - 1],
                    rates[3][d - 1]);
        }
        boolean isLike = true;
        boolean gains = true;
        for (int i = 2; i < 4; i++) {
            double most = 3 * Math.max(rates[0][0], rates[1][0]);
            isLike &= rates[i][0] <= most;
            gains &= rates[i][1] > 2 * rates[i][0] && rates[i][2] > rates[i][1];
        }
        return Finding.of(
                "B3",
                table.lines(),
                Verdict.of(isLike && gains),
                ReportText.of("B3.reason").with("isLike", isLike).with("gains", gains));
    }

    private Finding independent() {
        String[] names = {"binomial", "binary-tree", "split-binary-tree", GRID, "bintree6d"};
        MarkdownTable table =
                new MarkdownTable(
                        "1 MiB uncut, GB/s",
                        "binomial",
                        "binary-tree",
                        "split-binary-tree",
                        GRID,
                        "bintree6d");
        double[] grid = new double[3];
        boolean isLike = true;
        for (int d = 1; d <= 3; d++) {
            TorusEmbedding layout = scale.embedded(d);
            double[] rates =
                    Stream.of(names)
                            .mapToDouble(name -> lab.broadcast(name, layout, MIB, 0))
                            .map(seconds -> MIB / seconds / 1e9)
                            .toArray();
            Object[] cells = new Object[names.length + 1];
            cells[0] = layout;
            IntStream.range(0, rates.length).forEach(i -> cells[i + 1] = rates[i]);
            table.row(cells);
            grid[d - 1] = rates[3];
            isLike &= rates[3] < 2.5 * rates[1] && rates[1] < 2.5 * rates[3];
        }
        double spread =
                DoubleStream.of(grid).max().orElse(0) / DoubleStream.of(grid).min().orElse(1);
        return Finding.of(
                "B4",
                table.lines(),
                Verdict.of(isLike && spread < 1.3),
                ReportText.of("B4.reason").with("isLike", isLike).with("spread", spread));
    }

    private Finding line() {
        double grid = cut(GRID, 1, LARGE);
        double trinary = cut(TRINARY, 1, LARGE);
        return Finding.of(
                "B5",
                List.of(),
                Verdict.of(grid < trinary),
                ReportText.of("B5.reason")
                        .with("job", scale.embedded(1))
                        .with("grid", 1e3 * grid)
                        .with("trinary", 1e3 * trinary));
    }
}
