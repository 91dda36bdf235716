package musubi.check;

import musubi.coll.CollectiveBuffer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongBinaryOperator;

/**
 * A copy of the receive buffer of a non-blocking collective operation, which writes the copy: so
 * changes of the program's buffer meanwhile are the program's. What was received is copied when the
 * operation is complete.
 */
final class ShadowBuffer {
    /** Longer buffers are not watched: each takes two copies of the whole buffer. */
    private static final long MAX_BYTES = 64 << 20;

    private final MemorySegment user;
    private final MemorySegment before;
    private final MemorySegment shadow;
    private final MemorySpan span;

    /** Start of the program's buffer in positions of the span. */
    private final long origin;

    private boolean delivered;
    private boolean changed;

    private ShadowBuffer(MemorySegment user, MemorySegment shadow, MemorySpan span, long origin) {
        this.user = user;
        this.shadow = shadow;
        this.span = span;
        this.origin = origin;
        before = MemorySegment.ofArray(user.toArray(ValueLayout.JAVA_BYTE));
        MemorySegment.copy(user, 0, shadow, 0, user.byteSize());
    }

    /**
     * Puts a copy in place of an array of numbers or a direct buffer of bytes; null for others.
     *
     * @param span what the operation writes
     */
    static ShadowBuffer replace(CollectiveBuffer side, MemorySpan span) {
        Object copy;
        MemorySegment user = segment(side.buffer);
        if (span.isEmpty() || user == null || user.isReadOnly() || user.byteSize() > MAX_BYTES) {
            return null;
        }
        if (side.buffer instanceof Buffer) {
            ByteBuffer bytes = ByteBuffer.allocateDirect((int) user.byteSize());
            bytes.order(ByteOrder.nativeOrder());
            copy =
                    switch (side.buffer) {
                        case java.nio.IntBuffer _ -> bytes.asIntBuffer();
                        case java.nio.DoubleBuffer _ -> bytes.asDoubleBuffer();
                        case java.nio.LongBuffer _ -> bytes.asLongBuffer();
                        case java.nio.FloatBuffer _ -> bytes.asFloatBuffer();
                        case java.nio.ShortBuffer _ -> bytes.asShortBuffer();
                        case java.nio.CharBuffer _ -> bytes.asCharBuffer();
                        default -> bytes;
                    };
        } else {
            copy =
                    Array.newInstance(
                            side.buffer.getClass().componentType(), Array.getLength(side.buffer));
        }
        long origin = side.buffer instanceof Buffer ? user.address() : 0;
        ShadowBuffer made = new ShadowBuffer(user, segment(copy), span, origin);
        side.buffer = copy;
        return made;
    }

    private static MemorySegment segment(Object buffer) {
        return switch (buffer) {
            case byte[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case float[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            case short[] array -> MemorySegment.ofArray(array);
            case char[] array -> MemorySegment.ofArray(array);
            case Buffer nio when nio.isDirect() -> MemorySegment.ofBuffer(nio.duplicate().clear());
            case null, default -> null;
        };
    }

    /** The operation has succeeded. */
    void deliver() {
        changed = differs(before);
        delivered = true;
        span.all().forEach((from, to) -> copy(from - origin, to - origin));
    }

    private long copy(long from, long to) {
        MemorySegment.copy(shadow, from, user, from, to - from);
        return 0;
    }

    /** Whether the program has changed the buffer, also after the operation was complete. */
    boolean isChanged() {
        return changed || delivered && differs(shadow);
    }

    private boolean differs(MemorySegment expected) {
        LongBinaryOperator mismatch =
                (from, to) ->
                        MemorySegment.mismatch(
                                                user,
                                                from - origin,
                                                to - origin,
                                                expected,
                                                from - origin,
                                                to - origin)
                                        >= 0
                                ? 1
                                : 0;
        return span.all().forEach(mismatch) > 0;
    }
}
