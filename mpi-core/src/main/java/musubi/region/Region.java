package musubi.region;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Consecutive bytes in a Java array or in a memory segment; the one form in which payload crosses
 * the ADI. A mutable flyweight without ownership: the caller keeps the wrapped memory alive until
 * the call that received the region has returned. Thread rule: one thread at a time.
 *
 * <p>All offsets and lengths are bytes. Copies are cut into pieces of at most 1 MiB, because above
 * 2 MiB HotSpot switches to a copy that leaves nothing in the cache for the reader.
 */
public final class Region {
    private static final long PIECE = 1 << 20;

    /** The largest copy between arrays of different types element by element. */
    private static final long FEW_BYTES = 1024;

    /** Copies many bytes from and to this region; null for the JDK's copies. */
    private final BulkCopy bulk;

    private Object array;
    private MemorySegment segment;

    /** Of the array. */
    private ElementKind kind = ElementKind.BYTE;

    private long base;
    private long length;

    public Region() {
        this(null);
    }

    /**
     * A region that is only wrapped around the memory of {@code bulk}, which makes the copies of
     * {@link BulkCopy#LEAST_BYTES} or more between it and other regions.
     */
    public Region(BulkCopy bulk) {
        this.bulk = bulk;
        clear();
    }

    /** Makes this region empty and drops the reference to the memory. */
    public void clear() {
        array = null;
        segment = MemorySegment.NULL;
        base = 0;
        length = 0;
    }

    /** Wraps bytes of a segment. */
    public Region wrap(MemorySegment memory, long offset, long bytes) {
        if (array != null) {
            array = null;
        }
        if (segment != memory) {
            segment = memory;
        }
        base = offset;
        length = bytes;
        return this;
    }

    /**
     * Wraps bytes of an array of a primitive type.
     *
     * @throws IllegalArgumentException when it is no such array
     */
    public Region wrapArray(Object primitiveArray, long offset, long bytes) {
        array = primitiveArray;
        segment = null;
        ElementKind found = ElementKind.of(primitiveArray);
        if (kind != found) {
            // Every store of a reference marks a card too.
            kind = found;
        }
        base = offset;
        length = bytes;
        return this;
    }

    /** Wraps the same bytes as another region. */
    public Region wrap(Region other) {
        array = other.array;
        segment = other.segment;
        kind = other.kind;
        base = other.base;
        length = other.length;
        return this;
    }

    /** Wraps a part of another region. */
    public Region slice(Region other, long from, long bytes) {
        wrap(other);
        base += from;
        length = bytes;
        return this;
    }

    /** 8 bytes of this region as a word in native byte order. */
    public long word(long from) {
        long start = base + from;
        if (segment != null) {
            return segment.get(ValueLayout.JAVA_LONG_UNALIGNED, start);
        }
        if (array instanceof long[] longs && aligned(start, Long.BYTES)) {
            return longs[(int) (start >> kind.shift)];
        }
        MemorySegment word = MemorySegment.ofArray(new long[1]);
        copyTo(from, word, 0, Long.BYTES);
        return word.get(ValueLayout.JAVA_LONG, 0);
    }

