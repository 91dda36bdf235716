package applications.data;

/** Sorts longs by their eight bytes, the lowest one first. */
final class RadixSort {
    private static final int BYTES = 8;
    private static final int BUCKETS = 256;

    private RadixSort() {}

    /** Sorts the first keys of an array; spare is an array of at least as many. */
    static void sort(long[] keys, long[] spare, int count) {
        int[] counts = count(keys, count);
        long[] from = keys;
        long[] into = spare;
        for (int place = 0; place < BYTES; place++) {
            distribute(from, into, count, counts, place);
            long[] sorted = into;
            into = from;
            from = sorted;
        }
    }

    /** How often each place has each byte. */
    private static int[] count(long[] keys, int count) {
        int[] counts = new int[BYTES * BUCKETS];
        for (int i = 0; i < count; i++) {
            long rest = keys[i];
            for (int place = 0; place < BYTES; place++) {
                counts[place * BUCKETS + ((int) rest & BUCKETS - 1)]++;
                rest >>>= Byte.SIZE;
            }
        }
        return counts;
    }

    private static void distribute(long[] from, long[] into, int count, int[] counts, int place) {
        int[] next = new int[BUCKETS];
        // The highest byte has the sign: negative keys are first.
        int first = place == BYTES - 1 ? BUCKETS / 2 : 0;
        int sum = 0;
        for (int i = 0; i < BUCKETS; i++) {
            int bucket = i ^ first;
            next[bucket] = sum;
            sum += counts[place * BUCKETS + bucket];
        }
        int shift = place * Byte.SIZE;
        for (int i = 0; i < count; i++) {
            long key = from[i];
            into[next[(int) (key >>> shift) & BUCKETS - 1]++] = key;
        }
    }
}
