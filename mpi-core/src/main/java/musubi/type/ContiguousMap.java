package musubi.type;

/** One run of contiguous bytes. */
final class ContiguousMap extends TypeMap {
    final long at;

    ContiguousMap(long at, long bytes) {
        super(bytes);
        this.at = at;
    }

    @Override
    void moveAll(Mover mover, long place) {
        mover.run(place + at, bytes);
    }

    @Override
    void move(Mover mover, long place, long from, long to) {
        mover.run(place + at + from, to - from);
    }

    @Override
    void moveStrided(Mover mover, long place, long stride, long count) {
        if (stride == bytes) {
            mover.run(place + at, bytes * count);
        } else {
            mover.strided(place + at, stride, bytes, count);
        }
    }

    @Override
    TypeMap shifted(long by) {
        return by == 0 ? this : new ContiguousMap(at + by, bytes);
    }
}
