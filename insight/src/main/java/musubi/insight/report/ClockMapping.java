package musubi.insight.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * The way from a recording's clock to the clock that all processes of a host share. A recording's
 * clock is set anew for each chunk and drifts a little; between two readings of both it is a
 * straight line.
 */
final class ClockMapping {
    /** Readings less far apart say nothing of the speed. */
    private static final long SHORTEST_NS = 10_000_000;

    private final TreeMap<Long, Long> readings = new TreeMap<>();

    /** Both clocks were read at the same time. */
    void add(long recordingNs, long hostNs) {
        readings.put(recordingNs, hostNs);
    }

    boolean isEmpty() {
        return readings.isEmpty();
    }

    /** The host's clock minus the recording's, by the first reading. */
    long firstOffset() {
        return readings.firstEntry().getValue() - readings.firstKey();
    }

    /** The host's clock at this time of the recording's. */
    long hostNs(long recordingNs) {
        Map.Entry<Long, Long> before = readings.floorEntry(recordingNs);
        Map.Entry<Long, Long> after = readings.higherEntry(recordingNs);
        Map.Entry<Long, Long> near = before == null ? after : before;
        if (before == null || after == null || after.getKey() - before.getKey() < SHORTEST_NS) {
            return near.getValue() + recordingNs - near.getKey();
        }
        double speed =
                (double) (after.getValue() - before.getValue())
                        / (after.getKey() - before.getKey());
        return before.getValue() + Math.round((recordingNs - before.getKey()) * speed);
    }
}
