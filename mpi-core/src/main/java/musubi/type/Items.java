package musubi.type;

/**
 * Items in a user's buffer as a call names them. A mutable parameter object; the memory stays the
 * user's.
 */
public final class Items {
    /** An array or a java.nio buffer. */
    public Object buffer;

    /** Where the first item starts, in elements of the buffer. */
    public long offset;

    /** How many. */
    public long count;

    /** What they are. */
    public Datatype type;

    public Items() {}

    /** Names items. */
    public Items set(Object newBuffer, long newOffset, long newCount, Datatype newType) {
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

    /** Bytes of their packed form; of objects, how many there are. */
    public long packedBytes() {
        return count * type.sizeBytes();
    }
}
