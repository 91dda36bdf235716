package musubi.type;

import java.util.Arrays;

/** Different parts, one after the other in the packed form. */
final class SequenceMap extends TypeMap {
    private final long at;
    private final TypeMap[] parts;

    /** End of each part in the packed form. */
    private final long[] ends;

    private SequenceMap(long at, TypeMap[] parts, long[] ends) {
        super(ends[ends.length - 1]);
        this.at = at;
        this.parts = parts;
        this.ends = ends;
    }

    /** A map of parts, none of which is empty. */
    static TypeMap of(TypeMap[] parts) {
        long[] ends = new long[parts.length];
        long end = 0;
        for (int i = 0; i < parts.length; i++) {
            end += parts[i].bytes;
            ends[i] = end;
        }
        return new SequenceMap(0, parts, ends);
    }

    /** Index of the part with this byte of the packed form. */
    static int find(long[] ends, long byteAt) {
        int found = Arrays.binarySearch(ends, byteAt);
        return found >= 0 ? found + 1 : -found - 1;
    }

    @Override
    void moveAll(Mover mover, long place) {
        for (TypeMap part : parts) {
            part.moveAll(mover, place + at);
        }
    }

    @Override
    void move(Mover mover, long place, long from, long to) {
        int part = find(ends, from);
        for (long next = from; next < to; part++) {
            long start = part == 0 ? 0 : ends[part - 1];
            long end = Math.min(ends[part], to);
            parts[part].move(mover, place + at, next - start, end - start);
            next = end;
        }
    }

    @Override
    TypeMap shifted(long by) {
        return by == 0 ? this : new SequenceMap(at + by, parts, ends);
    }
}
