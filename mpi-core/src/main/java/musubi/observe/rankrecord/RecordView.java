package musubi.observe.rankrecord;

import static musubi.observe.rankrecord.RecordLayout.INT;
import static musubi.observe.rankrecord.RecordLayout.LONG;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The record of a rank as it was at a moment: counters and latest events. It can be read while the
 * rank runs and when it is gone. Immutable; any thread.
 *
 * @param rank the rank's number in the job
 * @param size how many ranks the job has
 * @param pid the process that the rank runs or ran in
 * @param job the name of the job
 * @param startNs when the rank joined the job, by {@link System#nanoTime} of the machine
 * @param startMs when the rank joined the job, in ms since 1970
 * @param takenNs when this was read, by {@link System#nanoTime}
 * @param counters the values by name, in the order in which they came into being
 * @param events the latest events, the last one last
 */
public record RecordView(
        int rank,
        int size,
        long pid,
        String job,
        long startNs,
        long startMs,
        long takenNs,
        Map<String, CounterValue> counters,
        List<RecordedEvent> events) {
    /** What this memory of a rank holds now. */
    public static RecordView of(MemorySegment memory) {
        long takenNs = System.nanoTime();
        int room = RecordLayout.room(memory.byteSize());
        MemorySegment copy = MemorySegment.ofArray(new long[RecordLayout.bytes(room) / 8]);
        copy.copyFrom(memory);
        Map<String, CounterValue> counters = new LinkedHashMap<>();
        int entries = (int) copy.get(LONG, RecordLayout.ENTRIES_AT);
        for (int i = 0; i < Math.min(entries, room); i++) {
            CounterValue counter = counter(copy, room, i);
            counters.put(counter.name(), counter);
        }
        return new RecordView(
                copy.get(INT, RecordLayout.RANK_AT),
                copy.get(INT, RecordLayout.SIZE_AT),
                copy.get(LONG, RecordLayout.PID_AT),
                text(copy, RecordLayout.JOB_AT, RecordLayout.JOB_BYTES),
                copy.get(LONG, RecordLayout.START_NS_AT),
                copy.get(LONG, RecordLayout.START_MS_AT),
                takenNs,
                Collections.unmodifiableMap(counters),
                events(copy, List.copyOf(counters.values())));
    }

    /**
     * From the latest one back, as long as they are older and older: what has been overwritten
     * while this was copied is not.
     */
    private static List<RecordedEvent> events(MemorySegment copy, List<CounterValue> names) {
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
        return List.copyOf(found.reversed());
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

    /** Reads a file; null when it is none of a rank, or not yet complete. */
    static RecordView read(Path file) throws IOException {
        BasicFileAttributes found =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        // A pipe of another user in the place of the file would not end.
        if (!found.isRegularFile() || RecordLayout.room(found.size()) == 0) {
            return null;
        }
        byte[] bytes = Files.readAllBytes(file);
        MemorySegment memory = MemorySegment.ofArray(new long[(bytes.length + 7) / 8]);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, 0, bytes.length);
        boolean complete =
                bytes.length == found.size()
                        && memory.get(INT, RecordLayout.ROOM_AT) == RecordLayout.room(bytes.length)
                        && memory.get(LONG, RecordLayout.MAGIC_AT) == RecordLayout.MAGIC
                        && memory.get(INT, RecordLayout.VERSION_AT) == RecordLayout.VERSION;
        return complete ? of(memory) : null;
    }

    private static CounterValue counter(MemorySegment copy, int room, int entry) {
        long at = RecordLayout.tableAt(room) + (long) entry * RecordLayout.ENTRY_BYTES;
        int kind = Math.clamp(copy.get(ValueLayout.JAVA_BYTE, at), 0, 2);
        return new CounterValue(
                text(copy, at + RecordLayout.NAME_OFFSET, RecordLayout.NAME_BYTES),
                text(copy, at + RecordLayout.UNIT_OFFSET, RecordLayout.UNIT_BYTES),
                CounterKind.values()[kind],
                copy.get(LONG, RecordLayout.VALUES_AT + 8L * entry));
    }

    private static RecordedEvent event(MemorySegment copy, long at, List<CounterValue> names) {
        long stamp = copy.get(LONG, at);
        EventKind kind = EventKind.of((int) stamp & RecordLayout.KIND);
        if (kind == null) {
            return null;
        }
        int detail = copy.get(INT, at + 20);
        boolean collective = kind == EventKind.COLLECTIVE || kind == EventKind.COLLECTIVE_DONE;
        String name = collective && detail < names.size() ? names.get(detail).name() : "";
        return new RecordedEvent(
                copy.get(LONG, RecordLayout.START_NS_AT) + (stamp >>> RecordLayout.TIME_SHIFT),
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
}
