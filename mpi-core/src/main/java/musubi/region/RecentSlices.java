package musubi.region;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * Parts of arrays and segments that were moved lately, as segments. A call of the C library takes
 * nothing else, and a segment made for one call is up to 112 bytes of garbage; whether the compiler
 * removes it depends on what else the program does. Programs mostly send from and receive into the
 * same buffers again, so what was made once is looked up here. It is held weakly: no buffer lives
 * longer for it, and after a garbage collection the segments are made anew.
 *
 * <p>Thread rule: that of the transport. A rank has two, so that the parts of a buffer to send
 * never take the places of one to receive into.
 */
public final class RecentSlices {
    /** As many as there are fragments in a buffer of 16 MiB. */
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
        return switch (memory) {
            case MemorySegment segment -> segment;
            case byte[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            default -> null;
        };
    }
}
