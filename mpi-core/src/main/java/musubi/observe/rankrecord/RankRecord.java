package musubi.observe.rankrecord;

import static java.nio.charset.StandardCharsets.UTF_8;

import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters and the latest events of a rank, in memory that others may read at any time. Writes
 * are plain and in this order: there is one writer, and a reader sees the current or an earlier
 * value of each word. Where processors reorder stores, the latest event of a rank that runs may be
 * read half written. A buffer of words has less to test at each of them than a memory segment.
 *
 * <p>To read the clock costs more than all the rest of an event. So short messages take over the
 * time of the event before them, until it is {@value #CLOCK_PERIOD_NS} ns old or {@value
 * #MOST_PER_CLOCK_READ} of them have done so; how many that is follows from the times before. All
 * others read it.
 *
 * <p>Thread rule: the thread that holds the rank writes.
 */
public class RankRecord {
    private static final int CLOCK_PERIOD_NS = 8192;
    private static final int CLOCK_PERIOD = CLOCK_PERIOD_NS << RecordLayout.TIME_SHIFT;
    private static final int MOST_PER_CLOCK_READ = 64;
    private static final int VALUES = wordAt(RecordLayout.VALUES_AT);
    private static final int RING = wordAt(RecordLayout.RING_AT);
    private static final int RING_END = VALUES;
    private static final int EVENT_WORDS = wordAt(RecordLayout.EVENT_BYTES);

    /** The largest number of adjacent counters. */
    private static final int ADJACENT = 6;

    private final ByteBuffer bytes;
    private final LongBuffer words;
    private final MemorySegment memory;
    private final long startNs = System.nanoTime();
    private final Map<String, Integer> places = new HashMap<>();
    private final int tableAt;

    /** Counters that do not fit into the table are counted from here on, without a name. */
    private final int overflowEntry;

    private int entries;

    /** The time of the latest event and the lap of the ring, in their places in a word. */
    private long stamp = RecordLayout.LAP;

    /** Where the next event goes. */
    private int next = RING;

    /** Where it goes when the event before it reads the clock, though a short message. */
    private int nextClockRead;

    /** Number of short messages that share a reading of the clock. */
    private int perClockRead = 1;

    /**
     * Whose record it is.
     *
     * @param job the name of the job
     * @param rank its number in the job
     * @param size ranks of the job
     * @param sites of the job, at most
     */
    public record Owner(String job, int rank, int size, int sites) {
        /** A rank of a job of one site. */
        public Owner(String job, int rank, int size) {
            this(job, rank, size, 1);
        }

        private int bytes() {
            int more = sites < 2 ? 0 : RecordLayout.ENTRIES_OF_SITE * sites;
            return RecordLayout.bytes(RecordLayout.ENTRIES + more);
        }
    }

    /** A record in this memory, which is outside the heap. */
    RankRecord(ByteBuffer bytes, Owner owner) {
        words = bytes.order(ByteOrder.nativeOrder()).asLongBuffer();
        this.bytes = bytes;
        memory = MemorySegment.ofBuffer(bytes);
        int room = RecordLayout.room(bytes.capacity());
        tableAt = RecordLayout.tableAt(room);
        overflowEntry = room - ADJACENT;
        bytes.putInt(RecordLayout.ROOM_AT, room);
        bytes.putInt(RecordLayout.VERSION_AT, RecordLayout.VERSION);
        bytes.putInt(RecordLayout.RANK_AT, owner.rank);
        bytes.putInt(RecordLayout.SIZE_AT, owner.size);
        bytes.putLong(RecordLayout.PID_AT, ProcessHandle.current().pid());
        bytes.putLong(RecordLayout.START_NS_AT, startNs);
        bytes.putLong(RecordLayout.START_MS_AT, System.currentTimeMillis());
        put(RecordLayout.JOB_AT, owner.job, RecordLayout.JOB_BYTES);
        VarHandle.releaseFence();
        bytes.putLong(RecordLayout.MAGIC_AT, RecordLayout.MAGIC);
    }

    private static int wordAt(int at) {
        return at / Long.BYTES;
    }

    /** A record that only this process sees. */
    public static RankRecord inMemory(Owner owner) {
        return new RankRecord(newMemory(owner), owner);
    }

    static ByteBuffer newMemory(Owner owner) {
        return ByteBuffer.allocateDirect(owner.bytes());
    }

    /**
     * A record in a new file that only its owner may read. All of it is written before it is
     * mapped: where there is no room that fails, while a store into a hole would end the process.
     */
    public static RankRecord inFile(Path file, Owner owner) throws IOException {
        // A program of this rank may have run and ended before: a script may start several.
        FileChannel opened = PrivateFiles.replace(file);
        try (FileChannel channel = opened) {
            ByteBuffer zeros = ByteBuffer.allocate(owner.bytes());
            while (zeros.hasRemaining()) {
                channel.write(zeros);
            }
            // Without an arena the JDK makes the buffer by reflection, with 20 classes of its own.
            MemorySegment mapped =
                    channel.map(MapMode.READ_WRITE, 0, owner.bytes(), Arena.ofAuto());
            return new RankRecord(mapped.asByteBuffer(), owner);
        } catch (IOException e) {
            remove(file, e);
            throw e;
        }
    }

    /** Gives back the space that an incomplete file has taken. */
    private static void remove(Path file, IOException cause) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * The place of the value of this name; a new one, 0, when the name is new.
     *
     * @param unit of the value, for example {@code bytes}
     */
    public int counterAt(String name, String unit, CounterKind kind) {
        return places.computeIfAbsent(name, _ -> newPlace(name, unit, kind));
    }

    private int newPlace(String name, String unit, CounterKind kind) {
        if (entries == overflowEntry) {
            return VALUES + overflowEntry;
        }
        int at = tableAt + entries * RecordLayout.ENTRY_BYTES;
        bytes.put(at, (byte) kind.ordinal());
        put(at + RecordLayout.UNIT_OFFSET, unit, RecordLayout.UNIT_BYTES);
        put(at + RecordLayout.NAME_OFFSET, name, RecordLayout.NAME_BYTES);
        int place = VALUES + entries++;
        VarHandle.releaseFence();
        bytes.putLong(RecordLayout.ENTRIES_AT, entries);
        return place;
    }

    /** The number of the table's entry that has this place, for details of events. */
    public static int entryAt(int place) {
        return place - VALUES;
    }

    private void put(int at, String text, int room) {
        byte[] padded = Arrays.copyOf(text.getBytes(UTF_8), room);
        padded[room - 1] = 0;
        bytes.put(at, padded);
    }

    /** Adds to a counter or level. */
    public void add(int place, long amount) {
        words.put(place, words.get(place) + amount);
    }

    /** Counts a message and its bytes in two adjacent counters. */
    public void addMessage(int place, long bytes) {
        words.put(place, words.get(place) + 1);
        words.put(place + 1, words.get(place + 1) + bytes);
    }

    /** Sets a level. */
    public void set(int place, long value) {
        words.put(place, value);
    }

    /** Raises a maximum. */
    public void raiseTo(int place, long value) {
        if (value > words.get(place)) {
            words.put(place, value);
        }
    }

    /** The memory, read-only. */
    public final MemorySegment memory() {
        return memory.asReadOnly();
    }

    /** Notes an event that is over in less time than it takes to read the clock. */
    public void addQuickEvent(int kind, int peer, int tag, int context, int detail, long amount) {
        if (writeEvent(kind, peer, tag, context, detail, amount) >= nextClockRead) {
            readClock();
        }
    }

    /**
     * Notes an event.
     *
     * @return when, by {@link System#nanoTime}
     */
    public long addEvent(int kind, int peer, int tag, int context, int detail, long amount) {
        writeEvent(kind, peer, tag, context, detail, amount);
        return readClock();
    }

    /**
     * Writes an event with the time of the one before; the word that marks it as new comes last.
     *
     * @return where the next one goes
     */
    private int writeEvent(int kind, int peer, int tag, int context, int detail, long amount) {
        int at = next;
        words.put(at + 1, pair(peer, tag));
        words.put(at + 2, pair(context, detail));
        words.put(at + 3, amount);
        words.put(at, stamp | kind);
        next = at + EVENT_WORDS;
        return next;
    }

    /**
     * Gives the latest event its own time, and goes on with the ring if it is at its end. Last, so
     * that nothing has to be kept meanwhile.
     */
    private long readClock() {
        long now = System.nanoTime();
        int at = next - EVENT_WORDS;
        long fresh = now - startNs << RecordLayout.TIME_SHIFT | stamp & RecordLayout.LAP;
        words.put(at, fresh | words.get(at) & RecordLayout.KIND | RecordLayout.FRESH);
        long passed = fresh - stamp;
        if (passed > 2 * CLOCK_PERIOD) {
            perClockRead = 1;
        } else if (passed < CLOCK_PERIOD && perClockRead < MOST_PER_CLOCK_READ) {
            perClockRead *= 2;
        }
        stamp = fresh;
        if (next == RING_END) {
            next = RING;
            stamp ^= RecordLayout.LAP;
        }
        nextClockRead = Math.min(next + perClockRead * EVENT_WORDS, RING_END);
        return now;
    }

    private static long pair(int low, int high) {
        return low & 0xffff_ffffL | (long) high << 32;
    }
}
