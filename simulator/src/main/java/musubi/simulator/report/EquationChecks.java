package musubi.simulator.report;

import static musubi.simulator.report.ExperimentCache.GRID;
import static musubi.simulator.report.ExperimentCache.TRINARY;

import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Simulated times and crossovers beside those of equations (4) to (7). */
record EquationChecks(ExperimentCache lab, StudyScale scale) {
    private static final String CROSSOVERS = "bcast-crossover.csv";
    private static final double TOLERANCE = 0.1;
    private static final double RESOLUTION = 1.1;
    private static final long[] SIZES = {64 << 10, 1 << 20, 4 << 20};

    /** Markdown. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        addTimes(lines);
        addCrossovers(lines);
        return lines;
    }

    private void addTimes(List<String> lines) {
        MarkdownTable table = new MarkdownTable("simulated / equation", "64 KiB", "1 MiB", "4 MiB");
        double furthest = 0;
        for (Torus torus : scale.shapes()) {
            for (String name : new String[] {TRINARY, GRID}) {
                Object[] cells = new Object[SIZES.length + 1];
                cells[0] = (name.equals(TRINARY) ? "(4) on " : "(6) for ") + torus;
                for (int i = 0; i < SIZES.length; i++) {
                    double ratio = ratio(name, torus, SIZES[i]);
                    furthest = Math.max(furthest, Math.abs(ratio - 1));
                    cells[i + 1] = ratio;
                }
                table.row(cells);
            }
        }
        lines.add("");
        lines.addAll(ReportText.of("equations").with("within", furthest <= TOLERANCE).paragraph());
        lines.add("");
        lines.addAll(table.lines());
    }

    private double ratio(String name, Torus torus, long bytes) {
        TorusEmbedding layout = TorusEmbedding.of(torus);
        boolean isTrinary = name.equals(TRINARY);
        CostEquations.Pipeline pipeline =
                isTrinary ? CostEquations.trinary6(torus) : CostEquations.bintree3d(torus);
        double seconds = lab.broadcastCut(name, layout, isTrinary, bytes);
        return seconds / pipeline.seconds(bytes, pipeline.segment(bytes));
    }

    private void addCrossovers(List<String> lines) {
        Map<String, Double> printed = printed();
        MarkdownTable table =
                new MarkdownTable(
                        "size from which Trinaryx6 is faster, KiB",
                        CROSSOVERS,
                        "equations, trees of the shape",
                        "simulated, without links",
                        "simulated, links of " + scale.shapes().getLast());
        for (int d = 1; d <= 3; d++) {
            Torus torus = scale.shapes().get(d - 1);
            double equation =
                    CostEquations.crossover(
                            CostEquations.trinary6(torus), CostEquations.bintree3d(torus));
            table.row(
                    torus,
                    kib(printed.get(torus.toString())),
                    kib(equation),
                    kib(simulated(TorusEmbedding.of(torus), false, equation)),
                    kib(simulated(scale.embedded(d), true, equation)));
        }
        lines.add("");
        lines.addAll(ReportText.of("crossovers").paragraph());
        lines.add("");
        lines.addAll(table.lines());
    }

    private static String kib(double bytes) {
        if (bytes == 0) {
            return "always";
        }
        return Double.isNaN(bytes) ? "not found" : MarkdownTable.number(bytes / 1024);
    }

    /** By bisection; 0 when Trinaryx6 is faster even at 1 KiB. */
    private double simulated(TorusEmbedding layout, boolean links, double guess) {
        double low = Math.max(1024, guess);
        if (isFaster(layout, links, 1024)) {
            return 0;
        }
        while (low > 1024 && isFaster(layout, links, low)) {
            low /= 2;
        }
        double high = 2 * low;
        while (!isFaster(layout, links, high)) {
            low = high;
            high *= 2;
            if (high > 0x1p40) {
                return Double.NaN;
            }
        }
        while (high / low > RESOLUTION) {
            double middle = Math.sqrt(low * high);
            if (isFaster(layout, links, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.sqrt(low * high);
    }

    private boolean isFaster(TorusEmbedding layout, boolean links, double size) {
        long bytes = Math.round(size);
        double trinary = lab.broadcastCut(TRINARY, layout, true, bytes);
        return trinary < lab.broadcastCut(GRID, layout, links, bytes);
    }

    /** From the study's cost functions, bytes by shape. */
    private static Map<String, Double> printed() {
        Map<String, Double> known = new HashMap<>();
        try (BufferedReader reader =
                new BufferedReader(
                        new InputStreamReader(
                                EquationChecks.class.getResourceAsStream(CROSSOVERS),
                                StandardCharsets.UTF_8))) {
            reader.lines()
                    .skip(1)
                    .map(line -> line.split(","))
                    .forEach(
                            words ->
                                    known.put(
                                            words[2].replaceAll("(x1)+$", ""),
                                            Double.valueOf(words[5])));
        } catch (IOException e) {
            throw new IllegalStateException("cannot read " + CROSSOVERS, e);
        }
        return known;
    }
}
