package musubi.type;

import java.util.List;

/** Runs of bytes at any displacements. */
final class IndexedMap extends TypeMap {
    private final long[] at;

    /** End of each run in the packed form. */
    private final long[] ends;

    private IndexedMap(long[] at, long[] ends) {
        super(ends[ends.length - 1]);
        this.at = at;
        this.ends = ends;
    }

    /** A map of these runs; strided when lengths and distances are equal. */
    static TypeMap of(List<ContiguousMap> runs) {
        ContiguousMap first = runs.getFirst();
        long stride = runs.get(1).at - first.at;
        boolean isStrided = true;
        long[] at = new long[runs.size()];
        long[] ends = new long[at.length];
        long end = 0;
        for (int i = 0; i < at.length; i++) {
            ContiguousMap run = runs.get(i);
            isStrided &= run.bytes == first.bytes && run.at == first.at + i * stride;
            at[i] = run.at;
            end += run.bytes;
            ends[i] = end;
        }
        return isStrided ? StridedMap.of(first, at.length, stride) : new IndexedMap(at, ends);
    }

    private long start(int block) {
        return block == 0 ? 0 : ends[block - 1];
    }

    @Override
    void moveAll(Mover mover, long place) {
        long start = 0;
        for (int i = 0; i < at.length; i++) {
            mover.run(place + at[i], ends[i] - start);
            start = ends[i];
        }
    }

    @Override
    void move(Mover mover, long place, long from, long to) {
        int block = SequenceMap.find(ends, from);
        for (long next = from; next < to; block++) {
            long end = Math.min(ends[block], to);
            mover.run(place + at[block] + next - start(block), end - next);
            next = end;
        }
    }

    @Override
    TypeMap shifted(long by) {
        if (by == 0) {
            return this;
        }
        long[] shifted = at.clone();
        for (int i = 0; i < shifted.length; i++) {
            shifted[i] += by;
        }
        return new IndexedMap(shifted, ends);
    }
}
