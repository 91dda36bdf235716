package musubi.simulator.sites;

import musubi.simulator.network.GridRoute.Forwarding;
import musubi.simulator.report.MarkdownTable;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongToDoubleFunction;

/**
 * Messages from C to D in Fig. 4 of the GridMPI paper, on the direct link and over relays in A and
 * B: simulated times beside the calculated ones.
 */
final class RouteFindings {
    static final String DIRECT = "CD";
    static final String RELAYED = "CABD";

    private static final long PIPE = 64 << 10;
    private static final double MS = 1e3;
    private static final List<Double> PRINTED = List.of(0.0, 100.0, 1000.0);
    private static final long MOST_CROSSOVER = 1 << 20;

    private final Map<Double, FourClusters> clusters = new TreeMap<>();

    RouteFindings() {}

    /**
     * A calculated time beside the simulated one.
     *
     * @param what column of the reference
     */
    record Pair(String what, double calculated, double simulated) {
        double difference() {
            return Math.abs(simulated - calculated) / calculated;
        }
    }

    private FourClusters clusters(double relayCost) {
        return clusters.computeIfAbsent(relayCost, FourClusters::of);
    }

    /** All times of a line of {@code grid-routes.csv}. */
    List<Pair> times(ReferenceTable.Row row) {
        FourClusters four = clusters(row.relayCost());
        long bytes = row.bytes();
        long best = Long.parseLong(row.text("relay_pipe_best_chunk_B"));
        double fastest = Math.min(row.number("direct_CD_s"), row.number("relay_pipe_best_s"));
        return List.of(
                pair(row, "direct_CD_s", four.along(DIRECT, Forwarding.ROUTERS, bytes, 0)),
                pair(row, "relay_store_fwd_s", relayed(four, bytes, 0)),
                pair(row, "relay_pipe64K_s", relayed(four, full(bytes, PIPE), PIPE)),
                pair(row, "relay_pipe_best_s", relayed(four, full(bytes, best), best)),
                pair(
                        row,
                        "relay_cut_through_s",
                        four.along(RELAYED, Forwarding.CUT_THROUGH, bytes, 0)),
                new Pair("chosen", fastest, chosen(four, bytes)));
    }

    private static Pair pair(ReferenceTable.Row row, String what, double simulated) {
        return new Pair(what, row.number(what), simulated);
    }

    private static double relayed(FourClusters four, long bytes, long chunk) {
        return four.along(RELAYED, Forwarding.RELAYS, bytes, chunk);
    }

    private static double chosen(FourClusters four, long bytes) {
        long chunk = four.route(DIRECT, bytes).chunkBytes();
        return four.chosen(DIRECT, chunk == 0 ? bytes : full(bytes, chunk));
    }

    /** The calculation counts the last chunk as a full one. */
    private static long full(long bytes, long chunk) {
        return bytes <= chunk ? bytes : Math.ceilDiv(bytes, chunk) * chunk;
    }

    /** Decades of {@code grid-routes.csv}, and the greatest differences of all its lines. */
    List<String> routes() {
        MarkdownTable table =
                new MarkdownTable(
                        "bytes",
                        "relay, µs",
                        "direct",
                        "relays, whole",
                        "64 KiB",
                        "best chunk",
                        "cut-through",
                        "chosen",
                        "route",
                        "difference");
        Map<String, Double> greatest = new TreeMap<>();
        for (ReferenceTable.Row row : ReferenceTable.read("grid-routes.csv").rows()) {
            List<Pair> times = times(row);
            times.forEach(pair -> greatest.merge(pair.what, pair.difference(), Math::max));
            boolean isDecade = row.text("M_bytes").startsWith("1");
            if (isDecade && PRINTED.contains(row.relayCost())) {
                table.row(cells(row, times).toArray());
            }
        }
        List<String> lines = new ArrayList<>(table.lines());
        lines.add("");
        MarkdownTable differences = new MarkdownTable("column", "greatest difference");
        greatest.forEach((what, most) -> differences.row(what, percent(most)));
        lines.addAll(differences.lines());
        return lines;
    }

    private List<Object> cells(ReferenceTable.Row row, List<Pair> times) {
        List<Object> cells = new ArrayList<>(List.of(row.bytes(), (long) row.relayCost()));
        times.forEach(pair -> cells.add(millis(pair.simulated)));
        cells.add(FourClusters.names(clusters(row.relayCost()).route(DIRECT, row.bytes())));
        cells.add(percent(times.stream().mapToDouble(Pair::difference).max().orElseThrow()));
        return cells;
    }

    static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.6f", MS * seconds);
    }

    static String percent(double part) {
        return String.format(Locale.ROOT, "%.3f %%", 100 * part);
    }

    /** The crossovers of a line of {@code grid-crossover.csv}, in bytes. */
    List<Pair> crossovers(ReferenceTable.Row row) {
        FourClusters four = clusters(row.number("relay_overhead_us_each_of_2"));
        return List.of(
                pair(row, "crossover_store_fwd_B", crossover(four, m -> relayed(four, m, 0))),
                pair(
                        row,
                        "crossover_cut_through_B",
                        crossover(four, m -> four.along(RELAYED, Forwarding.CUT_THROUGH, m, 0))),
                pair(row, "crossover_pipe64K_B", crossover(four, m -> relayed(four, m, PIPE))));
    }

    /** The longest message that takes no longer on the direct link; 0: none. */
    private static long crossover(FourClusters four, LongToDoubleFunction relays) {
        long direct = 0;
        long relayed = MOST_CROSSOVER;
        while (relayed - direct > 1) {
            long bytes = (direct + relayed) / 2;
            double there = four.along(DIRECT, Forwarding.ROUTERS, bytes, 0);
            if (there <= relays.applyAsDouble(bytes)) {
                direct = bytes;
            } else {
                relayed = bytes;
            }
        }
        return direct;
    }

    /** All lines of {@code grid-crossover.csv}. */
    List<String> crossovers() {
        MarkdownTable table =
                new MarkdownTable(
                        "relay, µs", "whole", "table", "cut-through", "table", "64 KiB", "table");
        for (ReferenceTable.Row row : ReferenceTable.read("grid-crossover.csv").rows()) {
            List<Object> cells = new ArrayList<>();
            cells.add((long) row.number("relay_overhead_us_each_of_2"));
            for (Pair pair : crossovers(row)) {
                cells.add((long) pair.simulated);
                cells.add(pair.calculated);
            }
            table.row(cells.toArray());
        }
        return table.lines();
    }
}
