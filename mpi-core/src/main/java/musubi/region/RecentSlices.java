package musubi.region;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * Segments over parts of arrays and segments that were copied recently. Calls of the C library take
 * segments only, and a segment for one call is up to 112 bytes of garbage, unless the compiler
 * removes it, which depends on the rest of the program. Programs mostly send from and receive into
 * the same buffers again, so segments are kept here for reuse. References are weak: no buffer lives
 * longer for them, and after a garbage collection the segments are made anew.
 *
 * <p>Thread rule: that of the transport. A rank has two instances, so that buffers to send and
 * buffers to receive into do not compete for places.
 */
public final class RecentSlices {
    /** The number of fragments in a buffer of 16 MiB. */
    private static final int PLACES = 1024;

    private final WeakReference<?>[] places = new WeakReference<?>[PLACES];

    public RecentSlices() {}

    private record Slice(Object memory, long offset, MemorySegment segment) {
        boolean covers(Object otherMemory, long otherOffset, long bytes) {
            return memory == otherMemory && offset == otherOffset && segment.byteSize() == bytes;
        }
    }

    /**
     * The segment over a part of an array or of a segment; null for an array of booleans, over
     * which the JDK makes none.
     *
     * @param offset where the part starts, in bytes
     * @throws IndexOutOfBoundsException when the bytes are not all in {@code memory}
     */
    public MemorySegment of(Object memory, long offset, long bytes) {
        int place = place(memory, offset);
        WeakReference<?> known = places[place];
        if (known != null
                && known.get() instanceof Slice slice
                && slice.covers(memory, offset, bytes)) {
            return slice.segment;
        }
        return remember(place, memory, offset, bytes);
    }

    private MemorySegment remember(int place, Object memory, long offset, long bytes) {
        MemorySegment whole = whole(memory);
        if (whole == null) {
            return null;
        }
        Slice slice = new Slice(memory, offset, whole.asSlice(offset, bytes));
        places[place] = new WeakReference<>(slice);
        return slice.segment;
    }

    /** Consecutive fragments of a buffer get consecutive places. */
    private static int place(Object memory, long offset) {
        long fragment = offset / BulkCopy.LEAST_BYTES;
        return (int) (System.identityHashCode(memory) + fragment) & PLACES - 1;
    }

    private static MemorySegment whole(Object memory) {
        if (memory instanceof MemorySegment segment) {
            return segment;
        }
        ElementKind kind = ElementKind.of(memory);
        return kind == ElementKind.BOOLEAN ? null : kind.segment(memory);
    }
}
