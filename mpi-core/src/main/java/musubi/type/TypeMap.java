package musubi.type;

/**
 * Where the data of an item lie: the type map of MPI-4.1 section 5.1 without the basic types. A
 * tree of loops over runs of bytes, so its size does not depend on the number of blocks that lie
 * regularly:
 *
 * <pre>
 *   Run       bytes in a row
 *   Repeat    the same part again and again, at equal distances
 *   Blocks    runs anywhere
 *   Sequence  different parts one after the other
 * </pre>
 *
 * <p>The packed form is the bytes in the order of the map. Any range of it can be moved by itself:
 * what lies before is skipped by arithmetic. Displacements are bytes from where the item starts and
 * may be negative. Immutable.
 */
public abstract sealed class TypeMap permits ContiguousMap, StridedMap, IndexedMap, SequenceMap {
    /** No data. */
    static final TypeMap EMPTY = new ContiguousMap(0, 0);

    /** Bytes of the packed form. */
    final long bytes;

    TypeMap(long bytes) {
        this.bytes = bytes;
    }

    /** Moves a whole item that starts at this position of the user's buffer. */
    abstract void moveAll(Mover mover, long at);

    /**
     * Moves the bytes from {@code from} up to {@code to} of the packed form of an item.
     *
     * @param at where the item starts in the user's buffer
     */
    abstract void move(Mover mover, long at, long from, long to);

    /** Moves {@code count} whole items, {@code stride} bytes from start to start. */
    void moveStrided(Mover mover, long at, long stride, long count) {
        for (long i = 0; i < count; i++) {
            moveAll(mover, at + i * stride);
        }
    }

    /** The same map, so many bytes further on. */
    abstract TypeMap shifted(long by);

    /** As {@link #move} of many items, one {@code stride} bytes after the other. */
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
