package musubi.shm;

import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.PAGE_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * The heap of a rank's partition: first fit by address, neighbours joined when freed. Its metadata
 * are ordinary Java objects, so a peer that writes out of bounds cannot damage them.
 *
 * <p>A piece is freed by {@link #release}, or when the garbage collector finds it unreachable: no
 * segment, no {@code java.nio} buffer or view of one. Each piece in use is a holder of the node
 * file, which stays mapped until the last of them is freed, also after close.
 *
 * <p>Thread rule: the thread that holds the rank; the collector's thread only queues pieces.
 */
final class PartitionHeap {
    private static final int COLLECTION_WAITS = 500;
    private static final long COLLECTION_WAIT_NS = 1_000_000;

    private final NodeFile file;
    private final MemorySegment map;
    private final NavigableMap<Long, Long> free = new TreeMap<>();
    private final Map<Long, Piece> used = new TreeMap<>();
    private final Queue<Piece> unreachable = new ConcurrentLinkedQueue<>();

    /** End of the part of the heap with memory, which may have been used before. */
    private long reservedEnd;

    /** Whether the last collection freed nothing, so that another one would not either. */
    private boolean collectionIsFutile;

    /** A piece in use; freed once, by release or by the collector. */
    private record Piece(long start, long size, AtomicBoolean isFreed) {}

    /**
     * @param start start of the heap in the node file, on a page
     */
    PartitionHeap(NodeFile file, long start, long bytes) {
        this.file = file;
        this.map = file.map();
        this.reservedEnd = start;
        if (bytes > 0) {
            free.put(start, bytes);
        }
    }

    /**
     * A zeroed piece, aligned to lines, or to pages when it is a page or larger. When there is
     * none, the garbage collector runs to free unreachable ones.
     *
     * @return null when there is no memory left
     */
    MemorySegment allocate(long bytes) {
        long unit = bytes < PAGE_BYTES ? LINE_BYTES : PAGE_BYTES;
        if (bytes < 0 || bytes > Long.MAX_VALUE - unit) {
            throw new IllegalArgumentException("not a size: bytes=" + bytes);
        }
        long size = Math.max(unit, bytes + unit - 1 & -unit);
        reclaim();
        MemorySegment memory = find(size, unit, bytes);
        return memory != null || used.isEmpty() || collectionIsFutile
                ? memory
                : findAfterCollection(size, unit, bytes);
    }

    private MemorySegment findAfterCollection(long size, long unit, long bytes) {
        collectionIsFutile = true;
        System.gc();
        MemorySegment memory = null;
        for (int i = 0; memory == null && i < COLLECTION_WAITS; i++) {
            LockSupport.parkNanos(COLLECTION_WAIT_NS);
            memory = reclaim() ? find(size, unit, bytes) : null;
        }
        return memory;
    }

    /** Frees the pieces that the collector has found; returns whether there were any. */
    private boolean reclaim() {
        boolean any = false;
        for (Piece piece = unreachable.poll(); piece != null; piece = unreachable.poll()) {
            used.remove(piece.start);
            insertFree(piece);
            any = true;
        }
        collectionIsFutile &= !any;
        return any;
    }

    private MemorySegment find(long size, long unit, long bytes) {
        for (Map.Entry<Long, Long> piece : free.entrySet()) {
            long start = piece.getKey() + unit - 1 & -unit;
            long end = piece.getKey() + piece.getValue();
            if (size <= end - start) {
                return clear(start, size) ? take(piece.getKey(), end, start, size, bytes) : null;
            }
        }
        return null;
    }

    /** Zeroes the part that may have been used before and reserves memory for the rest. */
    private boolean clear(long start, long size) {
        long end = start + size;
        if (end > reservedEnd) {
            long newEnd = end + PAGE_BYTES - 1 & -PAGE_BYTES;
            if (!file.reserve(reservedEnd, newEnd - reservedEnd)) {
                return false;
            }
            long used = Math.max(start, reservedEnd);
            file.touch(used, newEnd - used);
            fill(start, used);
            reservedEnd = newEnd;
        } else {
            fill(start, end);
        }
        return true;
    }

    private void fill(long start, long end) {
        if (start < end) {
            map.asSlice(start, end - start).fill((byte) 0);
        }
    }

    private MemorySegment take(long from, long end, long start, long size, long bytes) {
        Piece piece = new Piece(start, size, new AtomicBoolean());
        // All segments and buffers made of this one share its scope.
        MemorySegment memory = file.view(start, bytes, () -> collected(piece));
        if (memory == null) {
            return null;
        }
        free.remove(from);
        if (start > from) {
            free.put(from, start - from);
        }
        if (start + size < end) {
            free.put(start + size, end - start - size);
        }
        used.put(start, piece);
        file.retain();
        return memory;
    }

    private void collected(Piece piece) {
        if (piece.isFreed.compareAndSet(false, true)) {
            unreachable.add(piece);
            file.close();
        }
    }

    /** Frees memory of {@link #allocate}. */
    void release(MemorySegment memory) {
        Piece piece = used.get(file.offset(memory));
        if (piece == null || !piece.isFreed.compareAndSet(false, true)) {
            throw new IllegalArgumentException(
                    "not memory of this heap, or freed before: address=0x"
                            + Long.toHexString(memory.address()));
        }
        used.remove(piece.start);
        insertFree(piece);
        file.close();
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
}
