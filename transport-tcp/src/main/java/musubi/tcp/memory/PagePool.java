package musubi.tcp.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Lends memory to the connections of a rank, up to a limit. Runs of up to 64 pages come from slabs
 * of that size; longer ones have memory of their own, which is kept for the next one of the same
 * size as long as the limit permits.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public final class PagePool {
    /** Runs have a multiple of this length. */
    public static final int PAGE_BYTES = 4096;

    private static final int SLAB_PAGES = Long.SIZE;
    private static final int SLAB_BYTES = SLAB_PAGES * PAGE_BYTES;

    /** No limit is lower: a slab, which has room for three of the longest eager messages. */
    private static final long LEAST_LIMIT_BYTES = SLAB_BYTES;

    private static final int OUTSIDE = -1;

    private final long limitBytes;
    private final Starvation starvation = new Starvation();
    private MemorySegment[] slabs = new MemorySegment[1];

    /** A bit for each free page of the slabs. */
    private long[] free = new long[1];

    private int slabCount;

    /** Memory of earlier runs that were longer than a slab. */
    private final List<MemorySegment> spare = new ArrayList<>();

    private long bytes;
    private long usedBytes;
    private int users;

    /** Bytes for runs of a page only. */
    private long reservedBytes;

    /** A pool without memory. */
    public PagePool(long limitBytes) {
        this.limitBytes = Math.max(LEAST_LIMIT_BYTES, limitBytes);
    }

    void addUser(int count) {
        users += count;
    }

    /** Reserves a page, or returns one, for runs of a page, if half of the limit suffices. */
    void addReserve(int pages) {
        reservedBytes += (long) pages * PAGE_BYTES;
    }

    /** Bytes of memory that the pool has, lent or not. */
    public long bytes() {
        return bytes;
    }

    /** Bytes lent. */
    public long usedBytes() {
        return usedBytes;
    }

    /** Whether more than half of the limit is free, so that connections may keep memory. */
    public boolean isAmple() {
        return remainsAmple(0);
    }

    /** Whether {@link #isAmple} holds after lending this much more. */
    public boolean remainsAmple(long more) {
        return usedBytes + more <= limitBytes >> 1;
    }

    /** An equal share of the limit for each connection. */
    public long share() {
        return limitBytes / Math.max(1, users);
    }

    /**
     * Lends memory.
     *
     * @param run an empty run, which gets at least that number of bytes
     * @param claimant the same object in all requests for one connection
     * @return false when there is none now
     */
    public boolean take(PageRun run, int bytesWanted, Object claimant) {
        boolean granted =
                mayTake(bytesWanted)
                        && (bytesWanted <= PAGE_BYTES || !starvation.mustWait(claimant))
                        && find(run, bytesWanted, false);
        if (granted) {
            starvation.onGranted(claimant);
        } else if (starvation.onRefused(claimant)) {
            takeAnyway(run, bytesWanted);
            granted = true;
        }
        return granted;
    }

    /** As {@link #take}, for as much as is there without waiting for it. */
    public boolean tryTake(PageRun run, int bytesWanted, Object claimant) {
        return mayTake(bytesWanted)
                && !starvation.mustWait(claimant)
                && find(run, bytesWanted, false);
    }

    private boolean mayTake(int bytesWanted) {
        long reserve = Math.min(reservedBytes, limitBytes / 2);
        return bytesWanted <= PAGE_BYTES || usedBytes + bytesWanted <= limitBytes - reserve;
    }

    /** As {@link #take}; exceeds the limit if necessary. */
    public void takeAnyway(PageRun run, int bytesWanted) {
        if (!find(run, bytesWanted, true)) {
            throw new IllegalStateException("no memory: bytes=" + bytesWanted);
        }
    }

    private boolean find(PageRun run, int bytesWanted, boolean beyondLimit) {
        return bytesWanted <= SLAB_BYTES
                ? findPages(run, pages(bytesWanted), beyondLimit)
                : findOutside(run, bytesWanted, beyondLimit);
    }

    /** Bytes of the run that a request gets. */
    public static long runBytes(long bytesWanted) {
        return bytesWanted <= SLAB_BYTES
                ? (long) pages((int) bytesWanted) * PAGE_BYTES
                : Long.highestOneBit(bytesWanted - 1) << 1;
    }

    private static int pages(int bytes) {
        return (bytes + PAGE_BYTES - 1) / PAGE_BYTES;
    }

    private boolean findPages(PageRun run, int pages, boolean beyondLimit) {
        for (int i = 0; i < slabCount; i++) {
            long starts = starts(free[i], pages);
            if (starts != 0) {
                lend(run, i, Long.numberOfTrailingZeros(starts), pages);
                return true;
            }
        }
        if (!mayAllocate(SLAB_BYTES) && !beyondLimit) {
            return false;
        }
        addSlab();
        lend(run, slabCount - 1, 0, pages);
        return true;
    }

    /** A bit for each page that starts a number of free pages. */
    private static long starts(long free, int pages) {
        long starts = free;
        int rest = pages;
        while (rest > 1 && starts != 0) {
            int step = rest >> 1;
            starts &= starts >>> step;
            rest -= step;
        }
        return starts;
    }

    private void addSlab() {
        if (slabCount == slabs.length) {
            slabs = Arrays.copyOf(slabs, 2 * slabCount);
            free = Arrays.copyOf(free, 2 * slabCount);
        }
        slabs[slabCount] = Arena.ofAuto().allocate(SLAB_BYTES, PAGE_BYTES);
        free[slabCount++] = -1;
        bytes += SLAB_BYTES;
    }

    private static long mask(int page, int pages) {
        return (pages == SLAB_PAGES ? -1 : (1L << pages) - 1) << page;
    }

    private void lend(PageRun run, int slab, int page, int pages) {
        free[slab] &= ~mask(page, pages);
        usedBytes += (long) pages * PAGE_BYTES;
        run.set(slabs[slab], (long) page * PAGE_BYTES, pages * PAGE_BYTES, slab);
    }

    private boolean findOutside(PageRun run, int bytesWanted, boolean beyondLimit) {
        int size = (int) runBytes(bytesWanted);
        MemorySegment memory = takeSpare(size);
        if (memory == null) {
            if (!mayAllocate(size) && !beyondLimit) {
                return false;
            }
            memory = Arena.ofAuto().allocate(size, PAGE_BYTES);
            bytes += size;
        }
        usedBytes += size;
        run.set(memory, 0, size, OUTSIDE);
        return true;
    }

    private MemorySegment takeSpare(int size) {
        for (int i = spare.size() - 1; i >= 0; i--) {
            if (spare.get(i).byteSize() == size) {
                return spare.remove(i);
            }
        }
        return null;
    }

    /** Whether the limit permits that much more memory, after freeing what is not lent. */
    private boolean mayAllocate(long more) {
        while (bytes + more > limitBytes && !spare.isEmpty()) {
            bytes -= spare.removeLast().byteSize();
        }
        while (bytes + more > limitBytes && slabCount > 0 && free[slabCount - 1] == -1) {
            slabs[--slabCount] = null;
            bytes -= SLAB_BYTES;
        }
        return bytes + more <= limitBytes;
    }

    /** Returns all memory of a run, which is empty afterwards. */
    public void release(PageRun run) {
        if (run.bytes == 0) {
            return;
        }
        usedBytes -= run.bytes;
        if (run.slab == OUTSIDE) {
            keepOrFree(run.memory);
        } else {
            free[run.slab] |= mask((int) (run.base / PAGE_BYTES), run.bytes / PAGE_BYTES);
        }
        run.clear();
        starvation.onReleased();
    }

    private void keepOrFree(MemorySegment memory) {
        if (bytes <= limitBytes) {
            spare.add(memory);
        } else {
            bytes -= memory.byteSize();
        }
    }

    /** Returns the memory behind the first bytes of a run. */
    public void shrink(PageRun run, int bytesKept) {
        int kept = pages(bytesKept);
        int returned = run.bytes / PAGE_BYTES - kept;
        if (run.slab == OUTSIDE || returned <= 0) {
            return;
        }
        free[run.slab] |= mask((int) (run.base / PAGE_BYTES) + kept, returned);
        run.bytes = kept * PAGE_BYTES;
        usedBytes -= (long) returned * PAGE_BYTES;
        starvation.onReleased();
    }

    /** A few milliseconds have passed. */
    void tick() {
        starvation.tick();
    }
}