    /** Sets 8 bytes of this region to a word in native byte order. */
    public void setWord(long at, long value) {
        long start = base + at;
        if (segment != null) {
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, start, value);
        } else if (array instanceof long[] longs && aligned(start, Long.BYTES)) {
            longs[(int) (start >> kind.shift)] = value;
        } else {
            copyFrom(MemorySegment.ofArray(new long[] {value}), 0, at, Long.BYTES);
        }
    }

    /** The number of bytes. */
    public long length() {
        return length;
    }

    /** The segment that this region lies in, or null when it lies in an array. */
    public MemorySegment segment() {
        return segment;
    }

    /** The array that this region lies in, or null when it lies in a segment. */
    public Object array() {
        return array;
    }

    /** Whether it cannot be written to. */
    public boolean isReadOnly() {
        return segment != null && segment.isReadOnly();
    }

    /** Whether it lies in the same allocated memory as a segment. */
    public boolean isIn(MemorySegment memory) {
        return segment != null && segment.scope().equals(memory.scope());
    }

    /** Start of the region in its segment or array. */
    public long base() {
        return base;
    }

    /** Copies bytes of this region to memory. */
    public void copyTo(long from, MemorySegment memory, long offset, long bytes) {
        for (long done = 0; done < bytes; done += PIECE) {
            long n = Math.min(PIECE, bytes - done);
            copyPieceTo(from + done, memory, offset + done, n);
        }
    }

    /** Copies bytes of memory into this region. */
    public void copyFrom(MemorySegment memory, long offset, long to, long bytes) {
        for (long done = 0; done < bytes; done += PIECE) {
            long n = Math.min(PIECE, bytes - done);
            copyPieceFrom(memory, offset + done, to + done, n);
        }
    }

    /** Copies bytes of this region into another one; overlap is allowed within one array. */
    public void copyTo(long from, Region target, long to, long bytes) {
        if (bytes >= BulkCopy.LEAST_BYTES && copyBulk(from, target, to, bytes)) {
            return;
        }
        if (segment != null) {
            target.copyFrom(segment, base + from, to, bytes);
        } else if (target.segment != null) {
            copyTo(from, target.segment, target.base + to, bytes);
        } else {
            copyArray(from, target, to, bytes);
        }
    }

    /**
     * Declares bytes of this region read for the last time, by any rank: their content may change,
     * if that makes them faster to overwrite.
     */
    public void discard(long from, long bytes) {
        if (bulk != null) {
            bulk.discard(base + from, bytes);
        }
    }

    /**
     * Packs blocks of this region.
     *
     * @param packed takes the bytes, from {@code row.packedAt} on
     */
    public void gather(BlockRow row, byte[] packed) {
        long start = base + row.first;
        if (segment != null) {
            StridedCopies.gather(segment, start, row, packed);
        } else if (aligned(start | row.stride, row.length)) {
            StridedCopies.gather(kind, array, (int) (start >> kind.shift), row, packed);
        } else {
            StridedCopies.gather(arraySegment(), start, row, packed);
        }
    }

    /** The reverse of {@link #gather}. */
    public void scatter(byte[] packed, BlockRow row) {
        long start = base + row.first;
        if (segment != null) {
            StridedCopies.scatter(packed, row, segment, start);
        } else if (aligned(start | row.stride, row.length)) {
            StridedCopies.scatter(packed, row, kind, array, (int) (start >> kind.shift));
        } else {
            StridedCopies.scatter(packed, row, arraySegment(), start);
        }
    }

    private boolean copyBulk(long from, Region target, long to, long bytes) {
        if (bulk != null && !target.isReadOnly()) {
            return bulk.copyOut(base + from, target.memory(), target.base + to, bytes);
        }
        return target.bulk != null
                && target.bulk.copyIn(memory(), base + from, target.base + to, bytes);
    }

    private Object memory() {
        return array != null ? array : segment;
    }

    private void copyPieceTo(long from, MemorySegment memory, long offset, long bytes) {
        long start = base + from;
        if (segment != null) {
            MemorySegment.copy(segment, start, memory, offset, bytes);
        } else if (bytes <= kind.fewBytes && aligned(start, bytes)) {
            ShortCopies.copy(
                    kind,
                    array,
                    (int) (start >> kind.shift),
                    memory,
                    offset,
                    (int) (bytes >> kind.shift));
        } else if (kind.layout != null && aligned(start, bytes)) {
            MemorySegment.copy(
                    array,
                    (int) (start >> kind.shift),
                    memory,
                    kind.layout,
                    offset,
                    (int) (bytes >> kind.shift));
        } else if (kind.layout != null) {
            MemorySegment.copy(arraySegment(), start, memory, offset, bytes);
        } else {
            BooleanCopies.copy((boolean[]) array, (int) start, memory, offset, (int) bytes);
        }
    }

    private void copyPieceFrom(MemorySegment memory, long offset, long to, long bytes) {
        long start = base + to;
        if (segment != null) {
            MemorySegment.copy(memory, offset, segment, start, bytes);
        } else if (bytes <= kind.fewBytes && aligned(start, bytes)) {
            ShortCopies.copy(
                    kind,
                    memory,
                    offset,
                    array,
                    (int) (start >> kind.shift),
                    (int) (bytes >> kind.shift));
        } else if (kind.layout != null && aligned(start, bytes)) {
            MemorySegment.copy(
                    memory,
                    kind.layout,
                    offset,
                    array,
                    (int) (start >> kind.shift),
                    (int) (bytes >> kind.shift));
        } else if (kind.layout != null) {
            MemorySegment.copy(memory, offset, arraySegment(), start, bytes);
        } else {
            BooleanCopies.copy(memory, offset, (boolean[]) array, (int) start, (int) bytes);
        }
    }

    private void copyArray(long from, Region target, long to, long bytes) {
        long start = base + from;
        long end = target.base + to;
        if (array.getClass() == target.array.getClass()
                && aligned(start, bytes)
                && aligned(end, bytes)) {
            System.arraycopy(
                    array,
                    (int) (start >> kind.shift),
                    target.array,
                    (int) (end >> kind.shift),
                    (int) (bytes >> kind.shift));
        } else if (array instanceof byte[] source && target.takesFew(end, bytes)) {
            int count = (int) (bytes >> target.kind.shift);
            ByteViews.copy(
                    source, (int) start, target.array, (int) (end >> target.kind.shift), count);
        } else if (target.array instanceof byte[] sink && takesFew(start, bytes)) {
            int count = (int) (bytes >> kind.shift);
            ByteViews.copy(array, (int) (start >> kind.shift), sink, (int) end, count);
        } else if (kind.layout != null) {
            target.copyFrom(arraySegment(), start, to, bytes);
        } else if (target.kind.layout != null) {
            copyTo(from, target.arraySegment(), end, bytes);
        }
    }

    /** Whether these are whole elements of a numeric array, too few for a segment to pay off. */
    private boolean takesFew(long start, long bytes) {
        return kind.shift > 0 && bytes <= FEW_BYTES && aligned(start, bytes);
    }

    private boolean aligned(long start, long bytes) {
        return ((start | bytes) & (1L << kind.shift) - 1) == 0;
    }

    private MemorySegment arraySegment() {
        return kind.segment(array);
    }
}
