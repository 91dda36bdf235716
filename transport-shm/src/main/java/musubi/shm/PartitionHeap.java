package musubi.shm;

import static musubi.shm.PartitionDescriptor.LINE_BYTES;
import static musubi.shm.PartitionDescriptor.PAGE_BYTES;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Hands out pieces of the heap part of a rank's partition: first fit by address, neighbours joined
 * when freed. Its books are ordinary Java objects, so a peer that writes wild cannot break them.
 */
final class PartitionHeap {
    private final NodeFile file;
    private final MemorySegment map;
    private final NavigableMap<Long, Long> free = new TreeMap<>();
    private final Map<Long, Long> used = new TreeMap<>();

    /** Up to here the file has memory; it may have been used before. */
    private long reservedEnd;

    /**
     * @param start where the heap starts in the node file, on a page
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
     * A zeroed piece, aligned to lines, or to pages when it is a page or larger.
     *
     * @return null when there is no memory left
     */
    MemorySegment allocate(long bytes) {
        long unit = bytes < PAGE_BYTES ? LINE_BYTES : PAGE_BYTES;
        if (bytes < 0 || bytes > Long.MAX_VALUE - unit) {
            throw new IllegalArgumentException("not a size: bytes=" + bytes);
        }
        long size = Math.max(unit, bytes + unit - 1 & -unit);
        for (Map.Entry<Long, Long> piece : free.entrySet()) {
            long start = piece.getKey() + unit - 1 & -unit;
            long end = piece.getKey() + piece.getValue();
            if (size <= end - start) {
                return clear(start, size) ? take(piece.getKey(), end, start, size, bytes) : null;
            }
        }
        return null;
    }

    /** Zeroes what may have been used before and gives the rest memory, which is zero then. */
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
        free.remove(from);
        if (start > from) {
            free.put(from, start - from);
        }
        if (start + size < end) {
            free.put(start + size, end - start - size);
        }
        used.put(start, size);
        return map.asSlice(start, bytes);
    }

    /** Takes back what {@link #allocate} gave. */
    void release(MemorySegment memory) {
        long start = memory.address() - map.address();
        Long size = used.remove(start);
        if (size == null) {
            throw new IllegalArgumentException(
                    "not memory of allocate, or released before: address=0x"
                            + Long.toHexString(memory.address()));
        }
        Map.Entry<Long, Long> before = free.lowerEntry(start);
        if (before != null && before.getKey() + before.getValue() == start) {
            start = before.getKey();
            size += before.getValue();
        }
        Long after = free.remove(start + size);
        free.put(start, after == null ? size : size + after);
    }
}
