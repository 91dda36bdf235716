package musubi.coll;

import musubi.type.MpiType;

/**
 * One side of a collective call as the user gave it. A mutable parameter object; the memory stays
 * the user's.
 */
public final class CollectiveBuffer {
    /** An array or a java.nio buffer; null when this side is not significant on this rank. */
    public Object buffer;

    /** Where it starts, in elements of the buffer. */
    public long offset;

    /** Items of the type (for each peer where the operation has one block for each). */
    public long count;

    /** Items for each peer in the vector forms, else null. */
    public Counts counts;

    /** Displacement for each peer in the vector forms, in extents of the type (bytes for w). */
    public Counts displacements;

    /** The type; null in the w forms. */
    public MpiType type;

    /** The type for each peer in the w forms, else null. */
    public MpiType[] types;

    private Counts ownCounts;
    private Counts ownDisplacements;

    public CollectiveBuffer() {}

    /** Sets a plain side. */
    public CollectiveBuffer set(Object buffer, long offset, long count, MpiType type) {
        this.buffer = buffer;
        this.offset = offset;
        this.count = count;
        this.type = type;
        forgetArrays();
        types = null;
        return this;
    }

    /** Sets a side of a vector form. */
    public CollectiveBuffer setVector(
            Object buffer, long offset, int[] counts, int[] displacements, MpiType type) {
        set(buffer, offset, 0, type);
        makeViews();
        this.counts = counts == null ? null : ownCounts.set(counts);
        this.displacements = displacements == null ? null : ownDisplacements.set(displacements);
        return this;
    }

    /** Sets a side of a vector form with large counts. */
    public CollectiveBuffer setVector(
            Object buffer, long offset, long[] counts, long[] displacements, MpiType type) {
        set(buffer, offset, 0, type);
        makeViews();
        this.counts = counts == null ? null : ownCounts.set(counts);
        this.displacements = displacements == null ? null : ownDisplacements.set(displacements);
        return this;
    }

    /** The views are kept for the next call. */
    private void makeViews() {
        if (ownCounts == null) {
            ownCounts = new Counts();
            ownDisplacements = new Counts();
        }
    }

    private void forgetArrays() {
        counts = null;
        displacements = null;
        if (ownCounts != null) {
            ownCounts.clear();
            ownDisplacements.clear();
        }
    }

    /** Makes this side not significant. */
    public void clear() {
        set(null, 0, 0, null);
    }
}
