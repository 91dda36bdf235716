package musubi.insight.trace;

import java.util.Map;
import java.util.TreeMap;

/**
 * Converts the clock of a recording to the clock shared by the processes of a host. A recording's
 * clock is reset for each chunk and drifts; between two readings of both clocks it is interpolated.
 */
public final class ClockMapping {
    /** Shortest distance of readings for interpolation. */
    private static final long SHORTEST_NS = 10_000_000;

    private final TreeMap<Long, Long> readings = new TreeMap<>();

    /** Adds a simultaneous reading of both clocks. */
    void add(long recordingNs, long hostNs) {
        readings.put(recordingNs, hostNs);
    }

    public boolean isEmpty() {
        return readings.isEmpty();
    }

    /** Host clock minus recording clock at the first reading. */
    public long firstOffset() {
        return readings.firstEntry().getValue() - readings.firstKey();
    }

    /** Host clock at a time of the recording clock. */
    public long hostNs(long recordingNs) {
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
