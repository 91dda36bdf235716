package musubi.observe.rankrecord;

import musubi.bootstrap.RankNames;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A report on how the ranks of a job ended: the wait and the last events of each. */
public final class LastEventsReport {
    private static final double NS_PER_S = 1e9;
    private static final Set<EventKind> ENDS =
            Set.of(EventKind.FAILED, EventKind.ABORTED, EventKind.LOST);

    private final List<RecordView> views;
    private final long endNs;
    private final int mostRanks;
    private final int mostEvents;
    private final Map<Integer, Integer> awaited = new HashMap<>();

    /**
     * Of these ranks.
     *
     * @param views in the order of ranks
     * @param endNs the moment from which to count back, by {@link System#nanoTime}
     * @param mostRanks the most ranks in the report
     * @param mostEvents how many events of each
     */
    public LastEventsReport(List<RecordView> views, long endNs, int mostRanks, int mostEvents) {
        this.views = List.copyOf(views);
        this.endNs = endNs;
        this.mostRanks = mostRanks;
        this.mostEvents = mostEvents;
        for (RecordView view : views) {
            RecordedEvent wait = EventDescriptions.currentWait(view);
            if (wait != null && wait.peer() >= 0) {
                awaited.merge(wait.peer(), 1, Integer::sum);
            }
        }
    }

    /**
     * A line for each rank with what it does, and lines for its last events; of many ranks those
     * that others wait for, that have failed or that do not wait. Empty when all have left the job
     * in good order.
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        if (views.stream().allMatch(LastEventsReport::hasLeft)) {
            return lines;
        }
        for (RecordView view : shown()) {
            appendRank(view, lines);
        }
        if (views.size() > mostRanks) {
            List<Integer> left = new ArrayList<>(views.stream().map(RecordView::rank).toList());
            left.removeAll(shown().stream().map(RecordView::rank).toList());
            lines.add("  and " + RankNames.of(left));
        }
        return lines;
    }

    private List<RecordView> shown() {
        return views.stream()
                .sorted(Comparator.comparingInt(this::interest).reversed())
                .limit(mostRanks)
                .sorted(Comparator.comparingInt(RecordView::rank))
                .toList();
    }

    private int interest(RecordView view) {
        int interest = awaited.getOrDefault(view.rank(), 0);
        boolean ended = view.events().stream().anyMatch(event -> ENDS.contains(event.kind()));
        boolean waits = EventDescriptions.currentWait(view) != null;
        return interest
                + (ended ? 2 * views.size() : 0)
                + (waits || hasLeft(view) ? 0 : views.size());
    }

    private static boolean hasLeft(RecordView view) {
        List<RecordedEvent> events = view.events();
        return !events.isEmpty() && events.getLast().kind() == EventKind.LEFT;
    }

    private void appendRank(RecordView view, List<String> lines) {
        List<RecordedEvent> events = new ArrayList<>(view.events());
        if (events.isEmpty()) {
            return;
        }
        String rank = "  rank " + view.rank() + " ";
        RecordedEvent wait = EventDescriptions.currentWait(view);
        if (hasLeft(view)) {
            lines.add(rank + "left the job in good order");
            return;
        }
        if (wait == null) {
            lines.add(
                    rank
                            + "was not in a wait; its last event was "
                            + seconds(events.getLast())
                            + " ago");
        } else {
            lines.add(rank + describe(wait, events) + " (for " + seconds(wait) + ")");
            if (events.getLast() == wait) {
                events.removeLast();
            }
        }
        int from = Math.max(0, events.size() - mostEvents);
        for (RecordedEvent event : events.subList(from, events.size())) {
            lines.add(
                    String.format("    %12s  %s", time(event), EventDescriptions.describe(event)));
        }
    }

    /** Finalize waits in messages of its own, which are of no interest. */
    private static String describe(RecordedEvent wait, List<RecordedEvent> events) {
        if (events.stream().noneMatch(event -> event.kind() == EventKind.FINALIZING)) {
            return EventDescriptions.describe(wait);
        }
        return "waits in MPI.Finalize" + (wait.peer() < 0 ? "" : " for rank " + wait.peer());
    }

    private String seconds(RecordedEvent before) {
        return String.format("%.3f s", Math.max(0, endNs - before.timeNs()) / NS_PER_S);
    }

    /** With a tilde when it came at that time or later. */
    private String time(RecordedEvent event) {
        String mark = event.exact() ? "" : "~";
        return String.format("%s%.6f s", mark, (event.timeNs() - endNs) / NS_PER_S);
    }
}
