package musubi.insight.report;

import musubi.insight.trace.MachineFacts;
import musubi.insight.trace.RankTrack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Notes at the top of the page about the quality of the recordings. */
record ReportNotes(JobTrace trace) {
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
                    "Only %d of %d ranks have a recording; a rank ended by SIGKILL has none."
                            .formatted(trace.tracks().size(), ranks));
        }
    }

    private void lostEnds(List<String> lines) {
        long sent = trace.tracks().stream().mapToLong(track -> track.sent().size()).sum();
        long lost = sent - trace.messages().size();
        if (lost > 0) {
            lines.add(
                    "%d of %d messages are recorded at one end only and have no arrow."
                            .formatted(lost, sent));
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
                                ("Node %d is oversubscribed: %d ranks on %d hardware threads. Waits"
                                                + " for other ranks include waits for a processor.")
                                        .formatted(node, count, there));
                    }
                });
    }
}
