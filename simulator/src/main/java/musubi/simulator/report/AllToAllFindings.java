package musubi.simulator.report;

import musubi.collectives.topology.TorusEmbedding;
import musubi.simulator.report.Finding.Verdict;

import java.util.Arrays;
import java.util.List;

/**
 * Findings A1 to A6 of all-to-alls: shapes, ranks of a node, algorithms. With links alone, and with
 * a node that sends at most as much as the study measured.
 */
final class AllToAllFindings {
    private static final long[] SIZES = {256, 4 << 10, 64 << 10, 1 << 20};
    private static final int LONGEST = SIZES.length - 1;
    private static final String SPREAD = "doublespread";
    private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

    /** What leaves a node on Fugaku, whatever the shape: A1. */
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
                TorusEmbedding layout = scale.laid(d);
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
                        SPREAD + ", GB/s a node",
                        "1-D",
                        "2-D",
                        "3-D",
                        "ranks of a node",
                        "a node sends");
        add(table, links, "as its links can");
        add(table, limited, "as limited");
        double[] longest = links.one[LONGEST];
        return new Finding(
                "A1",
                "About 1 GB/s a node for large messages, for every number of nodes and shape, 1"
                        + " rank a node.",
                table.lines(),
                Verdict.of(links.isOne(), limited.isOne()),
                String.format(
                        "at 1 MiB it is %s, %s and %s GB/s in 1-D, 2-D and 3-D. A torus of links"
                                + " of B = 6.34 GB/s whose longest dimension has k nodes carries 8"
                                + " B / k, here %s GB/s, to and from each node. No link says one"
                                + " rate for all shapes, so the study's may be what software"
                                + " sends. With a limit, one message of each rank at a time and 1"
                                + " GB/s out of each node (`--ports`, `--injection`), it is %s, %s"
                                + " and %s.",
                        MarkdownTable.number(longest[0]),
                        MarkdownTable.number(longest[1]),
                        MarkdownTable.number(longest[2]),
                        MarkdownTable.number(8 * 6.34 / longest()),
                        MarkdownTable.number(limited.one[LONGEST][0]),
                        MarkdownTable.number(limited.one[LONGEST][1]),
                        MarkdownTable.number(limited.one[LONGEST][2])));
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
                "On 384 nodes the shape makes almost no difference, with 1 or 4 ranks a node.",
                Verdict.of(links.spread() < 1.25, limited.spread() < 1.25),
                "between the best and the worst shape lies a factor of up to "
                        + MarkdownTable.number(links.spread())
                        + ", with the limit of A1 "
                        + MarkdownTable.number(limited.spread())
                        + " (1.25 counts as almost none), for short messages: Doublespread sends a"
                        + " message in each direction and then waits, so L is paid once for two"
                        + " messages in 1-D and once for six in 3-D.");
    }

    private static boolean isMiddle(Rates rates) {
        return rates.lineIsWorst() && rates.spaceIsBest() && rates.lineToPlane() < 1.25;
    }

    private Finding middle() {
        return only(
                StudyScale.MIDDLE,
                "A3",
                "On 3,072 nodes with 1 rank each, 2-D and 3-D are better than 1-D at every size"
                        + " (Alltoallv); with 4, 3-D is best and 1-D like 2-D.",
                Verdict.of(isMiddle(links), isMiddle(limited)),
                "with 1 rank 1-D is worst at every size: "
                        + BroadcastFindings.yes(links.lineIsWorst())
                        + "; with 4 ranks 3-D is best at every size: "
                        + BroadcastFindings.yes(links.spaceIsBest())
                        + ", and at 1 MiB between 1-D and 2-D lies a factor of "
                        + MarkdownTable.number(links.lineToPlane())
                        + ".");
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
                "On 27,648 nodes with 1 rank each, 3-D is best for long messages and slightly worse"
                        + " for short ones (Alltoall); with 4 shapes do not differ.",
                Verdict.of(isLarge(links), isLarge(limited)),
                "with 1 rank 3-D has at 1 MiB "
                        + MarkdownTable.number(links.spaceToOthers(LONGEST))
                        + " times the throughput of the better other one, and at 256 B "
                        + MarkdownTable.number(links.spaceToOthers(0))
                        + " times; with 4 ranks between the best and the worst lies a factor of up"
                        + " to "
                        + MarkdownTable.number(links.spreadOfFour())
                        + ", with the limit of A1 "
                        + MarkdownTable.number(limited.spreadOfFour())
                        + ". For short ones Fugaku's 3-D pays more for each message than its 1-D,"
                        + " for which the model has no cost; for long ones its shapes do not"
                        + " differ in what leaves a node, and links here do (A1).");
    }

    private Finding only(
            StudyScale theirs, String name, String statement, Verdict verdict, String reason) {
        boolean isTheirs = scale == theirs;
        return new Finding(
                name,
                statement,
                List.of(),
                isTheirs ? verdict : Verdict.UNKNOWN,
                isTheirs ? reason : "the study says it of another number of nodes.");
    }

    private static boolean isAsChosen(Rates rates) {
        return rates.spaceIsBestForLong() && rates.spreadOfLong() < 1.25;
    }

    private Finding choice() {
        return new Finding(
                "A5",
                "Choose 3-D, except for short messages of many ranks; small jobs or large messages"
                        + " can do without a shape.",
                List.of(),
                Verdict.of(isAsChosen(links), isAsChosen(limited)),
                "3-D is best at 1 MiB: "
                        + BroadcastFindings.yes(links.spaceIsBestForLong())
                        + "; the worst shape then has 1 / "
                        + MarkdownTable.number(links.spreadOfLong())
                        + " of the best one's throughput, with the limit of A1 1 / "
                        + MarkdownTable.number(limited.spreadOfLong())
                        + " (1 / 1.25 counts as doing without).");
    }

    private double space(String name, long bytes) {
        return lab.exchange(name, scale.laid(3), 4, bytes, NO_LIMIT) / 1e9;
    }

    private Finding algorithms() {
        MarkdownTable table =
                new MarkdownTable(
                        "4 ranks a node, 3-D, GB/s", "linear", "pairwise", SPREAD, "best");
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
            boolean wantsLinear = scale == StudyScale.SMALL && bytes <= 128 << 10;
            agrees &= best.equals(wantsLinear ? "linear" : SPREAD);
        }
        return new Finding(
                "A6",
                "With 4 ranks a node in 3-D: on 384 nodes Basic Linear is best up to 128 KiB and"
                        + " Doublespread above; on more nodes Doublespread at all sizes.",
                table.lines(),
                Verdict.of(agrees),
                refuses
                        ? "Basic Linear takes up to 1,536 ranks, here as there."
                        : "the model has no cost of messages that nobody waits for yet at a"
                                + " receiver, and none of messages that all want the same link at"
                                + " once, which is what speaks against Basic Linear.");
    }
}
