package musubi.observe;

import static musubi.observe.RecordLayout.LONG;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The counters and the latest events of a rank, in memory that others may read at any time. Writes
 * are plain: there is one writer, and who reads sees each word as it is or was.
 *
 * <p>To read the clock costs more than all the rest of an event. So short messages take over the
 * time of the event before them, but for every {@value #EVENTS_PER_CLOCK_READ}th; all others read
 * it.
 *
 * <p>Thread rule: the thread that holds the rank writes.
 */
final class RankRecord {
    private static final VarHandle WORD = LONG.varHandle();
    private static final int EVENTS_PER_CLOCK_READ = 16;
    private static final long RING_MASK = RecordLayout.RING_EVENTS - 1;

    /**
     * What does not fit into the table is counted from here on, without a name; so many counters
     * lie side by side at the most.
     */
    private static final int OVERFLOW_ENTRY = RecordLayout.MOST_ENTRIES - 6;

    private final MemorySegment memory;
    private final long startNs = System.nanoTime();
    private final Map<String, Long> places = new HashMap<>();
    private int entries;
    private long events;
    private long nowNs;

    /**
     * Whose record it is.
     *
     * @param job the name of the job
     * @param rank its number in the job
     * @param size ranks of the job
     */
    record Owner(String job, int rank, int size) {}

    private RankRecord(MemorySegment memory, Owner owner) {
        this.memory = memory;
        memory.set(RecordLayout.INT, RecordLayout.VERSION_AT, RecordLayout.VERSION);
        memory.set(RecordLayout.INT, RecordLayout.RANK_AT, owner.rank);
        memory.set(RecordLayout.INT, RecordLayout.SIZE_AT, owner.size);
        memory.set(LONG, RecordLayout.PID_AT, ProcessHandle.current().pid());
        memory.set(LONG, RecordLayout.START_NS_AT, startNs);
        memory.set(LONG, RecordLayout.START_MS_AT, System.currentTimeMillis());
        put(RecordLayout.JOB_AT, owner.job, RecordLayout.JOB_BYTES);
        WORD.setRelease(memory, RecordLayout.MAGIC_AT, RecordLayout.MAGIC);
    }

    /** A record that only this process sees. */
    static RankRecord inMemory(Owner owner) {
        return new RankRecord(Arena.ofAuto().allocate(RecordLayout.BYTES, Long.BYTES), owner);
    }

    /**
     * A record in a new file that only its owner may read. All of it is written before it is
     * mapped: where there is no room that fails, while a store into a hole would end the process.
     */
    static RankRecord inFile(Path file, Owner owner) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        var ownerOnly =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        // A program of this rank may have run and ended before: a script may start several.
        Files.deleteIfExists(file);
        try (FileChannel channel = FileChannel.open(file, options, ownerOnly)) {
            ByteBuffer zeros = ByteBuffer.allocate((int) RecordLayout.BYTES);
            while (zeros.hasRemaining()) {
                channel.write(zeros);
            }
            MemorySegment map =
                    channel.map(MapMode.READ_WRITE, 0, RecordLayout.BYTES, Arena.ofAuto());
            return new RankRecord(map, owner);
        }
    }

    /**
     * The place of the value of this name; a new one, 0, when the name is new.
     *
     * @param unit of the value, for example {@code bytes}
     */
    long place(String name, String unit, CounterKind kind) {
        return places.computeIfAbsent(name, _ -> newPlace(name, unit, kind));
    }

    private long newPlace(String name, String unit, CounterKind kind) {
        if (entries == OVERFLOW_ENTRY) {
            return placeOf(OVERFLOW_ENTRY);
        }
        long at = RecordLayout.TABLE_AT + (long) entries * RecordLayout.ENTRY_BYTES;
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) kind.ordinal());
        put(at + RecordLayout.UNIT_OFFSET, unit, RecordLayout.UNIT_BYTES);
        put(at + RecordLayout.NAME_OFFSET, name, RecordLayout.NAME_BYTES);
        long place = placeOf(entries++);
        WORD.setRelease(memory, RecordLayout.ENTRIES_AT, (long) entries);
        return place;
    }

    private static long placeOf(int entry) {
        return RecordLayout.VALUES_AT + 8L * entry;
    }

    /** The number of the table's entry that has this place, for details of events. */
    static int entryAt(long place) {
        return (int) (place - RecordLayout.VALUES_AT >> 3);
    }

    private void put(long at, String text, int room) {
        byte[] bytes = Arrays.copyOf(text.getBytes(UTF_8), room);
        bytes[room - 1] = 0;
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at, room);
    }

    /** Adds to a counter or level. */
    void add(long place, long amount) {
        memory.set(LONG, place, memory.get(LONG, place) + amount);
    }

    /** Counts a message of so many bytes in two counters side by side. */
    void addMessage(long place, long bytes) {
        memory.set(LONG, place, memory.get(LONG, place) + 1);
        memory.set(LONG, place + 8, memory.get(LONG, place + 8) + bytes);
    }

    long get(long place) {
        return memory.get(LONG, place);
    }

    void set(long place, long value) {
        memory.set(LONG, place, value);
    }

    /** Raises a maximum. */
    void raise(long place, long value) {
        if (value > memory.get(LONG, place)) {
            memory.set(LONG, place, value);
        }
    }

    /** The memory itself, for those who read it. */
    MemorySegment memory() {
        return memory.asReadOnly();
    }

    /** Notes an event that is over in less time than it takes to read the clock. */
    void quickEvent(int kind, int peer, int tag, int context, int detail, long amount) {
        if ((events & EVENTS_PER_CLOCK_READ - 1) == 0) {
            event(kind, peer, tag, context, detail, amount);
        } else {
            put(nowNs << 8 | kind, peer, tag, context, detail, amount);
        }
    }

    /**
     * Notes an event.
     *
     * @return when, by {@link System#nanoTime}
     */
    long event(int kind, int peer, int tag, int context, int detail, long amount) {
        long now = System.nanoTime();
        nowNs = now - startNs;
        put(nowNs << 8 | kind | RecordLayout.FRESH, peer, tag, context, detail, amount);
        return now;
    }

    private void put(long stamp, int peer, int tag, int context, int detail, long amount) {
        long at = RecordLayout.RING_AT + ((events & RING_MASK) << RecordLayout.EVENT_SHIFT);
        memory.set(LONG, at, stamp);
        memory.set(LONG, at + 8, pair(peer, tag));
        memory.set(LONG, at + 16, pair(context, detail));
        memory.set(LONG, at + 24, amount);
        WORD.setRelease(memory, RecordLayout.EVENTS_AT, ++events);
    }

    private static long pair(int low, int high) {
        return low & 0xffff_ffffL | (long) high << 32;
    }
}
