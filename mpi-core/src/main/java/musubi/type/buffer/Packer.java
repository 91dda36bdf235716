package musubi.type.buffer;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.Mover;
import musubi.type.MpiType;

/**
 * Packs items into contiguous bytes and unpacks them, in the order of their type map. Any range of
 * the packed form can be moved on its own. Gaps are neither read nor written.
 *
 * <p>One per rank; thread rule: the thread that holds the rank.
 */
public final class Packer {
    /** Length of the longest array, in bytes. */
    public static final int MAX_ARRAY_BYTES = Integer.MAX_VALUE - 8;

    private final BufferBinder binder;
    private final ByteMover mover = new ByteMover();
    private final PackBufferPool buffers = new PackBufferPool();

    /** A packer that binds buffers by {@code binder}. */
    public Packer(BufferBinder binder) {
        this.binder = binder;
    }

    /** The pool of arrays for packed messages. */
    public PackBufferPool buffers() {
        return buffers;
    }

    /**
     * Checks that a buffer fits its type and has room for the items.
     *
     * @param written whether items are unpacked into it
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void check(TypedBuffer items, boolean written) {
        if (items.type.isObject()) {
            binder.objectArray(items);
        } else {
            binder.bindMemory(mover.user, items, written);
            mover.end();
        }
    }

    /**
     * Packs all items; not of objects.
     *
     * @return the bytes, in an array from {@link #buffers} that may be longer; the caller releases
     *     it
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public byte[] pack(TypedBuffer items) {
        checkCount(items);
        int bytes = arraySize(items);
        byte[] packed = buffers.acquire(bytes);
        try {
            pack(items, 0, bytes, packed, 0);
        } catch (MpiFailure e) {
            buffers.release(packed);
            throw e;
        }
        return packed;
    }

    /**
     * An array for the packed form of all items, from {@link #buffers}; not of objects.
     *
     * @throws MpiFailure of class COUNT
     */
    public byte[] allocate(TypedBuffer items) {
        checkCount(items);
        return buffers.acquire(arraySize(items));
    }

    private static void checkCount(TypedBuffer items) {
        if (items.count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("count", items.count, "type", items.type);
        }
    }

    /**
     * Bytes of the packed form of items.
     *
     * @throws MpiFailure of class COUNT when no array is long enough
     */
    public static int arraySize(TypedBuffer items) {
        long bytes = items.packedBytes();
        if (bytes > MAX_ARRAY_BYTES) {
            throw new MpiFailure(
                            ErrorClass.COUNT, "the data are too long to be packed into an array")
                    .with("count", items.count, "type", items.type, "bytes", bytes)
                    .advice("send them in several messages");
        }
        return (int) bytes;
    }

    /**
     * Packs a range of the packed form; not of objects.
     *
     * @param from first byte of the packed form
     * @param to end of the range, exclusive
     * @param packed destination, from {@code at} on
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void pack(TypedBuffer items, long from, long to, byte[] packed, int at) {
        long start = binder.bindMemory(mover.user, items, false);
        move(items, start, from, to, mover.start(packed, at, true));
        mover.end();
    }

    /**
     * Unpacks a range of the packed form; not of objects.
     *
     * @param from first byte of the packed form
     * @param to end of the range, exclusive
     * @param packed source, from {@code at} on
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void unpack(TypedBuffer items, long from, long to, byte[] packed, int at) {
        long start = binder.bindMemory(mover.user, items, true);
        move(items, start, from, to, mover.start(packed, at, false));
        mover.end();
    }

    private static void move(TypedBuffer items, long start, long from, long to, Mover mover) {
        MpiType type = items.type;
        type.map().moveRange(mover, start, type.extentBytes(), from, to);
    }

    /**
     * Gathers the objects of items into an array.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public Object[] gatherObjects(TypedBuffer items) {
        Object[] user = binder.objectArray(items);
        Object[] packed = new Object[arraySize(items)];
        move(items, items.offset, 0, packed.length, new ObjectMover(user, packed, true));
        return packed;
    }

    /**
     * Copies the references of items to other items with the same number of objects.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void copyObjects(TypedBuffer from, TypedBuffer to) {
        if (from.type.isContiguous() && to.type.isContiguous()) {
            int objects = (int) from.packedBytes();
            System.arraycopy(from.buffer, (int) from.offset, to.buffer, (int) to.offset, objects);
        } else {
            Object[] picked = gatherObjects(from);
            scatterObjects(to, picked, picked.length);
        }
    }

    /**
     * Scatters the first {@code count} objects of an array to items.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void scatterObjects(TypedBuffer items, Object[] packed, int count) {
        Object[] user = binder.objectArray(items);
        try {
            move(items, items.offset, 0, count, new ObjectMover(user, packed, false));
        } catch (ArrayStoreException e) {
            throw new MpiFailure(ErrorClass.TYPE, "a received object does not fit the array", e)
                    .with("array", user.getClass().getSimpleName(), "cause", e.getMessage());
        }
    }
}
