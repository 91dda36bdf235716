package musubi.observe.rankrecord;

import static musubi.observe.rankrecord.RecordLayout.INT;
import static musubi.observe.rankrecord.RecordLayout.LONG;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The record of a rank as it was at a moment: counters and latest events. It can be read while the
 * rank runs and when it is gone. Immutable; any thread.
 */
public final class RecordView {
    private final int rank;
    private final int size;
    private final long pid;
    private final long startNs;
    private final long startMs;
    private final String job;
    private final long takenNs = System.nanoTime();
    private final Map<String, CounterValue> counters = new LinkedHashMap<>();
    private final List<RecordedEvent> events;

    private RecordView(MemorySegment memory) {
        MemorySegment copy = MemorySegment.ofArray(new long[(int) (RecordLayout.BYTES / 8)]);
        copy.copyFrom(memory.asSlice(0, RecordLayout.BYTES));
        rank = copy.get(INT, RecordLayout.RANK_AT);
        size = copy.get(INT, RecordLayout.SIZE_AT);
        pid = copy.get(LONG, RecordLayout.PID_AT);
        startNs = copy.get(LONG, RecordLayout.START_NS_AT);
        startMs = copy.get(LONG, RecordLayout.START_MS_AT);
        job = text(copy, RecordLayout.JOB_AT, RecordLayout.JOB_BYTES);
        int entries = (int) copy.get(LONG, RecordLayout.ENTRIES_AT);
        for (int i = 0; i < Math.min(entries, RecordLayout.MOST_ENTRIES); i++) {
            CounterValue counter = counter(copy, i);
            counters.put(counter.name(), counter);
        }
        events = events(copy);
    }

    /**
     * From the latest one back, as long as they are older and older: what has been overwritten
     * while this was copied is not.
     */
    private List<RecordedEvent> events(MemorySegment copy) {
        List<CounterValue> names = List.copyOf(counters.values());
        List<RecordedEvent> found = new ArrayList<>();
        int end = endOfLap(copy);
        long later = Long.MAX_VALUE;
        for (int i = 0; i < RecordLayout.RING_EVENTS; i++) {
            int place = Math.floorMod(end - 1 - i, RecordLayout.RING_EVENTS);
            long word = copy.get(LONG, eventAt(place));
            long time = word >>> RecordLayout.TIME_SHIFT;
            if (word == 0 || time > later) {
                break;
            }
            RecordedEvent event = event(copy, eventAt(place), names);
            if (event != null) {
                found.add(event);
            }
            later = time;
        }
        return found.reversed();
    }

    private static long eventAt(int place) {
        return RecordLayout.RING_AT + (long) RecordLayout.EVENT_BYTES * place;
    }

    /** Behind the latest event. */
    private static int endOfLap(MemorySegment copy) {
        long lap = copy.get(LONG, eventAt(0)) & RecordLayout.LAP;
        int end = 1;
        while (end < RecordLayout.RING_EVENTS
                && (copy.get(LONG, eventAt(end)) & RecordLayout.LAP) == lap) {
            end++;
        }
        return end;
    }

    /** What this memory of a rank holds now. */
    public static RecordView of(MemorySegment memory) {
        return new RecordView(memory);
    }

    /** Reads a file; null when it is none of a rank, or not yet complete. */
    static RecordView read(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        MemorySegment memory = MemorySegment.ofArray(new long[(bytes.length + 7) / 8]);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, bytes.length);
        boolean complete =
                bytes.length == RecordLayout.BYTES
                        && memory.get(LONG, RecordLayout.MAGIC_AT) == RecordLayout.MAGIC
                        && memory.get(INT, RecordLayout.VERSION_AT) == RecordLayout.VERSION;
        return complete ? new RecordView(memory) : null;
    }

    private static CounterValue counter(MemorySegment copy, int entry) {
        long at = RecordLayout.TABLE_AT + (long) entry * RecordLayout.ENTRY_BYTES;
        int kind = Math.clamp(copy.get(ValueLayout.JAVA_BYTE, at), 0, 2);
        return new CounterValue(
                text(copy, at + RecordLayout.NAME_OFFSET, RecordLayout.NAME_BYTES),
                text(copy, at + RecordLayout.UNIT_OFFSET, RecordLayout.UNIT_BYTES),
                CounterKind.values()[kind],
                copy.get(LONG, RecordLayout.VALUES_AT + 8L * entry));
    }

    private RecordedEvent event(MemorySegment copy, long at, List<CounterValue> names) {
        long stamp = copy.get(LONG, at);
        EventKind kind = EventKind.of((int) stamp & RecordLayout.KIND);
        if (kind == null) {
            return null;
        }
        int detail = copy.get(INT, at + 20);
        boolean collective = kind == EventKind.COLLECTIVE || kind == EventKind.COLLECTIVE_DONE;
        String name = collective && detail < names.size() ? names.get(detail).name() : "";
        return new RecordedEvent(
                startNs + (stamp >>> RecordLayout.TIME_SHIFT),
                (stamp & RecordLayout.FRESH) != 0,
                kind,
                copy.get(INT, at + 8),
                copy.get(INT, at + 12),
                copy.get(INT, at + 16),
                detail,
                copy.get(LONG, at + 24),
                name.replaceFirst("^coll\\.calls\\.", ""));
    }

    private static String text(MemorySegment copy, long at, int room) {
        byte[] bytes = copy.asSlice(at, room).toArray(ValueLayout.JAVA_BYTE);
        int length = 0;
        while (length < room && bytes[length] != 0) {
            length++;
        }
        return new String(bytes, 0, length, UTF_8);
    }

    /** The rank's number in the job. */
    public int rank() {
        return rank;
    }

    /** How many ranks the job has. */
    public int size() {
        return size;
    }

    /** The process that the rank runs or ran in. */
    public long pid() {
        return pid;
    }

    /** The name of the job. */
    public String job() {
        return job;
    }

    /** When the rank joined the job, by {@link System#nanoTime} of the machine. */
    public long startNs() {
        return startNs;
    }

    /** When the rank joined the job, in ms since 1970. */
    public long startMs() {
        return startMs;
    }

    /** When this was read, by {@link System#nanoTime}. */
    public long takenNs() {
        return takenNs;
    }

    /** All values, in the order in which they came into being. */
    public List<CounterValue> all() {
        return List.copyOf(counters.values());
    }

    /** The value of this name; 0 when there is none. */
    public long value(String name) {
        CounterValue counter = counters.get(name);
        return counter == null ? 0 : counter.value();
    }

    /** The sum of all values whose names begin so. */
    public long sum(String prefix) {
        return counters.values().stream()
                .filter(counter -> counter.name().startsWith(prefix))
                .mapToLong(CounterValue::value)
                .sum();
    }

    /** Time spent in waits until now, the present one included, in ns. */
    public long waitedNs() {
        long since = value("wait.since");
        return value("wait.time") + (since == 0 ? 0 : Math.max(0, takenNs - since));
    }

    /** The latest events, the last one last. */
    public List<RecordedEvent> events() {
        return List.copyOf(events);
    }
}
