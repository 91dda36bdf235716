package musubi.type;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * Packs items into bytes in a row and unpacks them, in the order of their type map. Any range of
 * the packed form can be moved by itself. What lies in gaps is neither read nor written.
 *
 * <p>One per rank; thread rule: the thread that holds the rank.
 */
public final class Packer {
    private final BufferBinder binder;
    private final ByteMover mover = new ByteMover();
    private final PackBuffers buffers = new PackBuffers();

    /** A packer with a binder of its own or a shared one. */
    public Packer(BufferBinder binder) {
        this.binder = binder;
    }

    /** Arrays for packed messages. */
    public PackBuffers buffers() {
        return buffers;
    }

    /**
     * Checks that a buffer fits its type and has room for the items.
     *
     * @param written whether items shall be unpacked into it
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void check(Items items, boolean written) {
        if (items.type.isObject()) {
            binder.objects(items);
        } else {
            binder.bindMemory(mover.user, items, written);
            mover.end();
        }
    }

    /**
     * Packs all items; not of objects.
     *
     * @return the bytes, in an array that may be longer; give it back to {@link #buffers}
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public byte[] pack(Items items) {
        checkCount(items);
        int bytes = arraySize(items);
        byte[] packed = buffers.take(bytes);
        try {
            pack(items, 0, bytes, packed, 0);
        } catch (MpiFailure e) {
            buffers.give(packed);
            throw e;
        }
        return packed;
    }

    /**
     * An array for the packed form of all items, not packed yet; not of objects.
     *
     * @throws MpiFailure of class COUNT
     */
    public byte[] room(Items items) {
        checkCount(items);
        return buffers.take(arraySize(items));
    }

    private static void checkCount(Items items) {
        if (items.count < 0) {
            throw new MpiFailure(
                    ErrorClass.COUNT,
                    "count must not be negative: count=" + items.count + " type=" + items.type);
        }
    }

    /**
     * Bytes of the packed form of items.
     *
     * @throws MpiFailure of class COUNT when no array has so many
     */
    public static int arraySize(Items items) {
        long bytes = items.packedBytes();
        if (bytes > Integer.MAX_VALUE - 8) {
            throw new MpiFailure(
                    ErrorClass.COUNT,
                    "the data are too long to be packed into an array: count="
                            + items.count
                            + " type="
                            + items.type
                            + " bytes="
                            + bytes
                            + "; send them in several messages");
        }
        return (int) bytes;
    }

    /**
     * Packs a range of the packed form; not of objects.
     *
     * @param from first byte of the packed form
     * @param to behind its last byte
     * @param packed takes them, from {@code at} on
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void pack(Items items, long from, long to, byte[] packed, int at) {
        long start = binder.bindMemory(mover.user, items, false);
        move(items, start, from, to, mover.start(packed, at, true));
        mover.end();
    }

    /**
     * Unpacks a range of the packed form; not of objects.
     *
     * @param from first byte of the packed form
     * @param to behind its last byte
     * @param packed has them, from {@code at} on
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void unpack(Items items, long from, long to, byte[] packed, int at) {
        long start = binder.bindMemory(mover.user, items, true);
        move(items, start, from, to, mover.start(packed, at, false));
        mover.end();
    }

    private static void move(Items items, long start, long from, long to, Mover mover) {
        Datatype type = items.type;
        type.map().moveMany(mover, start, type.extentBytes(), from, to);
    }

    /**
     * Picks the objects out that the items name.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public Object[] pick(Items items) {
        Object[] user = binder.objects(items);
        Object[] packed = new Object[arraySize(items)];
        move(items, items.offset, 0, packed.length, new ObjectMover(user, packed, true));
        return packed;
    }

    /**
     * Copies references from items to others of the same number of objects.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void moveObjects(Items from, Items to) {
        if (from.type.isInARow() && to.type.isInARow()) {
            int objects = (int) from.packedBytes();
            System.arraycopy(from.buffer, (int) from.offset, to.buffer, (int) to.offset, objects);
        } else {
            Object[] picked = pick(from);
            place(to, picked, picked.length);
        }
    }

    /**
     * Puts the first {@code count} objects where the items name them.
     *
     * @throws MpiFailure of class COUNT, BUFFER or TYPE
     */
    public void place(Items items, Object[] packed, int count) {
        Object[] user = binder.objects(items);
        try {
            move(items, items.offset, 0, count, new ObjectMover(user, packed, false));
        } catch (ArrayStoreException e) {
            throw new MpiFailure(
                    ErrorClass.TYPE,
                    "an object that arrived does not fit the array: array="
                            + user.getClass().getSimpleName()
                            + " "
                            + e.getMessage(),
                    e);
        }
    }
}
