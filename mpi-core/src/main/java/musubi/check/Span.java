package musubi.check;

import musubi.type.Datatype;

import java.lang.foreign.MemorySegment;
import java.nio.Buffer;

/**
 * The memory that a call uses: elements of an array, or bytes of native memory.
 *
 * @param array the array; null for native memory
 * @param from first byte of the array or first address (for objects: elements)
 * @param to the byte behind the last
 */
record Span(Object array, long from, long to) {
    private static final Span NOTHING = new Span(null, 0, 0);

    /**
     * The memory of a buffer argument; an empty span when that cannot be told.
     *
     * @param offset in elements of the buffer
     * @param count items of the type
     */
    static Span of(Object buffer, long offset, long count, Datatype type) {
        long bytes = count * type.extentBytes();
        if (buffer == null || bytes <= 0 || !isDense(type)) {
            return NOTHING;
        }
        if (buffer.getClass().isArray()) {
            return ofArray(buffer, offset, bytes, type);
        }
        return buffer instanceof Buffer nio ? ofBuffer(nio, offset, bytes) : NOTHING;
    }

    /** Whether items lie side by side without gaps. */
    private static boolean isDense(Datatype type) {
        return type.extentBytes() == (long) type.elements() * type.base().bytes();
    }

    private static Span ofArray(Object array, long offset, long bytes, Datatype type) {
        Class<?> component = array.getClass().getComponentType();
        int elementBytes = component == byte.class ? 1 : type.base().bytes();
        return new Span(array, offset * elementBytes, offset * elementBytes + bytes);
    }

    private static Span ofBuffer(Buffer buffer, long offset, long bytes) {
        int elementBytes = elementBytes(buffer);
        if (buffer.isDirect()) {
            MemorySegment segment = MemorySegment.ofBuffer(buffer.duplicate().clear());
            long start = segment.address() + offset * elementBytes;
            return new Span(null, start, start + bytes);
        }
        if (!buffer.hasArray()) {
            return NOTHING;
        }
        long start = (buffer.arrayOffset() + offset) * elementBytes;
        return new Span(buffer.array(), start, start + bytes);
    }

    private static int elementBytes(Buffer buffer) {
        return switch (buffer) {
            case java.nio.ByteBuffer _ -> Byte.BYTES;
            case java.nio.CharBuffer _ -> Character.BYTES;
            case java.nio.ShortBuffer _ -> Short.BYTES;
            case java.nio.IntBuffer _ -> Integer.BYTES;
            case java.nio.FloatBuffer _ -> Float.BYTES;
            case java.nio.LongBuffer _ -> Long.BYTES;
            case java.nio.DoubleBuffer _ -> Double.BYTES;
        };
    }

    boolean isEmpty() {
        return from == to;
    }

    boolean overlaps(Span other) {
        return array == other.array && from < other.to && other.from < to;
    }

    @Override
    public String toString() {
        return array == null
                ? "bytes " + (to - from) + " of a direct buffer"
                : "bytes " + from + " to " + (to - 1) + " of " + array.getClass().getSimpleName();
    }
}
