package musubi.insight.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a reader of the page should know before all else. */
final class ReportNotes {
    private final JobTrace trace;

    ReportNotes(JobTrace trace) {
        this.trace = trace;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(trace.clocks());
        missingRanks(lines);
        lostEnds(lines);
        crowdedNodes(lines);
        return lines;
    }

    private void missingRanks(List<String> lines) {
        int ranks = trace.tracks().getFirst().where().ranks();
        if (trace.tracks().size() < ranks) {
            lines.add(
                    "Only "
                            + trace.tracks().size()
                            + " of "
                            + ranks
                            + " ranks have left a recording; one that SIGKILL ended leaves none.");
        }
    }

    private void lostEnds(List<String> lines) {
        long sent = trace.tracks().stream().mapToLong(track -> track.sent().size()).sum();
        long lost = sent - trace.messages().size();
        if (lost > 0) {
            lines.add(
                    "Of "
                            + lost
                            + " of "
                            + sent
                            + " messages one end is not recorded; they have no arrow.");
        }
    }

    private void crowdedNodes(List<String> lines) {
        Map<Integer, Integer> ranks = new TreeMap<>();
        Map<Integer, Integer> threads = new TreeMap<>();
        for (RankTrack track : trace.tracks()) {
            int node = track.where().node();
            ranks.merge(node, 1, Integer::sum);
            String text = track.facts().getOrDefault(MachineFacts.HARDWARE_THREADS, "0");
            threads.put(node, Integer.parseInt(text));
        }
        ranks.forEach(
                (node, count) -> {
                    int there = threads.get(node);
                    if (there > 0 && count > there) {
                        lines.add(
                                "Node "
                                        + node
                                        + " is oversubscribed: "
                                        + count
                                        + " ranks on "
                                        + there
                                        + " hardware threads. A rank that waits for one that has"
                                        + " no processor waits for the scheduler as well.");
                    }
                });
    }
}
