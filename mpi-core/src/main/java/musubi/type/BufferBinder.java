package musubi.type;

import musubi.adi.Region;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Turns what a user passes (an array or a NIO buffer, offset, count, type) into a {@link Region},
 * after checking that they fit each other. One per rank; called by the thread that holds the rank.
 *
 * <p>A buffer's position and limit are ignored, as Open MPI's Java bindings do.
 */
public final class BufferBinder {
    private static final int CACHED = 16;

    private final Entry[] cache = new Entry[CACHED];

    /**
     * The segment over a direct buffer; both held weakly, so that the cache keeps nothing alive.
     */
    private record Entry(WeakReference<Buffer> buffer, WeakReference<MemorySegment> segment) {}

    public BufferBinder() {}

    /**
     * Binds a region to a user's buffer.
     *
     * @param offset where to start, in elements of the buffer
     * @param count number of items of the type
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void bind(Region region, Object buffer, long offset, long count, Datatype type) {
        if (count < 0) {
            throw new MpiFailure(
                    ErrorClass.COUNT,
                    "count must not be negative: count=" + count + " type=" + type);
        }
        long bytes = count * type.extentBytes();
        if (buffer != null && buffer.getClass().isArray()) {
            bindArray(region, buffer, offset, bytes, type);
        } else if (buffer instanceof Buffer nio) {
            bindBuffer(region, nio, offset, bytes, type);
        } else if (buffer == null) {
            bindNull(region, count, type);
        } else if (buffer instanceof mpjbuf.Buffer packed) {
            bindArray(region, packed.getBytes(), offset, bytes, type);
        } else {
            throw wrongBuffer(buffer, type);
        }
    }

    /**
     * As {@link #bind}, to a buffer that shall be written to.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void bindWritable(Region region, Object buffer, long offset, long count, Datatype type) {
        bind(region, buffer, offset, count, type);
        checkWritable(region, buffer);
    }

    /**
     * Checks that a bound region can be written to.
     *
     * @throws MpiFailure of class BUFFER
     */
    public static void checkWritable(Region region, Object buffer) {
        if (region.isReadOnly() && region.length() > 0) {
            region.clear();
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "cannot receive into a read-only buffer: " + buffer + "; pass a writable one");
        }
    }

    private static void bindNull(Region region, long count, Datatype type) {
        if (count != 0) {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "the buffer is null: count="
                            + count
                            + " type="
                            + type
                            + "; pass an array or a"
                            + " java.nio buffer");
        }
        region.clear();
    }

    private static void bindArray(
            Region region, Object array, long offset, long bytes, Datatype type) {
        Class<?> component = array.getClass().getComponentType();
        if (component != type.base().component() && !pairInBytes(component, type)) {
            throw wrongBuffer(array, type);
        }
        int elementBytes = elementBytes(component, type);
        checkRoom(array, Array.getLength(array), elementBytes, offset, bytes);
        region.wrapArray(array, offset * elementBytes, bytes);
    }

    private static boolean pairInBytes(Class<?> component, Datatype type) {
        return component == byte.class && type.elements() > 1;
    }

    private static int elementBytes(Class<?> component, Datatype type) {
        return component == byte.class ? 1 : type.base().bytes();
    }

    private void bindBuffer(Region region, Buffer buffer, long offset, long bytes, Datatype type) {
        Class<?> component = elementClass(buffer);
        if (component != byte.class && component != type.base().component()) {
            throw wrongBuffer(buffer, type);
        }
        int elementBytes = elementBytes(component, type);
        checkRoom(buffer, buffer.capacity(), elementBytes, offset, bytes);
        if (buffer.isDirect()) {
            region.wrap(segmentOf(buffer), offset * elementBytes, bytes);
        } else if (buffer.hasArray()) {
            region.wrapArray(buffer.array(), (buffer.arrayOffset() + offset) * elementBytes, bytes);
        } else {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "a read-only heap buffer has no array to read from: "
                            + buffer
                            + "; pass a direct buffer or an array");
        }
    }

    private static void checkRoom(
            Object buffer, long capacity, int elementBytes, long offset, long bytes) {
        long room = (capacity - offset) * elementBytes;
        if (offset < 0 || bytes > Math.max(room, 0)) {
            throw new MpiFailure(
                    ErrorClass.BUFFER,
                    "the buffer is too small: buffer="
                            + buffer.getClass().getSimpleName()
                            + " capacity="
                            + capacity
                            + " offset="
                            + offset
                            + " needed="
                            + (bytes / elementBytes)
                            + " elements");
        }
    }

    private MemorySegment segmentOf(Buffer buffer) {
        int slot = System.identityHashCode(buffer) & CACHED - 1;
        Entry entry = cache[slot];
        if (entry != null && entry.buffer.refersTo(buffer)) {
            MemorySegment segment = entry.segment.get();
            if (segment != null) {
                return segment;
            }
        }
        MemorySegment segment = MemorySegment.ofBuffer(buffer.duplicate().clear());
        cache[slot] = new Entry(new WeakReference<>(buffer), new WeakReference<>(segment));
        return segment;
    }

    private static Class<?> elementClass(Buffer buffer) {
        return switch (buffer) {
            case ByteBuffer _ -> byte.class;
            case DoubleBuffer _ -> double.class;
            case LongBuffer _ -> long.class;
            case IntBuffer _ -> int.class;
            case FloatBuffer _ -> float.class;
            case ShortBuffer _ -> short.class;
            case CharBuffer _ -> char.class;
        };
    }

    private static MpiFailure wrongBuffer(Object buffer, Datatype type) {
        return new MpiFailure(
                ErrorClass.TYPE,
                "the buffer does not fit the datatype: buffer="
                        + buffer.getClass().getSimpleName()
                        + " type="
                        + type
                        + "; pass "
                        + type.base().component().getSimpleName()
                        + "[] or a java.nio buffer of it, or another type");
    }
}
