package musubi.insight;

import musubi.observe.rankrecord.CounterValue;
import musubi.observe.rankrecord.EventDescriptions;
import musubi.observe.rankrecord.EventKind;
import musubi.observe.rankrecord.RecordView;
import musubi.observe.rankrecord.RecordedEvent;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A rank in the table: its activity between two samples. */
final class RankRow {
    static final List<String> TITLES =
            List.of(
                    "RANK", "PID", "WAIT%", "SENT/s", "MB/s", "RECV/s", "MB/s", "RNDV/s", "COLL/s",
                    "UNEXP", "MAX", "QUEUED", "EVICT", "STATE");

    private static final double NS_PER_S = 1e9;
    private static final double BYTES_PER_MB = 1e6;

    private final RecordView before;
    private final RecordView now;
    private final double seconds;

    /**
     * A row.
     *
     * @param before an earlier sample of the rank; null for its start
     * @param now the present sample
     */
    RankRow(RecordView before, RecordView now) {
        this.before = before;
        this.now = now;
        double ownSeconds = (now.takenNs() - now.startNs()) / NS_PER_S;
        seconds =
                Math.max(
                        1e-3,
                        before == null
                                ? ownSeconds
                                : (now.takenNs() - before.takenNs()) / NS_PER_S);
    }

    /** The texts of the columns. */
    List<String> cells() {
        return List.of(
                Integer.toString(now.rank()),
                Long.toString(now.pid()),
                String.format(Locale.ROOT, "%.1f", waitPercent()),
                rate("sent.messages.", 1),
                rate("sent.bytes.", BYTES_PER_MB),
                rate("received.messages.", 1),
                rate("received.bytes.", BYTES_PER_MB),
                rate("sent.messages.rendezvous.", 1),
                rate("coll.calls.", 1),
                Long.toString(now.value("unexpected.messages")),
                Long.toString(now.value("unexpected.messages.max")),
                Long.toString(growth("send.queued")),
                Long.toString(now.value("context.evictions")),
                state());
    }

    double waitPercent() {
        long waitedNs = now.waitedNs() - (before == null ? 0 : before.waitedNs());
        return Math.clamp(100 * waitedNs / NS_PER_S / seconds, 0, 100);
    }

    private long growth(String prefix) {
        return now.sum(prefix) - (before == null ? 0 : before.sum(prefix));
    }

    private String rate(String prefix, double unit) {
        double rate = growth(prefix) / unit / seconds;
        return String.format(Locale.ROOT, rate > 0 && rate < 10 ? "%.1f" : "%.0f", rate);
    }

    private String state() {
        List<RecordedEvent> events = now.events();
        EventKind last = events.isEmpty() ? null : events.getLast().kind();
        if (last == EventKind.LEFT || last == EventKind.ABORTED) {
            return EventDescriptions.describe(events.getLast());
        }
        if (!isRunning()) {
            return "is gone";
        }
        RecordedEvent wait = EventDescriptions.currentWait(now);
        return wait == null ? "runs" : EventDescriptions.describe(wait);
    }

    boolean isRunning() {
        return ProcessHandle.of(now.pid()).map(ProcessHandle::isAlive).orElse(false);
    }

    /** A line for each counter: rank, name, unit, kind, value. */
    static Stream<String> csv(RecordView view) {
        return view.all().stream().map(counter -> csv(view.rank(), counter));
    }

    private static String csv(int rank, CounterValue counter) {
        String kind = counter.kind().name().toLowerCase(Locale.ROOT);
        return rank
                + ","
                + counter.name()
                + ","
                + counter.unit()
                + ","
                + kind
                + ","
                + counter.value();
    }
}
