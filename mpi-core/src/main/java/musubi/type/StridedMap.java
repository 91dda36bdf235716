package musubi.type;

/** A part repeated at equal distances. */
public final class StridedMap extends TypeMap {
    private final long at;
    private final long count;
    private final long stride;
    private final TypeMap part;

    private StridedMap(long at, long count, long stride, TypeMap part) {
        super(CheckedMath.product(count, part.bytes));
        this.at = at;
        this.count = count;
        this.stride = stride;
        this.part = part;
    }

    /**
     * A part {@code count} times, {@code stride} bytes from start to start, with the fewest nested
     * loops.
     */
    static TypeMap of(TypeMap part, long count, long stride) {
        if (count == 0 || part.bytes == 0) {
            return EMPTY;
        }
        if (count == 1) {
            return part;
        }
        if (part instanceof ContiguousMap run) {
            return stride == run.bytes
                    ? new ContiguousMap(run.at, CheckedMath.product(count, run.bytes))
                    : new StridedMap(run.at, count, stride, run.shifted(-run.at));
        }
        if (part instanceof StridedMap inner && stride == inner.count * inner.stride) {
            return new StridedMap(
                    inner.at, CheckedMath.product(count, inner.count), inner.stride, inner.part);
        }
        return new StridedMap(0, count, stride, part);
    }

    @Override
    void moveAll(Mover mover, long place) {
        part.moveStrided(mover, place + at, stride, count);
    }

    @Override
    void move(Mover mover, long place, long from, long to) {
        part.moveRange(mover, place + at, stride, from, to);
    }

    @Override
    TypeMap shifted(long by) {
        return by == 0 ? this : new StridedMap(at + by, count, stride, part);
    }
}
