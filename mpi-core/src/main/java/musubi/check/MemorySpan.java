package musubi.check;

import musubi.coll.CollectiveBuffer;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;
import musubi.type.buffer.BufferBytes;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * The memory that a call uses: elements of an array, or bytes of native memory.
 *
 * @param array the array; null for native memory
 * @param from first byte of the array or first address (for objects: elements)
 * @param to the byte behind the last
 * @param start where the program's buffer starts, for reports
 * @param ranges the bytes used of the span; null for all
 */
record MemorySpan(Object array, long from, long to, long start, ByteRanges ranges) {
    private static final MemorySpan EMPTY = new MemorySpan(null, 0, 0, 0, null);

    /**
     * The memory of a buffer argument; an empty span if it cannot be determined.
     *
     * @param offset in elements of the buffer
     * @param count items of the type
     */
    static MemorySpan of(Object buffer, long offset, long count, MpiType type) {
        MemorySpan place = ofBuffer(buffer);
        long bytes = count * type.extentBytes();
        if (place == null || count <= 0) {
            return EMPTY;
        }
        long first = place.from + offset * BufferBinder.elementBytes(buffer);
        if (type.isContiguous()) {
            return bytes <= 0 ? EMPTY : place.part(first, first + bytes, null);
        }
        ByteRanges ranges = new ByteRanges();
        ranges.add(type, first, count);
        ranges.sort();
        return place.part(ranges);
    }

    /**
     * As {@link #of(Object, long, long, MpiType)}, of the blocks of a vector form.
     *
     * @param peers of the blocks; the block of {@code PROC_NULL} is not used
     */
    static MemorySpan ofBlocks(CollectiveBuffer side, int[] peers, boolean writes) {
        MemorySpan place = ofBuffer(side.buffer);
        if (place == null) {
            return EMPTY;
        }
        long first = place.from + side.offset * BufferBinder.elementBytes(side.buffer);
        ByteRanges ranges = new ByteRanges();
        for (int i = 0; i < peers.length; i++) {
            if (peers[i] != MessageAddress.PROC_NULL) {
                MpiType type = side.types == null ? side.type : side.types[i];
                long unit = side.types == null ? type.extentBytes() : 1;
                ranges.add(type, first + side.displacements.at(i) * unit, side.counts.at(i));
            }
        }
        long[] overlap = ranges.sort();
        if (overlap != null && writes && !ranges.isUnknown()) {
            throw new MpiFailure(
                            ErrorClass.BUFFER,
                            "two blocks of a receive buffer have bytes in common")
                    .with("one at", overlap[0] - first, "other at", overlap[1] - first)
                    .with("in", place.part(ranges))
                    .advice("receive each byte once: correct the displacements or counts");
        }
        return place.part(ranges);
    }

    /**
     * Checks that the items of a receive name no byte twice. MPI-4.1 section 5.1.11.
     *
     * @throws MpiFailure of class TYPE
     */
    static void checkEntries(MpiType type, long count) {
        if (type.isContiguous() || count <= 0) {
            return;
        }
        ByteRanges ranges = new ByteRanges();
        ranges.add(type, 0, count);
        long[] overlap = ranges.sort();
        if (overlap != null && !ranges.isUnknown()) {
            throw new MpiFailure(ErrorClass.TYPE, "the type of a receive names bytes twice")
                    .with("type", type, "count", count)
                    .with("entries at bytes", overlap[0] + " and " + overlap[1])
                    .advice("a type with overlapping entries may only be sent");
        }
    }

    private MemorySpan part(ByteRanges used) {
        return used.isUnknown() ? EMPTY : part(used.first(), used.end(), used);
    }

    private MemorySpan part(long first, long end, ByteRanges used) {
        return new MemorySpan(array, first, end, start, used);
    }

    /** Where a buffer starts; null if it is not known. */
    private static MemorySpan ofBuffer(Object buffer) {
        if (buffer instanceof BufferBytes view) {
            MemorySpan whole = ofBuffer(view.buffer());
            return whole == null
                    ? null
                    : new MemorySpan(whole.array, whole.from, whole.from, whole.start, null);
        }
        if (buffer != null && buffer.getClass().isArray()) {
            return new MemorySpan(buffer, 0, 0, 0, null);
        }
        if (!(buffer instanceof Buffer nio)) {
            return null;
        }
        if (nio.isDirect()) {
            long address = MemorySegment.ofBuffer(nio.duplicate().clear()).address();
            return new MemorySpan(null, address, address, address, null);
        }
        long at = nio.hasArray() ? (long) nio.arrayOffset() * BufferBinder.elementBytes(nio) : 0;
        return nio.hasArray() ? new MemorySpan(nio.array(), at, at, 0, null) : null;
    }

    boolean isEmpty() {
        return from == to;
    }

    boolean overlaps(MemorySpan other) {
        if (array != other.array || from >= other.to || other.from >= to) {
            return false;
        }
        return ranges == null && other.ranges == null || all().firstCommon(other.all()) >= 0;
    }

    /** The first byte in both, in words; empty for two contiguous spans. */
    String inBoth(MemorySpan other) {
        if (ranges == null && other.ranges == null) {
            return "";
        }
        String unit = array instanceof Object[] ? "element " : "byte ";
        return ", both " + unit + (all().firstCommon(other.all()) - start);
    }

    /** The bytes used, sorted. */
    ByteRanges all() {
        if (ranges != null) {
            return ranges;
        }
        ByteRanges all = new ByteRanges();
        all.add(MpiType.BYTE, from, to - from);
        return all;
    }

    @Override
    public String toString() {
        boolean objects = array instanceof Object[];
        long first = from - start;
        long last = to - start - 1;
        String of = array == null ? "a direct buffer" : array.getClass().getSimpleName();
        return first == last
                ? (objects ? "element " : "byte ") + first + " of " + of
                : (objects ? "elements " : "bytes ") + first + " to " + last + " of " + of;
    }
}
