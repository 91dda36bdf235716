package musubi.report;

import musubi.report.Finding.Verdict;

import java.util.Arrays;
import java.util.List;

/** Findings A1 to A6 of all-to-alls: shapes, ranks of a node, algorithms. */
final class AllToAllFindings {
    private static final long[] SIZES = {256, 4 << 10, 64 << 10, 1 << 20};
    private static final int LONGEST = SIZES.length - 1;
    private static final String SPREAD = "doublespread";

    private final Laboratory lab;
    private final Scale scale;

    /** GB/s of each size and shape, with 1 and with 4 ranks on a node. */
    private final double[][] one;

    private final double[][] four;

    AllToAllFindings(Laboratory lab, Scale scale) {
        this.lab = lab;
        this.scale = scale;
        one = rates(1);
        four = rates(4);
    }

    private double[][] rates(int ranksPerNode) {
        double[][] rates = new double[SIZES.length][3];
        for (int i = 0; i < SIZES.length; i++) {
            for (int d = 1; d <= 3; d++) {
                rates[i][d - 1] = lab.exchange(SPREAD, scale.laid(d), ranksPerNode, SIZES[i]) / 1e9;
            }
        }
        return rates;
    }

    List<Finding> all() {
        return List.of(rate(), small(), middle(), large(), choice(), algorithms());
    }

    private Finding rate() {
        Table table = new Table(SPREAD + ", GB/s a node", "1-D", "2-D", "3-D", "ranks of a node");
        for (int i = 0; i < SIZES.length; i++) {
            table.row(Table.size(SIZES[i]), one[i][0], one[i][1], one[i][2], 1);
        }
        for (int i = 0; i < SIZES.length; i++) {
            table.row(Table.size(SIZES[i]), four[i][0], four[i][1], four[i][2], 4);
        }
        boolean agrees = Arrays.stream(one[LONGEST]).allMatch(rate -> rate > 0.7 && rate < 1.4);
        return new Finding(
                "A1",
                "About 1 GB/s a node for large messages, for every number of nodes and shape, 1"
                        + " rank a node.",
                table.lines(),
                Verdict.of(agrees),
                String.format(
                        "at 1 MiB it is %s, %s and %s GB/s in 1-D, 2-D and 3-D. A torus of links"
                                + " of B = 6.34 GB/s whose longest dimension has k nodes carries 8"
                                + " B / k, here %s GB/s, to and from each node.",
                        Table.number(one[LONGEST][0]),
                        Table.number(one[LONGEST][1]),
                        Table.number(one[LONGEST][2]),
                        Table.number(8 * 6.34 / longest())));
    }

    private int longest() {
        return scale.shapes().getLast().extents().stream().mapToInt(k -> k).max().orElse(1);
    }

    private static double spread(double... rates) {
        double most = Arrays.stream(rates).max().orElse(0);
        return most / Arrays.stream(rates).min().orElse(1);
    }

    private static double spread(double[][] rates) {
        return Arrays.stream(rates).mapToDouble(AllToAllFindings::spread).max().orElse(1);
    }

    private Finding small() {
        double spread = Math.max(spread(one), spread(four));
        return only(
                Scale.SMALL,
                "A2",
                "On 384 nodes the shape makes almost no difference, with 1 or 4 ranks a node.",
                spread < 1.25,
                "between the best and the worst shape lies a factor of up to "
                        + Table.number(spread)
                        + " (1.25 counts as almost none).");
    }

    private Finding middle() {
        boolean lineIsWorst = Arrays.stream(one).allMatch(r -> r[0] <= 1.01 * r[1]);
        lineIsWorst &= Arrays.stream(one).allMatch(r -> r[0] <= 1.01 * r[2]);
        boolean spaceIsBest = Arrays.stream(four).allMatch(r -> r[2] >= 0.99 * spreadless(r));
        double others = spread(four[LONGEST][0], four[LONGEST][1]);
        return only(
                Scale.MIDDLE,
                "A3",
                "On 3,072 nodes with 1 rank each, 2-D and 3-D are better than 1-D at every size"
                        + " (Alltoallv); with 4, 3-D is best and 1-D like 2-D.",
                lineIsWorst && spaceIsBest && others < 1.25,
                "with 1 rank 1-D is worst at every size: "
                        + BroadcastFindings.yes(lineIsWorst)
                        + "; with 4 ranks 3-D is best at every size: "
                        + BroadcastFindings.yes(spaceIsBest)
                        + ", and at 1 MiB between 1-D and 2-D lies a factor of "
                        + Table.number(others)
                        + ".");
    }

