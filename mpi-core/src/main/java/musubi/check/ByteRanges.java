package musubi.check;

import musubi.type.Mover;
import musubi.type.MpiType;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.stream.IntStream;

/**
 * The bytes that items of a type map name, as sorted ranges; positions are relative to the memory
 * they lie in. For objects, elements.
 */
final class ByteRanges {
    /** More ranges than this are not compared. */
    static final int MAX_RANGES = 1 << 16;

    private final Collector collected = new Collector();

    /** Collects ranges in the order of the type map. */
    private static final class Collector extends Mover {
        private long[] from = new long[8];
        private long[] to = new long[8];
        private int count;
        private boolean isFull;

        @Override
        public void run(long at, long bytes) {
            if (count == MAX_RANGES || isFull) {
                isFull = true;
            } else if (count > 0 && to[count - 1] == at) {
                to[count - 1] = at + bytes;
            } else {
                if (count == from.length) {
                    from = Arrays.copyOf(from, 2 * count);
                    to = Arrays.copyOf(to, 2 * count);
                }
                from[count] = at;
                to[count++] = at + bytes;
            }
        }

        @Override
        public void strided(long at, long stride, long bytes, long blocks) {
            for (long i = 0; i < blocks && !isFull; i++) {
                run(at + i * stride, bytes);
            }
        }
    }

    /** Adds items, the first of which starts at a position. */
    void add(MpiType type, long at, long count) {
        if (count > 0 && type.sizeBytes() > 0 && !collected.isFull) {
            // One item at a time: the work is bounded by the ranges.
            long items = type.isContiguous() ? 1 : Math.min(count, MAX_RANGES + 1L);
            long part = type.isContiguous() ? count : 1;
            for (long i = 0; i < items && !collected.isFull; i++) {
                long start = at + i * type.extentBytes();
                type.map()
                        .moveRange(
                                collected,
                                start,
                                type.extentBytes(),
                                0,
                                Math.multiplyExact(part, type.sizeBytes()));
            }
        }
    }

    /**
     * Sorts the ranges.
     *
     * @return start of a range that overlaps one before it, and start of that one; else null
     */
    long[] sort() {
        int count = collected.count;
        long[] from = collected.from;
        long[] to = collected.to;
        long[] overlap = null;
        boolean isSorted = true;
        for (int i = 1; i < count && isSorted; i++) {
            isSorted = from[i] >= to[i - 1];
        }
        if (isSorted) {
            return null;
        }
        int[] order =
                IntStream.range(0, count)
                        .boxed()
                        .sorted((a, b) -> Long.compare(from[a], from[b]))
                        .mapToInt(Integer::intValue)
                        .toArray();
        long[] sortedFrom = new long[count];
        long[] sortedTo = new long[count];
        int merged = 0;
        for (int i : order) {
            if (merged > 0 && from[i] < sortedTo[merged - 1]) {
                overlap = overlap == null ? new long[] {sortedFrom[merged - 1], from[i]} : overlap;
                sortedTo[merged - 1] = Math.max(sortedTo[merged - 1], to[i]);
            } else {
                sortedFrom[merged] = from[i];
                sortedTo[merged++] = to[i];
            }
        }
        collected.from = sortedFrom;
        collected.to = sortedTo;
        collected.count = merged;
        return overlap;
    }

    /** Whether there are none, or too many to be compared. */
    boolean isUnknown() {
        return collected.count == 0 || collected.isFull;
    }

    long first() {
        return collected.from[0];
    }

    long end() {
        return collected.to[collected.count - 1];
    }

    /** Calls a function with start and end of each range; returns the sum of its results. */
    long forEach(LongBinaryOperator each) {
        long sum = 0;
        for (int i = 0; i < collected.count; i++) {
            sum += each.applyAsLong(collected.from[i], collected.to[i]);
        }
        return sum;
    }

    /** The first byte that is in both, or -1; both are sorted. */
    long firstCommon(ByteRanges other) {
        int i = 0;
        int j = 0;
        while (i < collected.count && j < other.collected.count) {
            if (collected.to[i] <= other.collected.from[j]) {
                i++;
            } else if (other.collected.to[j] <= collected.from[i]) {
                j++;
            } else {
                return Math.max(collected.from[i], other.collected.from[j]);
            }
        }
        return -1;
    }
}
