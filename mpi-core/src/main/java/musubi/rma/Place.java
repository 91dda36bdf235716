package musubi.rma;

import musubi.region.Region;
import musubi.type.Mover;
import musubi.type.MpiType;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Where the items of an access lie in the memory of a target: runs of bytes in the order of the
 * type map, neighbours joined. A mutable flyweight; one thread at a time.
 */
final class Place extends Mover {
    private static final int FIRST_RUNS = 8;
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Start and length of each run. */
    private long[] runs = new long[2 * FIRST_RUNS];

    private int count;
    private long bytes;

    Place() {}

    /** Sets one run. */
    Place set(long at, long length) {
        count = 0;
        bytes = 0;
        run(at, length);
        return this;
    }

    /** Sets the runs of the first {@code length} bytes of items, which begin at a place. */
    Place set(long at, long length, MpiType type) {
        if (type.isPlain()) {
            return set(at, length);
        }
        count = 0;
        bytes = 0;
        type.map().moveRange(this, at, type.extentBytes(), 0, length);
        return this;
    }

    /** A place with the same runs, which this one does not change. */
    Place copy() {
        Place copy = new Place();
        copy.runs = Arrays.copyOf(runs, runs.length);
        copy.count = count;
        copy.bytes = bytes;
        return copy;
    }

    @Override
    public void run(long at, long length) {
        bytes += length;
        int last = 2 * count - 2;
        if (count > 0 && runs[last] + runs[last + 1] == at) {
            runs[last + 1] += length;
            return;
        }
        if (2 * count == runs.length) {
            runs = Arrays.copyOf(runs, 4 * count);
        }
        runs[2 * count] = at;
        runs[2 * count + 1] = length;
        count++;
    }

    @Override
    public void strided(long at, long stride, long length, long blocks) {
        for (long i = 0; i < blocks; i++) {
            run(at + i * stride, length);
        }
    }

    /** Number of runs. */
    int runs() {
        return count;
    }

    /** Start of a run. */
    long at(int run) {
        return runs[2 * run];
    }

    /** Length of a run. */
    long length(int run) {
        return runs[2 * run + 1];
    }

    /** Bytes of all runs. */
    long bytes() {
        return bytes;
    }

    /** Whether the access is of 8 bytes, which is faster by a load and a store. */
    private boolean isWord(Region data) {
        return bytes == Long.BYTES && count == 1 && data.segment() != null;
    }

    /** Copies packed data to the runs. */
    void scatter(Region data, MemorySegment memory) {
        if (isWord(data)) {
            memory.set(WORD, runs[0], data.segment().get(WORD, data.base()));
            return;
        }
        long from = 0;
        for (int i = 0; i < count; i++) {
            data.copyTo(from, memory, at(i), length(i));
            from += length(i);
        }
    }

    /** Copies the runs to packed data. */
    void gather(MemorySegment memory, Region data) {
        if (isWord(data)) {
            data.segment().set(WORD, data.base(), memory.get(WORD, runs[0]));
            return;
        }
        long to = 0;
        for (int i = 0; i < count; i++) {
            data.copyFrom(memory, at(i), to, length(i));
            to += length(i);
        }
    }
}
