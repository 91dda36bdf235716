package musubi.type.buffer;

import musubi.type.CheckedMath;
import musubi.type.MpiType;

/**
 * Items in a user's buffer as a call names them. A mutable parameter object; the memory stays the
 * user's.
 */
public final class TypedBuffer {
    /** An array or a java.nio buffer. */
    public Object buffer;

    /** Where the first item starts, in elements of the buffer. */
    public long offset;

    /** How many. */
    public long count;

    /** What they are. */
    public MpiType type;

    public TypedBuffer() {}

    /** Names items. */
    public TypedBuffer set(Object newBuffer, long newOffset, long newCount, MpiType newType) {
        buffer = newBuffer;
        offset = newOffset;
        count = newCount;
        type = newType;
        return this;
    }

    /** Forgets the buffer. */
    public void clear() {
        set(null, 0, 0, null);
    }

    /**
     * Bytes of their packed form; of objects, how many there are.
     *
     * @throws musubi.error.MpiFailure of class COUNT when they are not below 2^63
     */
    public long packedBytes() {
        return CheckedMath.product(count, type.sizeBytes());
    }
}
