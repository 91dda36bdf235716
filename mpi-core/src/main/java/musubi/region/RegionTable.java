package musubi.region;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The regions (arrays and any other memory) that one rank exposes to the ranks of its JVM, by key.
 * Places are used again, so in steady state nothing is allocated.
 *
 * <pre>
 *   key    bit 63  62    24                0
 *          | 0   | 1   | generation      | place |
 * </pre>
 *
 * <p>A place's generation is odd while a region is exposed there and grows with each change, so an
 * old key finds nothing. It also guards the region that a peer reads: generation, region,
 * generation (a sequence lock).
 *
 * <p>Thread rule: {@link #expose}, {@link #forget} and {@link #clear} by the thread that holds the
 * rank; {@link #find} by any thread.
 */
public final class RegionTable {
    private static final VarHandle ENTRIES = field(RegionTable.class, "entries", Entry[].class);
    private static final VarHandle GENERATION = field(Entry.class, "generation", long.class);
    private static final long MARK = 1L << 62;
    private static final int PLACE_BITS = 24;
    private static final int PLACE_MASK = (1 << PLACE_BITS) - 1;
    private static final long GENERATION_MASK = (MARK >>> PLACE_BITS) - 1;
    private static final int FIRST_PLACES = 16;

    private final Thread foreignThreadProbe = new Thread(() -> {});
    private Entry[] entries = new Entry[0];
    private int[] freePlaces = new int[FIRST_PLACES];
    private int freeCount;

    /** A place of a region. */
    private static final class Entry {
        private final Region region = new Region();
        private long generation;
    }

    RegionTable() {}

    private static VarHandle field(Class<?> owner, String name, Class<?> type) {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return MethodHandles.privateLookupIn(owner, lookup).findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Whether this is a key of some table; offsets in memory are not. */
    public static boolean isKey(long key) {
        return key >= MARK;
    }

    /**
     * Exposes a region until {@link #forget}; until then the table keeps its memory alive.
     *
     * @return its key; -1 when the memory is confined to one thread
     */
    public long expose(Region region) {
        if (region.segment() != null && !region.segment().isAccessibleBy(foreignThreadProbe)) {
            return -1;
        }
        if (freeCount == 0) {
            grow();
        }
        int place = freePlaces[--freeCount];
        Entry entry = entries[place];
        entry.region.wrap(region);
        long generation = entry.generation + 1;
        // Release: pairs with getAcquire in find; the region is before it.
        GENERATION.setRelease(entry, generation);
        return MARK | (generation & GENERATION_MASK) << PLACE_BITS | place;
    }

    private void grow() {
        int used = entries.length;
        int more = Math.max(FIRST_PLACES, 2 * used);
        if (more > PLACE_MASK) {
            throw new IllegalStateException("too many exposed regions: regions=" + used);
        }
        Entry[] grown = Arrays.copyOf(entries, more);
        freePlaces = new int[more];
        for (int place = more - 1; place >= used; place--) {
            grown[place] = new Entry();
            freePlaces[freeCount++] = place;
        }
        // Release: pairs with getAcquire in find; the new entries are before it.
        ENTRIES.setRelease(this, grown);
    }

    /** Removes a region: its key finds nothing any more. Old keys are ignored. */
    public void forget(long key) {
        int place = (int) key & PLACE_MASK;
        Entry entry = isKey(key) && place < entries.length ? entries[place] : null;
        if (entry != null && isCurrent(entry.generation, key)) {
            withdraw(entry);
            freePlaces[freeCount++] = place;
        }
    }

    private static void withdraw(Entry entry) {
        GENERATION.setOpaque(entry, entry.generation + 1);
        // A reader of the changed region must see the changed generation: see find.
        VarHandle.storeStoreFence();
        entry.region.clear();
    }

    private static boolean isCurrent(long generation, long key) {
        return (generation & 1) == 1
                && (generation & GENERATION_MASK) == (key - MARK) >>> PLACE_BITS;
    }

    /**
     * Finds a region of a peer.
     *
     * @param found becomes that region; undefined when there is none
     * @return whether the region is exposed
     */
    public boolean find(long key, Region found) {
        // Acquire: pairs with setRelease in grow.
        Entry[] all = (Entry[]) ENTRIES.getAcquire(this);
        int place = (int) key & PLACE_MASK;
        if (!isKey(key) || place >= all.length) {
            return false;
        }
        Entry entry = all[place];
        // Acquire: pairs with setRelease in expose.
        long generation = (long) GENERATION.getAcquire(entry);
        found.wrap(entry.region);
        VarHandle.loadLoadFence();
        return isCurrent(generation, key) && (long) GENERATION.getOpaque(entry) == generation;
    }

    /** Removes all regions. */
    void clear() {
        for (int place = 0; place < entries.length; place++) {
            if ((entries[place].generation & 1) == 1) {
                withdraw(entries[place]);
                freePlaces[freeCount++] = place;
            }
        }
    }

    /** The number of regions exposed. */
    public int size() {
        return entries.length - freeCount;
    }
}
