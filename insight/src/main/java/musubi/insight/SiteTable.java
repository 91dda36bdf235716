package musubi.insight;

import musubi.insight.RunningJobs.Job;
import musubi.observe.rankrecord.CounterValue;
import musubi.observe.rankrecord.RecordView;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pairs of sites of a job: the links as all ranks agreed on them, and as the ranks of this
 * machine see them now; messages and bytes between the ranks of both sites so far. Of several ranks
 * on a site the figures of the present link are those of the one that has sent most over it.
 */
final class SiteTable implements JobTable {
    private static final List<String> TITLES =
            List.of(
                    "SITE", "PEER", "RANKS", "LAT ms", "NOW", "MBIT/s", "NOW", "SENT", "MB", "RECV",
                    "MB", "");
    private static final String SITE = "grid.site.";
    private static final String LATENCY = "grid.latency.";
    private static final String BANDWIDTH = "grid.bandwidth.";
    private static final String AGREED = "agreed.";
    private static final String CURRENT = "current.";
    private static final double MILLI = 1e-6;
    private static final double MEGABITS = 8e-6;
    private static final double BYTES_PER_MB = 1e6;

    /** What the ranks of a site on this machine have recorded of a site. */
    private static final class Pair {
        private int ranks;
        private long sent;
        private long sentBytes;
        private long received;
        private long receivedBytes;
        private long mostBytes = -1;

        /** That of the rank with the most bytes sent. */
        private RecordView view;

        void add(RecordView rank, String place) {
            long bytes = sum(rank, "sent.bytes.", place);
            ranks++;
            sent += sum(rank, "sent.messages.", place);
            sentBytes += bytes;
            received += sum(rank, "received.messages.", place);
            receivedBytes += sum(rank, "received.bytes.", place);
            if (bytes > mostBytes) {
                mostBytes = bytes;
                view = rank;
            }
        }

        private static long sum(RecordView rank, String prefix, String place) {
            return rank.all().stream()
                    .filter(counter -> counter.name().startsWith(prefix))
                    .filter(counter -> isAt(counter.name(), place))
                    .mapToLong(CounterValue::value)
                    .sum();
        }

        /** Whether a counter is of peers at a place; null: of this site. */
        private static boolean isAt(String name, String place) {
            return place == null
                    ? name.endsWith(".node") || name.endsWith(".remote")
                    : name.endsWith(".site." + place);
        }

        List<String> cells(String site, String other) {
            boolean isWithin = site.equals(other);
            return List.of(
                    site,
                    other,
                    Integer.toString(ranks),
                    figure("%.3f", LATENCY + AGREED + other, MILLI),
                    isWithin ? "-" : figure("%.3f", LATENCY + CURRENT + other, MILLI),
                    figure("%.0f", BANDWIDTH + AGREED + other, MEGABITS),
                    isWithin ? "-" : figure("%.0f", BANDWIDTH + CURRENT + other, MEGABITS),
                    Long.toString(sent),
                    megabytes(sentBytes),
                    Long.toString(received),
                    megabytes(receivedBytes),
                    "");
        }

        private String figure(String form, String name, double unit) {
            CounterValue value = view.counters().get(name);
            return value == null ? "-" : String.format(Locale.ROOT, form, value.value() * unit);
        }

        private static String megabytes(long bytes) {
            return String.format(Locale.ROOT, "%.1f", bytes / BYTES_PER_MB);
        }
    }

    @Override
    public List<String> lines(Job job) {
        Map<String, Map<String, Pair>> pairs = new TreeMap<>();
        long running = 0;
        for (RecordView view : job.views()) {
            running += new RankRow(null, view).isRunning() ? 1 : 0;
            String own = ownSite(view);
            if (own != null) {
                Map<String, Pair> row = pairs.computeIfAbsent(own, _ -> new TreeMap<>());
                for (String other : otherSites(view)) {
                    String place = other.equals(own) ? null : other;
                    row.computeIfAbsent(other, _ -> new Pair()).add(view, place);
                }
            }
        }
        List<List<String>> rows = new ArrayList<>();
        rows.add(TITLES);
        pairs.forEach(
                (site, row) -> row.forEach((other, pair) -> rows.add(pair.cells(site, other))));
        List<String> lines = new ArrayList<>();
        lines.add(JobTable.headline(job, running) + (rows.size() == 1 ? "; all on one site" : ""));
        lines.addAll(JobTable.aligned(rows).stream().map(String::stripTrailing).toList());
        return lines;
    }

    /** The site of a rank; null in a job of one site, and until its links are measured. */
    private static String ownSite(RecordView view) {
        return view.counters().keySet().stream()
                .filter(name -> name.startsWith(SITE))
                .map(name -> name.substring(SITE.length()))
                .findFirst()
                .orElse(null);
    }

    /** All sites to which it has a link or has sent a message. */
    private static List<String> otherSites(RecordView view) {
        return view.counters().keySet().stream()
                .filter(name -> name.startsWith(LATENCY + AGREED) || name.contains(".site."))
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .distinct()
                .toList();
    }
}
