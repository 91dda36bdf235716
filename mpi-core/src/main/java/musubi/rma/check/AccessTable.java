package musubi.rma.check;

import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The accesses of all origins to one target that are under way: from before the access until the
 * flush, unlock or complete of its origin, or the end of the exposure epoch. Two of different
 * origins that are in the table at a time have no order, as a program can order them only by such a
 * call. The table is memory of the target that origins on its node reach, too.
 *
 * <pre>
 *   4 bytes  4      8       32 each, up to 8,192                       256 each, up to 256
 *   | rows | sites | unused | origin, kind, site, completed, from, to | length, text |
 * </pre>
 *
 * <p>Accesses beyond that number are not compared; those of one origin, kind and line that touch
 * count as one. Thread rule: any thread of any process, as each method takes the lock.
 */
public final class AccessTable {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

    private static final int MOST_ROWS = 1 << 13;
    private static final int MOST_SITES = 1 << 8;

    private static final long SITES = 4;
    private static final long FIRST_ROW = 16;
    private static final long ROW_BYTES = 32;
    private static final long KIND = 4;
    private static final long SITE = 8;
    private static final long COMPLETED = 12;
    private static final long FROM = 16;
    private static final long TO = 24;

    private static final long FIRST_SITE = FIRST_ROW + MOST_ROWS * ROW_BYTES;
    private static final long SITE_BYTES = 256;

    /** The longest text of a call and its line. */
    public static final int MOST_TEXT = (int) SITE_BYTES - Integer.BYTES;

    /** Bytes of the memory of a table, which are 0 at the beginning. */
    public static final long BYTES = FIRST_SITE + MOST_SITES * SITE_BYTES;

    private final MemorySegment memory;
    private final Runnable lock;
    private final Runnable unlock;

    /** The numbers of sites, which do not change. */
    private final Map<String, Integer> numbers = new HashMap<>();

    /**
     * A table in memory.
     *
     * @param memory {@link #BYTES} of it
     * @param lock takes the lock of the table, for some microseconds at most
     * @param unlock gives it back
     */
    public AccessTable(MemorySegment memory, Runnable lock, Runnable unlock) {
        this.memory = memory;
        this.lock = lock;
        this.unlock = unlock;
    }

    /**
     * Adds the runs of an access unless one of them conflicts with an access of another origin.
     *
     * @return null, or the failure of class RMA_CONFLICT
     */
    public MpiFailure add(List<WindowAccess> runs) {
        lock.run();
        try {
            for (WindowAccess run : runs) {
                WindowAccess other = conflictOf(run);
                if (other != null) {
                    return AccessLog.conflict(other, run);
                }
            }
            runs.forEach(this::insert);
            return null;
        } finally {
            unlock.run();
        }
    }

    private WindowAccess conflictOf(WindowAccess access) {
        int rows = memory.get(INT, 0);
        for (int i = 0; i < rows; i++) {
            long row = row(i);
            boolean meets =
                    memory.get(LONG, row + FROM) < access.to()
                            && access.from() < memory.get(LONG, row + TO);
            if (meets
                    && memory.get(INT, row) != access.origin()
                    && WindowAccess.doConflict(memory.get(INT, row + KIND), access.kind())) {
                return read(row, access.target());
            }
        }
        return null;
    }

    private static long row(int i) {
        return FIRST_ROW + i * ROW_BYTES;
    }

    private WindowAccess read(long row, int target) {
        return new WindowAccess(
                memory.get(INT, row),
                target,
                memory.get(LONG, row + FROM),
                memory.get(LONG, row + TO),
                memory.get(INT, row + KIND),
                site(memory.get(INT, row + SITE)));
    }

    private void insert(WindowAccess access) {
        int site = numberOf(access.site());
        int rows = memory.get(INT, 0);
        for (int i = rows - 1; i >= 0; i--) {
            if (extend(row(i), access, site)) {
                return;
            }
        }
        if (rows == MOST_ROWS) {
            return;
        }
        long row = row(rows);
        memory.set(INT, row, access.origin());
        memory.set(INT, row + KIND, access.kind());
        memory.set(INT, row + SITE, site);
        memory.set(INT, row + COMPLETED, 0);
        memory.set(LONG, row + FROM, access.from());
        memory.set(LONG, row + TO, access.to());
        memory.set(INT, 0, rows + 1);
    }

    /** Adds an access to one that it touches; false when it does not, or differs otherwise. */
    private boolean extend(long row, WindowAccess access, int site) {
        long from = memory.get(LONG, row + FROM);
        long to = memory.get(LONG, row + TO);
        boolean touches = access.from() <= to && from <= access.to();
        if (!touches
                || memory.get(INT, row) != access.origin()
                || memory.get(INT, row + KIND) != access.kind()
                || memory.get(INT, row + SITE) != site
                || memory.get(INT, row + COMPLETED) != 0) {
            return false;
        }
        memory.set(LONG, row + FROM, Math.min(from, access.from()));
        memory.set(LONG, row + TO, Math.max(to, access.to()));
        return true;
    }

    /** The accesses of an origin are complete at the target. */
    public void release(int origin) {
        sweep(origin, false);
    }

    /**
     * The access epoch of {@code start} ends: the gets of an origin are complete, its other
     * accesses are when the exposure epoch ends.
     */
    public void complete(int origin) {
        sweep(origin, true);
    }

    private void sweep(int origin, boolean isExposed) {
        lock.run();
        try {
            int kept = 0;
            int rows = memory.get(INT, 0);
            for (int i = 0; i < rows; i++) {
                long row = row(i);
                boolean isOwn = memory.get(INT, row) == origin;
                if (isOwn && isExposed && memory.get(INT, row + KIND) != WindowAccess.GET) {
                    memory.set(INT, row + COMPLETED, 1);
                }
                if (!isOwn || memory.get(INT, row + COMPLETED) != 0) {
                    keep(row, kept++);
                }
            }
            memory.set(INT, 0, kept);
        } finally {
            unlock.run();
        }
    }

    private void keep(long row, int place) {
        if (row != row(place)) {
            MemorySegment.copy(memory, row, memory, row(place), ROW_BYTES);
        }
    }

    /** The exposure epoch of the target ends. */
    public void endExposure() {
        lock.run();
        try {
            int kept = 0;
            int rows = memory.get(INT, 0);
            for (int i = 0; i < rows; i++) {
                if (memory.get(INT, row(i) + COMPLETED) == 0) {
                    keep(row(i), kept++);
                }
            }
            memory.set(INT, 0, kept);
        } finally {
            unlock.run();
        }
    }

    private int numberOf(String site) {
        Integer known = numbers.get(site);
        if (known != null) {
            return known;
        }
        byte[] text = site.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, MOST_TEXT);
        MemorySegment bytes = MemorySegment.ofArray(text).asSlice(0, length);
        int sites = memory.get(INT, SITES);
        int number = 0;
        while (number < sites && text(number).mismatch(bytes) >= 0) {
            number++;
        }
        if (number == MOST_SITES) {
            return MOST_SITES;
        }
        if (number == sites) {
            memory.set(INT, FIRST_SITE + number * SITE_BYTES, length);
            text(number).copyFrom(bytes);
            memory.set(INT, SITES, sites + 1);
        }
        numbers.put(site, number);
        return number;
    }

    private MemorySegment text(int number) {
        long at = FIRST_SITE + number * SITE_BYTES;
        return memory.asSlice(at + Integer.BYTES, memory.get(INT, at));
    }

    private String site(int number) {
        return number == MOST_SITES
                ? "an unknown place"
                : new String(text(number).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
