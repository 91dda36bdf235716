package musubi.conformance.soak;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The largest values of all ranks in the course of a job, and whether they grow: the median of the
 * last quarter of the samples is compared with that of the second one, as caches and compilers fill
 * in the first.
 */
final class UsageTable {
    private static final int QUARTERS = 4;
    private static final double PERCENT = 100;

    private final List<long[]> samples = new ArrayList<>();

    /** The heading of the rows, in Markdown. */
    static String heading() {
        String titles =
                Arrays.stream(Usage.values()).map(Usage::title).collect(Collectors.joining(" | "));
        return "| s | rounds | " + titles + " |\n|---|---|" + "---|".repeat(Usage.values().length);
    }

    /** Adds a sample; returns its row. */
    String add(long seconds, long rounds, long[] largest) {
        samples.add(largest);
        String values =
                Arrays.stream(largest).mapToObj(Long::toString).collect(Collectors.joining(" | "));
        return "| " + seconds + " | " + rounds + " | " + values + " |";
    }

    /**
     * Growth of one value.
     *
     * @return in per cent; 0 with fewer than 8 samples
     */
    double growth(Usage usage) {
        if (samples.size() < 2 * QUARTERS) {
            return 0;
        }
        int quarter = samples.size() / QUARTERS;
        double before = median(usage, quarter, 2 * quarter);
        double after = median(usage, samples.size() - quarter, samples.size());
        return before == 0 ? 0 : PERCENT * (after - before) / before;
    }

    private double median(Usage usage, int from, int to) {
        long[] sorted =
                samples.subList(from, to).stream()
                        .mapToLong(sample -> sample[usage.ordinal()])
                        .sorted()
                        .toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2.0;
    }

    /** Whether a value grows by more than a limit. */
    boolean grows(double limitPercent) {
        return Arrays.stream(Usage.values()).anyMatch(usage -> growth(usage) > limitPercent);
    }

    /** The growth of all values, as text. */
    String growth() {
        if (samples.size() < 2 * QUARTERS) {
            return "unknown, with fewer than " + 2 * QUARTERS + " samples";
        }
        return Arrays.stream(Usage.values())
                .map(
                        usage ->
                                String.format(
                                        Locale.ROOT, "%s %+.1f %%", usage.title(), growth(usage)))
                .collect(Collectors.joining(", "));
    }
}
