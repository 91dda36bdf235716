package musubi.check;

import musubi.type.MpiType;
import musubi.type.buffer.BufferBinder;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * The memory that a call uses: elements of an array, or bytes of native memory.
 *
 * @param array the array; null for native memory
 * @param from first byte of the array or first address (for objects: elements)
 * @param to the byte behind the last
 * @param start where the program's buffer starts, for reports
 */
record MemorySpan(Object array, long from, long to, long start) {
    private static final MemorySpan EMPTY = new MemorySpan(null, 0, 0, 0);

    /**
     * The memory of a buffer argument; an empty span if it cannot be determined.
     *
     * @param offset in elements of the buffer
     * @param count items of the type
     */
    static MemorySpan of(Object buffer, long offset, long count, MpiType type) {
        long bytes = count * type.extentBytes();
        if (buffer == null || bytes <= 0 || !isDense(type)) {
            return EMPTY;
        }
        if (buffer.getClass().isArray()) {
            return ofArray(buffer, offset, bytes);
        }
        return buffer instanceof Buffer nio ? ofBuffer(nio, offset, bytes) : EMPTY;
    }

    /** Whether items lie side by side without gaps. */
    private static boolean isDense(MpiType type) {
        return type.extentBytes() == (long) type.elements() * type.base().bytes();
    }

    private static MemorySpan ofArray(Object array, long offset, long bytes) {
        int elementBytes = BufferBinder.elementBytes(array);
        return new MemorySpan(array, offset * elementBytes, offset * elementBytes + bytes, 0);
    }

    private static MemorySpan ofBuffer(Buffer buffer, long offset, long bytes) {
        int elementBytes = BufferBinder.elementBytes(buffer);
        if (buffer.isDirect()) {
            MemorySegment segment = MemorySegment.ofBuffer(buffer.duplicate().clear());
            long start = segment.address() + offset * elementBytes;
            return new MemorySpan(null, start, start + bytes, segment.address());
        }
        if (!buffer.hasArray()) {
            return EMPTY;
        }
        long start = (buffer.arrayOffset() + offset) * elementBytes;
        return new MemorySpan(buffer.array(), start, start + bytes, 0);
    }

    boolean isEmpty() {
        return from == to;
    }

    boolean overlaps(MemorySpan other) {
        return array == other.array && from < other.to && other.from < to;
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
