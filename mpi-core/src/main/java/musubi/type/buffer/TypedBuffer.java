package musubi.type.buffer;

import musubi.type.CheckedMath;
import musubi.type.MpiType;

/**
 * Items in a user's buffer: buffer, offset, count and type of a call. A mutable parameter object;
 * the memory belongs to the user.
 */
public final class TypedBuffer {
    /** An array or a java.nio buffer. */
    public Object buffer;

    /** Start of the first item, in elements of the buffer. */
    public long offset;

    /** Number of items. */
    public long count;

    /** Type of an item. */
    public MpiType type;

    public TypedBuffer() {}

    /** Sets all fields. */
    public TypedBuffer set(Object newBuffer, long newOffset, long newCount, MpiType newType) {
        if (buffer != newBuffer) {
            buffer = newBuffer;
        }
        offset = newOffset;
        count = newCount;
        if (type != newType) {
            // Every store of a reference marks a card too.
            type = newType;
        }
        return this;
    }

    /** Drops the reference to the buffer. */
    public void clear() {
        set(null, 0, 0, null);
    }

    /**
     * Bytes of the packed form; for objects, their number.
     *
     * @throws musubi.error.MpiFailure of class COUNT when it is 2^63 or more
     */
    public long packedBytes() {
        return CheckedMath.product(count, type.sizeBytes());
    }
}
