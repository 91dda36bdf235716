package musubi.simulator.sites;

import musubi.simulator.network.GridRoute.Forwarding;
import musubi.simulator.report.MarkdownTable;
import musubi.simulator.sites.RouteFindings.Pair;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Messages between all pairs of the clusters of Fig. 4 of the GridMPI paper, on all paths. */
final class PairFindings {
    private final Map<Double, FourClusters> clusters = new TreeMap<>();

    PairFindings() {}

    /**
     * The fastest path of a message.
     *
     * @param calculated path of the reference
     * @param path of least simulated time
     * @param times of that path
     */
    record Fastest(String calculated, String path, Pair times) {}

    private record Timed(String path, double seconds) {}

    /**
     * The fastest paths of a line of {@code grid-allpairs.csv}, whole at relays and cut-through.
     */
    List<Fastest> fastest(ReferenceTable.Row row) {
        return List.of(
                fastest(row, "best_sf", Forwarding.RELAYS),
                fastest(row, "best_ct", Forwarding.CUT_THROUGH));
    }

    private Fastest fastest(ReferenceTable.Row row, String heads, Forwarding forwarding) {
        FourClusters four = clusters.computeIfAbsent(row.relayCost(), FourClusters::of);
        Timed best = null;
        for (String path : paths(row)) {
            Timed timed = new Timed(path, four.along(path, forwarding, row.bytes(), 0));
            best = best == null || timed.seconds < best.seconds ? timed : best;
        }
        Pair times = new Pair(heads, row.number(heads + "_s"), best.seconds);
        return new Fastest(row.text(heads + "_path"), best.path, times);
    }

    /** Paths without a repeated site, of a text as {@code AB:0.001000;0.001000 ACDB:...}. */
    private static List<String> paths(ReferenceTable.Row row) {
        List<String> paths = new ArrayList<>();
        for (String word : row.text("all_paths(sf_s;ct_s)").split(" ")) {
            paths.add(word.substring(0, word.indexOf(':')));
        }
        return paths;
    }

    /** A row for each pair and relay cost. */
    List<String> lines() {
        MarkdownTable table =
                new MarkdownTable(
                        "pair", "relay, µs", "paths by size", "same as the table", "difference");
        Map<String, List<ReferenceTable.Row>> byPair = new TreeMap<>();
        for (ReferenceTable.Row row : ReferenceTable.read("grid-allpairs.csv").rows()) {
            String pair = row.text("src") + row.text("dst") + " | " + row.text("relay_overhead_us");
            byPair.computeIfAbsent(pair, _ -> new ArrayList<>()).add(row);
        }
        byPair.forEach((pair, rows) -> add(table, pair, rows));
        return table.lines();
    }

    private void add(MarkdownTable table, String pair, List<ReferenceTable.Row> rows) {
        List<String> paths = new ArrayList<>();
        int same = 0;
        double most = 0;
        for (ReferenceTable.Row row : rows) {
            for (Fastest fastest : fastest(row)) {
                same += fastest.calculated.equals(fastest.path) ? 1 : 0;
                most = Math.max(most, fastest.times.difference());
                String path = fastest.path;
                if (!paths.contains(path)) {
                    paths.add(path);
                }
            }
        }
        String share = same + " of " + 2 * rows.size();
        table.row(pair, String.join(", ", paths), share, RouteFindings.percent(most));
    }
}
