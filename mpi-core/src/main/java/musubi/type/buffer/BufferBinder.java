package musubi.type.buffer;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.type.Bounds;
import musubi.type.CheckedMath;
import musubi.type.MpiType;
import musubi.type.signature.BaseType;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Binds a user's buffer (an array or a {@code java.nio} buffer with offset, count and type) to a
 * {@link Region}, after checking that buffer, type and count fit. One per rank; thread rule: the
 * thread that holds the rank.
 *
 * <p>Position and limit of a buffer are ignored, as in Open MPI's Java bindings. A type describes
 * bytes of memory: an array or buffer of any primitive type holds items of any type but objects, in
 * native byte order. {@link #checkElements} is for calls that want the element type of the
 * datatype.
 */
public final class BufferBinder {
    private static final int CACHED = 16;

    private final Entry[] cache = new Entry[CACHED];

    /** The segment over a direct buffer; weak references, so that the cache keeps nothing alive. */
    private record Entry(WeakReference<Buffer> buffer, WeakReference<MemorySegment> segment) {}

    public BufferBinder() {}

    /**
     * Binds a region to a user's buffer.
     *
     * @param offset first element used of the buffer
     * @param count number of items of the type
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void bind(Region region, Object buffer, long offset, long count, MpiType type) {
        long extent = type.extentBytes();
        if ((count | extent) >>> 31 != 0) {
            checkLarge(count, extent, type);
        }
        long bytes = count * extent;
        if (buffer != null && buffer.getClass().isArray()) {
            bindArray(region, buffer, offset, bytes, type);
        } else if (buffer instanceof Buffer nio) {
            bindBuffer(region, nio, offset, bytes, type);
        } else if (buffer instanceof mpjbuf.Buffer packed) {
            bindArray(region, packed.getBytes(), offset, bytes, type);
        } else if (buffer instanceof BufferBytes view) {
            checkRoom(view, view.origin(), view.capacity(), 1, offset, bytes);
            BufferMemory.checkAlive(view.memory().segment());
            region.slice(view.memory(), view.origin() + offset, bytes);
        } else {
            bindOther(region, buffer, count, type);
        }
    }

    /**
     * As {@link #bind}, to a buffer that is written to.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void bindWritable(Region region, Object buffer, long offset, long count, MpiType type) {
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
            throw new MpiFailure(ErrorClass.BUFFER, "cannot receive into a read-only buffer")
                    .advice("pass a writable one");
        }
    }

    /**
     * Binds a region to the whole memory of a buffer, for items with gaps.
     *
     * @param written whether the items are written
     * @return start of the first item in the region, in bytes
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    long bindMemory(Region region, TypedBuffer items, boolean written) {
        checkLarge(items.count, items.type.extentBytes(), items.type);
        if (items.packedBytes() == 0) {
            region.clear();
            return 0;
        }
        Object buffer = items.buffer;
        long start;
        if (buffer != null && buffer.getClass().isArray()) {
            start = bindWholeArray(region, buffer, items);
        } else if (buffer instanceof Buffer nio) {
            start = bindWholeBuffer(region, nio, items);
        } else if (buffer instanceof BufferBytes view) {
            checkReach(view, view.origin(), view.capacity(), 1, items);
            region.wrap(view.memory());
            start = view.origin() + items.offset;
        } else if (buffer == null) {
            throw nullBuffer(items.count, items.type);
        } else {
            throw wrongBuffer(buffer, items.type);
        }
        if (written) {
            checkWritable(region, buffer);
        }
        return start;
    }

    /** Small counts of small items need no check. */
    private static void checkLarge(long count, long extent, MpiType type) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("count", count, "type", type);
        }
        CheckedMath.product(count, extent);
    }

    private static long bindWholeArray(Region region, Object array, TypedBuffer items) {
        Class<?> component = array.getClass().getComponentType();
        long elementBytes = elementBytes(component, items.type, array);
        long room = Array.getLength(array) * elementBytes;
        checkReach(array, 0, room, elementBytes, items);
        region.wrapArray(array, 0, room);
        return items.offset * elementBytes;
    }

    private long bindWholeBuffer(Region region, Buffer buffer, TypedBuffer items) {
        Class<?> component = elementClass(buffer);
        long elementBytes =
                component == byte.class ? 1 : elementBytes(component, items.type, buffer);
        long room = buffer.capacity() * elementBytes;
        long before = elementsBefore(buffer) * elementBytes;
        checkReach(buffer, before, room, elementBytes, items);
        wrap(region, buffer, elementBytes, -before, before + room);
        return before + items.offset * elementBytes;
    }

    /**
     * The array of objects.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    Object[] objectArray(TypedBuffer items) {
        if (items.count > 0 && items.packedBytes() == 0) {
            return new Object[0];
        }
        Object[] objects = ObjectCodec.checkedArray(items.buffer, 0, Math.min(items.count, 0));
        if (items.count > 0) {
            checkReach(objects, 0, objects.length, 1, items);
        }
        return objects;
    }

    /** Elements of the array before a heap buffer, which items may reach, as in Open MPI. */
    private static long elementsBefore(Buffer buffer) {
        return buffer.hasArray() ? buffer.arrayOffset() : 0;
    }

    private static void checkReach(
            Object buffer, long before, long room, long elementBytes, TypedBuffer items) {
        Bounds bounds = items.type.bounds();
        long start = items.offset * elementBytes;
        long low = CheckedMath.sum(start, bounds.trueLbOf(items.count));
        long high = CheckedMath.sum(start, bounds.trueUbOf(items.count));
        if (low < -before || high > room) {
            throw new MpiFailure(ErrorClass.BUFFER, "the items exceed the buffer")
                    .with("buffer", nameOf(buffer))
                    .with("capacity", room / elementBytes, "offset", items.offset)
                    .with("count", items.count, "type", items.type)
                    .with("first element", Math.floorDiv(low, elementBytes))
                    .with("last", Math.ceilDiv(high, elementBytes) - 1);
        }
    }

    private static MpiFailure nullBuffer(long count, MpiType type) {
        return new MpiFailure(ErrorClass.BUFFER, "the buffer is null")
                .with("count", count, "type", type)
                .advice("pass an array or a java.nio buffer");
    }

    /** Any object is accepted for no data: programs for Open MPI's bindings rely on it. */
    private static void bindOther(Region region, Object buffer, long count, MpiType type) {
        if (buffer == null && count != 0) {
            throw nullBuffer(count, type);
        }
        if (count * type.extentBytes() != 0) {
            throw wrongBuffer(buffer, type);
        }
        region.clear();
    }

    private static void bindArray(
            Region region, Object array, long offset, long bytes, MpiType type) {
        Class<?> component = array.getClass().getComponentType();
        if (bytes == 0 && component != type.base().component()) {
            region.clear();
            return;
        }
        int elementBytes = elementBytes(component, type, array);
        checkRoom(array, 0, Array.getLength(array), elementBytes, offset, bytes);
        region.wrapArray(array, offset * elementBytes, bytes);
    }

    /** Size of an element of the buffer, the unit of offsets; fails if it cannot hold items. */
    private static int elementBytes(Class<?> component, MpiType type, Object buffer) {
        if (component == type.base().component()) {
            return type.base().bytes();
        }
        if (!component.isPrimitive() || type.isObject()) {
            throw wrongBuffer(buffer, type);
        }
        return sizeOf(component);
    }

    /**
     * Checks that a buffer has the elements of a type, or bytes; structs take any elements.
     *
     * @throws MpiFailure of class TYPE when it has others
     */
    public static void checkElements(Object buffer, MpiType type) {
        if (!hasElementsOf(buffer, type)) {
            throw wrongBuffer(buffer, type);
        }
    }

    /** Whether {@link #checkElements} passes; also for what is no buffer at all. */
    public static boolean hasElementsOf(Object buffer, MpiType type) {
        Class<?> component;
        if (buffer != null && buffer.getClass().isArray()) {
            component = buffer.getClass().getComponentType();
        } else if (buffer instanceof Buffer nio) {
            component = elementClass(nio);
        } else {
            return true;
        }
        return component == type.base().component()
                || component == byte.class
                || !component.isPrimitive()
                || type.base() == BaseType.BYTE && !type.isPredefined();
    }

    /**
     * Whether a buffer is an array of a basic type, or a {@code java.nio} buffer of it or of bytes.
     */
    public static boolean isBufferOf(Object buffer, MpiType basic) {
        if (buffer instanceof Buffer nio) {
            Class<?> component = elementClass(nio);
            return component == byte.class || component == basic.base().component();
        }
        return buffer == null
                || buffer instanceof BufferBytes
                || buffer.getClass().isArray()
                        && basic.base()
                                .component()
                                .isAssignableFrom(buffer.getClass().componentType());
    }

    /** The same memory with bytes as its elements; the buffer itself if it has such. */
    public Object bytesOf(Object buffer) {
        int elementBytes = elementBytes(buffer);
        if (elementBytes == 1) {
            return buffer;
        }
        Region memory = new Region();
        long before = 0;
        if (buffer instanceof Buffer nio) {
            before = elementsBefore(nio) * elementBytes;
            long room = (long) nio.capacity() * elementBytes;
            wrap(memory, nio, elementBytes, -before, before + room);
        } else {
            memory.wrapArray(buffer, 0, (long) Array.getLength(buffer) * elementBytes);
        }
        return new BufferBytes(buffer, memory, before);
    }

    /** Size of an element of a user's array or java.nio buffer in bytes; 1 for objects. */
    public static int elementBytes(Object buffer) {
        if (buffer instanceof Buffer nio) {
            return sizeOf(elementClass(nio));
        }
        return buffer == null ? 1 : sizeOf(buffer.getClass().getComponentType());
    }

    private static int sizeOf(Class<?> component) {
        if (component == double.class || component == long.class) {
            return 8;
        }
        if (component == int.class || component == float.class) {
            return 4;
        }
        return component == char.class || component == short.class ? 2 : 1;
    }

    private void bindBuffer(Region region, Buffer buffer, long offset, long bytes, MpiType type) {
        Class<?> component = elementClass(buffer);
        int elementBytes = component == byte.class ? 1 : elementBytes(component, type, buffer);
        long before = offset < 0 ? elementsBefore(buffer) : 0;
        checkRoom(buffer, before, buffer.capacity(), elementBytes, offset, bytes);
        wrap(region, buffer, elementBytes, offset * elementBytes, bytes);
    }

    /** Wraps bytes of a buffer, from {@code at} bytes behind its start on. */
    private void wrap(Region region, Buffer buffer, long elementBytes, long at, long bytes) {
        if (buffer.isDirect()) {
            MemorySegment segment = segmentOf(buffer);
            BufferMemory.checkAlive(segment);
            region.wrap(segment, at, bytes);
        } else if (buffer.hasArray()) {
            region.wrapArray(buffer.array(), buffer.arrayOffset() * elementBytes + at, bytes);
        } else {
            throw new MpiFailure(
                            ErrorClass.BUFFER, "a read-only heap buffer has no accessible array")
                    .advice("pass a direct buffer or an array");
        }
    }

    private static void checkRoom(
            Object buffer, long before, long capacity, int elementBytes, long offset, long bytes) {
        long room = offset > capacity ? 0 : (capacity - offset) * elementBytes;
        if (offset < -before || bytes > room) {
            boolean isBefore = offset < -before;
            throw new MpiFailure(
                            ErrorClass.BUFFER,
                            isBefore
                                    ? "the items start before the buffer"
                                    : "the buffer is too small")
                    .with("buffer", nameOf(buffer), "capacity", capacity)
                    .with("offset", offset)
                    .with("needed", Math.ceilDiv(bytes, elementBytes) + " elements");
        }
    }

    private static String nameOf(Object buffer) {
        return buffer instanceof BufferBytes view
                ? "bytes of " + view.buffer().getClass().getSimpleName()
                : buffer.getClass().getSimpleName();
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
        if (buffer instanceof ByteBuffer) {
            return byte.class;
        }
        if (buffer instanceof DoubleBuffer) {
            return double.class;
        }
        if (buffer instanceof LongBuffer) {
            return long.class;
        }
        if (buffer instanceof IntBuffer) {
            return int.class;
        }
        if (buffer instanceof FloatBuffer) {
            return float.class;
        }
        return buffer instanceof ShortBuffer ? short.class : char.class;
    }

    private static MpiFailure wrongBuffer(Object buffer, MpiType type) {
        return new MpiFailure(ErrorClass.TYPE, "the buffer does not fit the datatype")
                .with("buffer", buffer.getClass().getSimpleName(), "type", type)
                .advice(
                        "pass "
                                + type.base().component().getSimpleName()
                                + "[] or a java.nio buffer of it, or another type");
    }
}
