package musubi.insight.report;

import musubi.insight.trace.CallFamily;
import musubi.insight.trace.CallSpan;
import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.RankTrack;

import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds calls that may have waited although nothing is known about it: no finder explained them,
 * and no recorded message was sent or received in them.
 */
final class UnanalysedCalls {
    /** Calls that take less in all are not worth a line. */
    private static final long SHORTEST_NS = 1_000_000;

    /** Calls of one method of all ranks. */
    record Line(String name, long count, long totalNs) {
        Line plus(Line other) {
            return new Line(name, count + other.count, totalNs + other.totalNs);
        }
    }

    private UnanalysedCalls() {}

    /**
     * The methods, those with the longest time first.
     *
     * @param tracks with their {@link PollLoops} joined
     * @param explained calls that a finder explained
     */
    static List<Line> find(
            List<RankTrack> tracks, List<MatchedMessage> messages, Set<CallSpan> explained) {
        Set<CallSpan> known = Collections.newSetFromMap(new IdentityHashMap<>());
        known.addAll(explained);
        Map<Integer, RankTrack> byRank = new TreeMap<>();
        tracks.forEach(track -> byRank.put(track.rank(), track));
        for (MatchedMessage message : messages) {
            known.add(byRank.get(message.from()).callAt(message.sent().ns()));
            known.add(byRank.get(message.to()).callAt(message.arrivedNs()));
            known.add(byRank.get(message.to()).callAt(message.landedNs()));
        }
        Map<String, Line> lines = new TreeMap<>();
        for (RankTrack track : tracks) {
            for (CallSpan call : track.calls()) {
                if (call.family() != CallFamily.LOCAL && !known.contains(call)) {
                    Line one = new Line(call.name(), 1, call.durationNs());
                    lines.merge(call.name(), one, Line::plus);
                }
            }
        }
        return lines.values().stream()
                .filter(line -> line.totalNs() >= SHORTEST_NS)
                .sorted(Comparator.comparingLong(Line::totalNs).reversed())
                .toList();
    }
}
