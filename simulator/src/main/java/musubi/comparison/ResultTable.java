package musubi.comparison;

import musubi.simulator.plot.SizeChart;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The results of one or several libraries, of one run or more: a table and a chart of the medians.
 * Mutable; for one thread.
 */
public final class ResultTable {
    private static final String ABSENT = "-";

    private final List<String> libraries;
    private final Map<Row, Map<String, List<ImbResult>>> results = new LinkedHashMap<>();

    private record Row(String name, int ranks, long bytes) {}

    /**
     * An empty table.
     *
     * @param libraries the first is compared with the others
     */
    public ResultTable(List<String> libraries) {
        this.libraries = List.copyOf(libraries);
    }

    /** Adds a result of a library. */
    public void add(String library, ImbResult result) {
        results.computeIfAbsent(
                        new Row(result.name(), result.ranks(), result.bytes()),
                        _ -> new LinkedHashMap<>())
                .computeIfAbsent(library, _ -> new ArrayList<>())
                .add(result);
    }

    /** The heading and the rows: times in microseconds, and the ratio to the best other library. */
    public List<String> lines() {
        List<String[]> cells = new ArrayList<>();
        cells.add(heading());
        results.forEach((row, its) -> cells.add(cells(row, its)));
        int columns = cells.getFirst().length;
        int[] widths = new int[columns];
        for (int i = 0; i < columns; i++) {
            int column = i;
            widths[i] = cells.stream().mapToInt(row -> row[column].length()).max().orElse(0);
        }
        return cells.stream().map(row -> aligned(row, widths)).toList();
    }

    private String[] heading() {
        List<String> words = new ArrayList<>(List.of("#benchmark", "#ranks", "#bytes"));
        libraries.forEach(library -> words.add(library + "[usec]"));
        words.add("Mbytes/sec");
        if (libraries.size() > 1) {
            words.add("ratio");
        }
        return words.toArray(String[]::new);
    }

    private String[] cells(Row row, Map<String, List<ImbResult>> its) {
        List<String> words =
                new ArrayList<>(
                        List.of(row.name, String.valueOf(row.ranks), String.valueOf(row.bytes)));
        libraries.forEach(library -> words.add(text(time(its, library))));
        List<ImbResult> own = its.getOrDefault(libraries.getFirst(), List.of());
        double rate = median(own.stream().mapToDouble(ImbResult::megabytes).toArray());
        words.add(rate > 0 ? text(rate) : ABSENT);
        if (libraries.size() > 1) {
            words.add(text(ratio(its)));
        }
        return words.toArray(String[]::new);
    }

    private double ratio(Map<String, List<ImbResult>> its) {
        double best =
                libraries.stream()
                        .skip(1)
                        .mapToDouble(library -> time(its, library))
                        .filter(Double::isFinite)
                        .min()
                        .orElse(Double.NaN);
        return time(its, libraries.getFirst()) / best;
    }

    private static double time(Map<String, List<ImbResult>> its, String library) {
        List<ImbResult> found = its.getOrDefault(library, List.of());
        return median(found.stream().mapToDouble(ImbResult::medianUs).toArray());
    }

    private static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    private static String text(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : ABSENT;
    }

    /** The name at the left, numbers at the right. */
    private static String aligned(String[] row, int... widths) {
        StringBuilder line = new StringBuilder(String.format("%-" + widths[0] + "s", row[0]));
        for (int i = 1; i < row.length; i++) {
            line.append(String.format("  %" + widths[i] + "s", row[i]));
        }
        return line.toString();
    }

    /** Draws times over message size as SVG, a curve for each library, benchmark and ranks. */
    public void plot(File file) throws IOException {
        long names = results.keySet().stream().map(Row::name).distinct().count();
        String title = names == 1 ? results.keySet().iterator().next().name : "IMB";
        SizeChart chart = new SizeChart(title, "us");
        results.forEach((row, its) -> its.forEach((library, all) -> add(chart, library, row, all)));
        chart.writeSvg(file);
    }

    private void add(SizeChart chart, String library, Row row, List<ImbResult> all) {
        double[] times = all.stream().mapToDouble(ImbResult::medianUs).sorted().toArray();
        String curve = "%s, %s, %d ranks".formatted(library, row.name, row.ranks);
        // The axis is logarithmic.
        if (times[0] > 0) {
            chart.add(curve, row.bytes, median(times), times[0], times[times.length - 1]);
        }
    }
}
