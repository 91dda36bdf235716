package musubi.insight.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far the clocks of hosts are apart, by the messages between them: the fastest message of each
 * direction is taken to have needed the same time. Its error is half the difference of the two.
 * When even the fastest were slow, as with few messages, the time of day of the hosts is better: it
 * is only changed so far that no message comes before it was sent. Drift is not corrected. After
 * Cristian, "Probabilistic clock synchronization", 1989.
 */
final class NodeClocks {
    /** What one may expect of clocks that are set by NTP, there and back. */
    private static final long SLOW_NS = 2_000_000;

    private final Map<Integer, Integer> nodeOf = new HashMap<>();
    private final Map<Integer, Map<Integer, Long>> fastest = new TreeMap<>();

    private NodeClocks() {}

    /**
     * What has to be added to the times of each node, by its number.
     *
     * @return 0 for nodes that have not exchanged messages both ways with any that is known
     */
    static Map<Integer, Long> offsets(List<RankTrack> tracks, List<MatchedMessage> messages) {
        NodeClocks clocks = new NodeClocks();
        tracks.forEach(track -> clocks.nodeOf.put(track.rank(), track.where().node()));
        messages.forEach(clocks::add);
        Map<Integer, Long> offsets = new TreeMap<>();
        for (int node : new TreeSet<>(clocks.nodeOf.values())) {
            if (offsets.putIfAbsent(node, 0L) == null) {
                clocks.spread(node, offsets);
            }
        }
        return offsets;
    }

    private void add(MatchedMessage message) {
        int from = nodeOf.get(message.from());
        int to = nodeOf.get(message.to());
        if (from != to && !message.unexpected()) {
            long tookNs = message.matchedNs() - message.sent().ns();
            fastest.computeIfAbsent(from, _ -> new TreeMap<>()).merge(to, tookNs, Math::min);
        }
    }

    /** Of a node, when that of the other is known and how long messages seem to take. */
    private static long offset(long known, long fromKnownNs, long toKnownNs) {
        return fromKnownNs + toKnownNs < SLOW_NS
                ? known + (toKnownNs - fromKnownNs) / 2
                : Math.clamp(0, known - fromKnownNs, known + toKnownNs);
    }

    /** From one node to all that it has exchanged messages with, and on. */
    private void spread(int first, Map<Integer, Long> offsets) {
        Deque<Integer> next = new ArrayDeque<>(List.of(first));
        while (!next.isEmpty()) {
            int node = next.poll();
            for (Map.Entry<Integer, Long> there : fastest.getOrDefault(node, Map.of()).entrySet()) {
                int other = there.getKey();
                Long back = fastest.getOrDefault(other, Map.of()).get(node);
                if (back != null && !offsets.containsKey(other)) {
                    offsets.put(other, offset(offsets.get(node), there.getValue(), back));
                    next.add(other);
                }
            }
        }
    }
}
