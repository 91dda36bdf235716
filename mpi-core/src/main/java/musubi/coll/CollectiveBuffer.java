package musubi.coll;

import musubi.type.Datatype;

/**
 * One side of a collective call as the user gave it. A mutable parameter object; the memory stays
 * the user's.
 */
public final class CollectiveBuffer {
    /** An array or a java.nio buffer; null when this side is not significant on this rank. */
    public Object buffer;

    /** Where it starts, in elements of the buffer. */
    public long offset;

    /** Items of the type (for each peer where the operation says so). */
    public int count;

    /** Items for each peer in the vector forms, else null. */
    public int[] counts;

    /** Displacement for each peer in the vector forms, in extents of the type (bytes for w). */
    public int[] displacements;

    /** The type; null in the w forms. */
    public Datatype type;

    /** The type for each peer in the w forms, else null. */
    public Datatype[] types;

    public CollectiveBuffer() {}

    /** Sets a plain side. */
    public CollectiveBuffer set(Object buffer, long offset, int count, Datatype type) {
        this.buffer = buffer;
        this.offset = offset;
        this.count = count;
        this.type = type;
        counts = null;
        displacements = null;
        types = null;
        return this;
    }

    /** Sets a side of a vector form. */
    public CollectiveBuffer setVector(
            Object buffer, long offset, int[] counts, int[] displacements, Datatype type) {
        set(buffer, offset, 0, type);
        this.counts = counts;
        this.displacements = displacements;
        return this;
    }

    /** Makes this side not significant. */
    public void clear() {
        set(null, 0, 0, null);
    }
}
