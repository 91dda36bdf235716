package musubi.shm;

import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.PAGE_BYTES;

import musubi.region.Lifetime;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The heap of a rank's partition: first fit by address, neighbours joined when freed. Its metadata
 * are ordinary Java objects, so a peer that writes out of bounds cannot damage them.
 *
 * <p>A piece is freed at the end of its {@link Lifetime}, or by {@link #release}. Free memory at
 * the end of the used part is returned to the system, except for a reserve. Each piece in use is a
 * holder of the node file, which stays mapped until the last of them is freed, also after close.
 *
 * <p>Thread rule: any thread.
 */
final class PartitionHeap {
    private static final int COLLECTION_WAITS = 500;
    private static final long COLLECTION_WAIT_MS = 1;

    /** Free memory that is kept, so that its next use does not fault. */
    private static final long RESERVE_BYTES = 16 << 20;

    private final NodeFile file;
    private final MemorySegment map;
    private final long end;
    private final NavigableMap<Long, Long> free = new TreeMap<>();
    private final Map<Long, Piece> used = new TreeMap<>();

    /** End of the part of the heap with memory, which may have been used before. */
    private long reservedEnd;

    private long keptBytes = RESERVE_BYTES;

    /** Whether a piece was freed since the last collection, which else would free nothing again. */
    private boolean mayCollect = true;

    /** A piece in use. */
    private static final class Piece {
        final long start;
        final long size;
        Lifetime lifetime;

        Piece(long start, long size) {
            this.start = start;
            this.size = size;
        }
    }

    /**
     * @param start start of the heap in the node file, on a page
     */
    PartitionHeap(NodeFile file, long start, long bytes) {
        this.file = file;
        this.map = file.map();
        this.reservedEnd = start;
        this.end = start + bytes;
        if (bytes > 0) {
            free.put(start, bytes);
        }
    }

    /** As {@link #lend}, without the lifetime. */
    MemorySegment allocate(long bytes) {
        Lifetime.Lent lent = lend(bytes);
        return lent == null ? null : lent.memory();
    }

    /**
     * A zeroed piece, aligned to lines, or to pages when it is a page or larger. When there is
     * none, the garbage collector runs to free unreachable ones.
     *
     * @return null when there is no memory left
     */
    synchronized Lifetime.Lent lend(long bytes) {
        long unit = bytes < PAGE_BYTES ? LINE_BYTES : PAGE_BYTES;
        if (bytes < 0 || bytes > Long.MAX_VALUE - unit) {
            throw new IllegalArgumentException("not a size: bytes=" + bytes);
        }
        long size = Math.max(unit, bytes + unit - 1 & -unit);
        Lifetime.Lent lent = find(size, unit, bytes);
        return lent != null || used.isEmpty() || !mayCollect
                ? lent
                : findAfterCollection(size, unit, bytes);
    }

    private Lifetime.Lent findAfterCollection(long size, long unit, long bytes) {
        mayCollect = false;
        System.gc();
        Lifetime.Lent lent = null;
        try {
            for (int i = 0; lent == null && i < COLLECTION_WAITS; i++) {
                // Releases the lock for the thread that frees pieces.
                wait(COLLECTION_WAIT_MS);
                lent = mayCollect ? find(size, unit, bytes) : null;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return lent;
    }

    private Lifetime.Lent find(long size, long unit, long bytes) {
        for (Map.Entry<Long, Long> piece : free.entrySet()) {
            long start = piece.getKey() + unit - 1 & -unit;
            long pieceEnd = piece.getKey() + piece.getValue();
            if (size <= pieceEnd - start) {
                return clear(start, size)
                        ? take(piece.getKey(), pieceEnd, new Piece(start, size), bytes)
                        : null;
            }
        }
        return null;
    }

    /** Zeroes the part that may have been used before and reserves memory for the rest. */
    private boolean clear(long start, long size) {
        long pieceEnd = start + size;
        if (pieceEnd > reservedEnd) {
            long newEnd = pieceEnd + PAGE_BYTES - 1 & -PAGE_BYTES;
            if (!file.reserve(reservedEnd, newEnd - reservedEnd)) {
                return false;
            }
            long usedFrom = Math.max(start, reservedEnd);
            file.touch(usedFrom, newEnd - usedFrom);
            fill(start, usedFrom);
            reservedEnd = newEnd;
        } else {
            fill(start, pieceEnd);
        }
        return true;
    }

    private void fill(long start, long until) {
        if (start < until) {
            map.asSlice(start, until - start).fill((byte) 0);
        }
    }

    private Lifetime.Lent take(long from, long pieceEnd, Piece piece, long bytes) {
        // All segments and buffers made of this one share its scope.
        Lifetime.Lent lent = file.view(piece.start, bytes, () -> free(piece));
        if (lent == null) {
            return null;
        }
        piece.lifetime = lent.lifetime();
        free.remove(from);
        if (piece.start > from) {
            free.put(from, piece.start - from);
        }
        if (piece.start + piece.size < pieceEnd) {
            free.put(piece.start + piece.size, pieceEnd - piece.start - piece.size);
        }
        used.put(piece.start, piece);
        file.retain();
        return lent;
    }

    private void free(Piece piece) {
        synchronized (this) {
            used.remove(piece.start);
            insertFree(piece);
            returnMemory();
            mayCollect = true;
        }
        file.close();
    }

    /** Frees memory of {@link #allocate} that nothing accesses any more. */
    void release(MemorySegment memory) {
        Piece piece;
        synchronized (this) {
            piece = used.get(file.offset(memory));
        }
        if (piece == null) {
            throw new IllegalArgumentException(
                    "not memory of this heap, or freed before: address=0x"
                            + Long.toHexString(memory.address()));
        }
        piece.lifetime.giveBack();
    }

    private void insertFree(Piece piece) {
        long start = piece.start;
        long size = piece.size;
        Map.Entry<Long, Long> before = free.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            start = before.getKey();
            size += before.getValue();
        }
        Long after = free.remove(start + size);
        free.put(start, after == null ? size : size + after);
    }

    private void returnMemory() {
        Map.Entry<Long, Long> last = free.lastEntry();
        if (last == null || last.getKey() + last.getValue() != end) {
            return;
        }
        long newEnd = last.getKey() + PAGE_BYTES - 1 & -PAGE_BYTES;
        boolean isMuch = reservedEnd - newEnd > keptBytes;
        if (isMuch && file.discard(newEnd, reservedEnd - newEnd)) {
            reservedEnd = newEnd;
        }
    }

    /** The rank allocates nothing any more: free memory is returned without a reserve. */
    synchronized void close() {
        keptBytes = 0;
        returnMemory();
    }
}
