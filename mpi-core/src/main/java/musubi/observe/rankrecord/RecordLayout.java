package musubi.observe.rankrecord;

import java.lang.foreign.ValueLayout;

/**
 * Where what lies in the record of a rank; words are in the byte order of the machine.
 *
 * <pre>
 *   0      magic, version, rank, ranks of the job, pid
 *   32     System.nanoTime() and the time of day (ms) when the record was made
 *   48     how many entries the table has
 *   56     how many entries it has room for
 *   64     name of the job
 *   256    ring of the latest events
 *   ...    values: a long for each entry of the table
 *   ...    table: for each entry its kind, its unit and its name
 * </pre>
 *
 * <p>An event is four words: time in ns since the record was made, shifted by {@value #TIME_SHIFT},
 * with the kind below ({@link #FRESH} when the clock was read for this very event, {@link #LAP} in
 * every other lap of the ring, the first one included); peer and tag; context and a detail; bytes
 * or ns. So the latest event is the last one of the lap that the first event is of.
 */
public final class RecordLayout {
    public static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    public static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;

    /** "MUSUBIRK" read as a little-endian word. */
    static final long MAGIC = 0x4b52_4942_5553_554dL;

    static final int VERSION = 3;

    static final int MAGIC_AT = 0;
    static final int VERSION_AT = 8;
    static final int RANK_AT = 12;
    static final int SIZE_AT = 16;
    static final int PID_AT = 24;
    static final int START_NS_AT = 32;
    static final int START_MS_AT = 40;
    static final int ENTRIES_AT = 48;
    static final int ROOM_AT = 56;
    static final int JOB_AT = 64;
    static final int JOB_BYTES = 128;

    /** Room of the table in a job of one site. */
    static final int ENTRIES = 320;

    /** Further room for each site of several: messages by protocol, and figures of the link. */
    static final int ENTRIES_OF_SITE = 20;

    private static final int MOST_ENTRIES = 1 << 16;

    static final int ENTRY_BYTES = 96;
    static final int UNIT_OFFSET = 1;
    static final int UNIT_BYTES = 15;
    static final int NAME_OFFSET = 16;
    static final int NAME_BYTES = 80;

    static final int RING_EVENTS = 1024;
    static final int EVENT_BYTES = 32;
    static final int RING_AT = 256;
    static final int VALUES_AT = RING_AT + EVENT_BYTES * RING_EVENTS;

    static final int TIME_SHIFT = 8;

    /** Below the time of an event. */
    static final int FRESH = 0x80;

    static final int LAP = 0x40;
    static final int KIND = LAP - 1;

    private RecordLayout() {}

    /** Where the table begins. */
    static int tableAt(int room) {
        return VALUES_AT + Long.BYTES * room;
    }

    /** Size of a record. */
    static int bytes(int room) {
        return tableAt(room) + ENTRY_BYTES * room;
    }

    /** The room of a record of this size; 0 if no record has it. */
    static int room(long bytes) {
        long room = (bytes - VALUES_AT) / (Long.BYTES + ENTRY_BYTES);
        boolean fits = room >= ENTRIES && room <= MOST_ENTRIES && bytes((int) room) == bytes;
        return fits ? (int) room : 0;
    }
}