    private static double spreadless(double... rates) {
        return Math.max(rates[0], rates[1]);
    }

    private Finding large() {
        boolean longest = one[LONGEST][2] > spreadless(one[LONGEST]);
        double shortest = one[0][2] / spreadless(one[0]);
        double spread = spread(four);
        return only(
                Scale.LARGE,
                "A4",
                "On 27,648 nodes with 1 rank each, 3-D is best for long messages and slightly worse"
                        + " for short ones (Alltoall); with 4 shapes do not differ.",
                longest && shortest < 1 && spread < 1.25,
                "with 1 rank 3-D is best at 1 MiB: "
                        + BroadcastFindings.yes(longest)
                        + ", and at 256 B it has "
                        + Table.number(shortest)
                        + " times the throughput of the better other one; with 4 ranks between the"
                        + " best and the worst lies a factor of up to "
                        + Table.number(spread)
                        + ".");
    }

    private Finding only(
            Scale theirs, String name, String statement, boolean agrees, String reason) {
        boolean isTheirs = scale == theirs;
        return new Finding(
                name,
                statement,
                List.of(),
                isTheirs ? Verdict.of(agrees) : Verdict.UNKNOWN,
                isTheirs ? reason : "the study says it of another number of nodes.");
    }

    private Finding choice() {
        boolean best = true;
        for (double[][] rates : List.of(one, four)) {
            best &= rates[LONGEST][2] >= 0.99 * spreadless(rates[LONGEST]);
        }
        double gain = one[LONGEST][2] / Math.min(one[LONGEST][0], one[LONGEST][1]);
        return new Finding(
                "A5",
                "Choose 3-D, except for short messages of many ranks; small jobs or large messages"
                        + " can do without a shape.",
                List.of(),
                Verdict.of(best && gain < 1.25),
                "3-D is best at 1 MiB: "
                        + BroadcastFindings.yes(best)
                        + "; the worst shape then has 1 / "
                        + Table.number(gain)
                        + " of its throughput (1 / 1.25 counts as doing without).");
    }

    private Finding algorithms() {
        Table table = new Table("4 ranks a node, 3-D, GB/s", "linear", "pairwise", SPREAD, "best");
        boolean agrees = true;
        for (long bytes : new long[] {256, 4 << 10, 128 << 10, 256 << 10, 1 << 20}) {
            double linear = lab.exchange("linear", scale.laid(3), 4, bytes) / 1e9;
            double pairwise = lab.exchange("pairwise", scale.laid(3), 4, bytes) / 1e9;
            double spread = lab.exchange(SPREAD, scale.laid(3), 4, bytes) / 1e9;
            double most = Math.max(linear, Math.max(pairwise, spread));
            String best = most == linear ? "linear" : most == spread ? SPREAD : "pairwise";
            table.row(Table.size(bytes), linear, pairwise, spread, best);
            boolean wantsLinear = scale == Scale.SMALL && bytes <= 128 << 10;
            agrees &= best.equals(wantsLinear ? "linear" : SPREAD);
        }
        return new Finding(
                "A6",
                "With 4 ranks a node in 3-D: on 384 nodes Basic Linear is best up to 128 KiB and"
                        + " Doublespread above; on more nodes Doublespread at all sizes.",
                table.lines(),
                Verdict.of(agrees),
                "the model has neither the receiver's cost of messages that nobody waits for yet,"
                    + " nor a limit of 1,536 ranks, which is what speaks against Basic Linear.");
    }
}
