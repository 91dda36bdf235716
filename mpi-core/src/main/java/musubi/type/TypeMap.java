package musubi.type;

/**
 * The layout of an item: the type map of MPI-4.1 section 5.1 without the basic types. A tree of
 * loops over runs of bytes, so its size is independent of the number of regular blocks:
 *
 * <pre>
 *   ContiguousMap  one run of bytes
 *   StridedMap     a part repeated at equal distances
 *   IndexedMap     runs at any displacements
 *   SequenceMap    different parts one after the other
 * </pre>
 *
 * <p>The packed form is the bytes in the order of the map. Any range of it can be moved on its own;
 * the bytes before it are skipped by arithmetic. Displacements are relative to the start of the
 * item, in bytes, and may be negative. Immutable.
 */
public abstract sealed class TypeMap permits ContiguousMap, StridedMap, IndexedMap, SequenceMap {
    /** No data. */
    static final TypeMap EMPTY = new ContiguousMap(0, 0);

    /** Bytes of the packed form. */
    final long bytes;

    TypeMap(long bytes) {
        this.bytes = bytes;
    }

    /** Moves the item that starts at a position of the user's buffer. */
    abstract void moveAll(Mover mover, long at);

    /**
     * Moves the bytes from {@code from} up to {@code to} of the packed form of an item.
     *
     * @param at start of the item in the user's buffer
     */
    abstract void move(Mover mover, long at, long from, long to);

    /** Moves {@code count} whole items, {@code stride} bytes from start to start. */
    void moveStrided(Mover mover, long at, long stride, long count) {
        for (long i = 0; i < count; i++) {
            moveAll(mover, at + i * stride);
        }
    }

    /** This map displaced by {@code by} bytes. */
    abstract TypeMap shifted(long by);

    /** As {@link #move}, of many items at a distance of {@code stride} bytes. */
    public final void moveRange(Mover mover, long at, long stride, long from, long to) {
        if (from >= to) {
            return;
        }
        long first = from / bytes;
        long skipped = from - first * bytes;
        long place = at + first * stride;
        long next = from;
        if (skipped > 0) {
            long end = Math.min(bytes, skipped + to - from);
            move(mover, place, skipped, end);
            next += end - skipped;
            place += stride;
        }
        long whole = (to - next) / bytes;
        if (whole > 0) {
            moveStrided(mover, place, stride, whole);
        }
        long rest = to - next - whole * bytes;
        if (rest > 0) {
            move(mover, place + whole * stride, 0, rest);
        }
    }
}
