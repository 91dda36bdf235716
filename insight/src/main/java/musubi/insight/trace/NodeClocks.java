package musubi.insight.trace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Offsets between the clocks of hosts, from the messages between them: the fastest messages of both
 * directions are assumed to take the same time; the error is half their difference. When even the
 * fastest were slow, as with few messages, the hosts' time of day is used, changed only so far that
 * no message arrives before it was sent. Drift is not corrected. After Cristian, "Probabilistic
 * clock synchronization", 1989.
 */
public final class NodeClocks {
    /** Accuracy of NTP clocks, for a round trip. */
    private static final long SLOW_NS = 2_000_000;

    private final Map<Integer, Integer> nodeOf = new HashMap<>();
    private final Map<Integer, Map<Integer, Long>> fastest = new TreeMap<>();

    private NodeClocks() {}

    /**
     * Offsets to add to the times of each node, by node number.
     *
     * @return 0 for nodes without messages in both directions to a node with a known offset
     */
    public static Map<Integer, Long> offsets(
            List<RankTrack> tracks, List<MatchedMessage> messages) {
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

    /** Offset of a node, from a known offset and the apparent times of messages. */
    private static long offset(long known, long fromKnownNs, long toKnownNs) {
        return fromKnownNs + toKnownNs < SLOW_NS
                ? known + (toKnownNs - fromKnownNs) / 2
                : Math.clamp(0, known - fromKnownNs, known + toKnownNs);
    }

    /** Derives the offsets of all nodes connected to one by messages. */
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
