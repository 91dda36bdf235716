package musubi.simulator.report;

import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.report.Finding.Verdict;

import java.util.Arrays;
import java.util.List;

/**
 * Findings A1 to A6 of all-to-alls: shapes, ranks per node, algorithms; limited by links alone, and
 * by the injection rate that the study measured.
 */
final class AllToAllFindings {
    private static final long[] SIZES = {256, 4 << 10, 64 << 10, 1 << 20};
    private static final int LONGEST = SIZES.length - 1;
    private static final String SPREAD = "doublespread";
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    /** Injection rate of a node on Fugaku, at any shape: A1. */
    private static final double LIMIT = 1e9;

    private final ExperimentCache lab;
    private final StudyScale scale;
    private final Rates links;
    private final Rates limited;

    AllToAllFindings(ExperimentCache lab, StudyScale scale) {
        this.lab = lab;
        this.scale = scale;
        links = new Rates(rates(1, NO_LIMIT), rates(4, NO_LIMIT));
        limited = new Rates(rates(1, LIMIT), rates(4, LIMIT));
    }

    private double[][] rates(int ranksPerNode, double limit) {
        double[][] rates = new double[SIZES.length][3];
        for (int i = 0; i < SIZES.length; i++) {
            for (int d = 1; d <= 3; d++) {
                TorusEmbedding layout = scale.embedded(d);
                rates[i][d - 1] = lab.exchange(SPREAD, layout, ranksPerNode, SIZES[i], limit) / 1e9;
            }
        }
        return rates;
    }

    /**
     * GB/s of each size and shape.
     *
     * @param one with one rank on a node
     * @param four with four
     */
    private record Rates(double[][] one, double[][] four) {
        private static double spread(double... rates) {
            double most = Arrays.stream(rates).max().orElse(0);
            return most / Arrays.stream(rates).min().orElse(1);
        }

        private static double spread(double[][] rates) {
            return Arrays.stream(rates).mapToDouble(Rates::spread).max().orElse(1);
        }

        /** The best shape over the worst one, of all sizes and numbers of ranks. */
        double spread() {
            return Math.max(spread(one), spread(four));
        }

        double spreadOfFour() {
            return spread(four);
        }

        /** About 1 GB/s for long messages in each shape. */
        boolean isOne() {
            return Arrays.stream(one[LONGEST]).allMatch(rate -> rate > 0.7 && rate < 1.4);
        }

        /** One rank on a node: 1-D is worst at every size. */
        boolean lineIsWorst() {
            return Arrays.stream(one).allMatch(r -> r[0] <= 1.01 * Math.min(r[1], r[2]));
        }

        /** Four ranks: 3-D is best at every size. */
        boolean spaceIsBest() {
            return Arrays.stream(four).allMatch(r -> r[2] >= 0.99 * Math.max(r[0], r[1]));
        }

        double lineToPlane() {
            return spread(four[LONGEST][0], four[LONGEST][1]);
        }

        /** One rank, a size: 3-D over the better of the others. */
        double spaceToOthers(int size) {
            return one[size][2] / Math.max(one[size][0], one[size][1]);
        }

        /** Long messages: 3-D is best with one rank and with four. */
        boolean spaceIsBestForLong() {
            double[] r = four[LONGEST];
            return spaceToOthers(LONGEST) >= 0.99 && r[2] >= 0.99 * Math.max(r[0], r[1]);
        }

        /** Long messages, one rank: the best shape over the worst one. */
        double spreadOfLong() {
            return spread(one[LONGEST]);
        }
    }

    List<Finding> all() {
        return List.of(rate(), small(), middle(), large(), choice(), algorithms());
    }

    private Finding rate() {
        MarkdownTable table =
                new MarkdownTable(
                        SPREAD + ", GB/s per node",
                        "1-D",
                        "2-D",
                        "3-D",
                        "ranks per node",
                        "injection");
        add(table, links, "unlimited");
        add(table, limited, "limited");
        double[] longest = links.one[LONGEST];
        return Finding.of(
                "A1",
                table.lines(),
                Verdict.of(links.isOne(), limited.isOne()),
                ReportText.of("A1.reason")
                        .with("line", longest[0])
                        .with("plane", longest[1])
                        .with("space", longest[2])
                        .with("bound", 8 * 6.34 / longest())
                        .with("limitedLine", limited.one[LONGEST][0])
                        .with("limitedPlane", limited.one[LONGEST][1])
                        .with("limitedSpace", limited.one[LONGEST][2]));
    }

    private static void add(MarkdownTable table, Rates rates, String limit) {
        for (int each : new int[] {1, 4}) {
            double[][] some = each == 1 ? rates.one : rates.four;
            for (int i = 0; i < SIZES.length; i++) {
                table.row(
                        MarkdownTable.size(SIZES[i]),
                        some[i][0],
                        some[i][1],
                        some[i][2],
                        each,
                        limit);
            }
        }
    }

    private int longest() {
        return scale.shapes().getLast().extents().stream().mapToInt(k -> k).max().orElse(1);
    }

    private Finding small() {
        return only(
                StudyScale.SMALL,
                "A2",
                Verdict.of(links.spread() < 1.25, limited.spread() < 1.25),
                ReportText.of("A2.reason")
                        .with("spread", links.spread())
                        .with("limited", limited.spread()));
    }

    private static boolean isMiddle(Rates rates) {
        return rates.lineIsWorst() && rates.spaceIsBest() && rates.lineToPlane() < 1.25;
    }

    private Finding middle() {
        return only(
                StudyScale.MIDDLE,
                "A3",
                Verdict.of(isMiddle(links), isMiddle(limited)),
                ReportText.of("A3.reason")
                        .with("lineIsWorst", links.lineIsWorst())
                        .with("spaceIsBest", links.spaceIsBest())
                        .with("lineToPlane", links.lineToPlane()));
    }

    private static boolean isLarge(Rates rates) {
        return rates.spaceToOthers(LONGEST) > 1
                && rates.spaceToOthers(0) < 1
                && rates.spreadOfFour() < 1.25;
    }

    private Finding large() {
        return only(
                StudyScale.LARGE,
                "A4",
                Verdict.of(isLarge(links), isLarge(limited)),
                ReportText.of("A4.reason")
                        .with("long", links.spaceToOthers(LONGEST))
                        .with("short", links.spaceToOthers(0))
                        .with("spread", links.spreadOfFour())
                        .with("limited", limited.spreadOfFour()));
    }

    private Finding only(StudyScale studied, String name, Verdict verdict, ReportText reason) {
        boolean isStudied = scale == studied;
        return Finding.of(
                name,
                List.of(),
                isStudied ? verdict : Verdict.UNKNOWN,
                isStudied ? reason : ReportText.of("elsewhere"));
    }

    private static boolean isAsChosen(Rates rates) {
        return rates.spaceIsBestForLong() && rates.spreadOfLong() < 1.25;
    }

    private Finding choice() {
        return Finding.of(
                "A5",
                List.of(),
                Verdict.of(isAsChosen(links), isAsChosen(limited)),
                ReportText.of("A5.reason")
                        .with("spaceIsBest", links.spaceIsBestForLong())
                        .with("spread", links.spreadOfLong())
                        .with("limited", limited.spreadOfLong()));
    }

    private double space(String name, long bytes) {
        return lab.exchange(name, scale.embedded(3), 4, bytes, NO_LIMIT) / 1e9;
    }

    private Finding algorithms() {
        MarkdownTable table =
                new MarkdownTable(
                        "4 ranks per node, 3-D, GB/s", "linear", "pairwise", SPREAD, "best");
        boolean agrees = true;
        boolean refuses = false;
        for (long bytes : new long[] {256, 4 << 10, 128 << 10, 256 << 10, 1 << 20}) {
            double linear = space("linear", bytes);
            double pairwise = space("pairwise", bytes);
            double spread = space(SPREAD, bytes);
            double most = Math.max(linear, Math.max(pairwise, spread));
            String best = most == linear ? "linear" : most == spread ? SPREAD : "pairwise";
            refuses = linear == 0;
            table.row(
                    MarkdownTable.size(bytes),
                    refuses ? "refuses" : linear,
                    pairwise,
                    spread,
                    best);
            boolean isLinear = scale == StudyScale.SMALL && bytes <= 128 << 10;
            agrees &= best.equals(isLinear ? "linear" : SPREAD);
        }
        return Finding.of(
                "A6",
                table.lines(),
                Verdict.of(agrees),
                ReportText.of(refuses ? "A6.refused" : "A6.reason"));
    }
}
