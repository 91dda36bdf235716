package applications.nas;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Random46;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * IS of the NAS Parallel Benchmarks: sorts integers, each of them the mean of four random numbers,
 * ten times with two keys changed each time. Ranks sort their part of the keys into buckets; a
 * reduction of the sizes of all buckets assigns consecutive buckets to each rank, which receives
 * their keys in an exchange of all with all (the counts first) and ranks them by counting. {@code
 * -class S, W, A, B}, and {@code -iterations} for another number of sorts. Verified are the
 * published ranks of five keys after each sort, and after the last one the order of all keys and
 * that they are those which were there before. The value is the sum of the last ranks of the five
 * keys.
 */
public final class IntegerSort implements Application {
    private static final long SEED = 314_159_265;
    private static final int ITERATIONS = 10;
    private static final int TESTS = 5;

    /** Buckets for each rank, so that ranks get similar shares. */
    private static final int BUCKETS_PER_RANK = 8;

    /**
     * The logarithms of the number of keys, of values and of buckets of each class, and the five
     * keys: place, published rank for iteration 0, and by how much it changes each time, because
     * the two keys that change are in front of the key or behind it.
     */
    private enum Class {
        S(
                16,
                11,
                9,
                new int[][] {
                    {48_427, 0, 1},
                    {17_148, 18, 1},
                    {23_627, 346, 1},
                    {62_548, 64_917, -1},
                    {4431, 65_463, -1}
                }),
        W(
                20,
                16,
                10,
                new int[][] {
                    {357_773, 1247, 1},
                    {934_767, 11_696, 1},
                    {875_723, 1_039_987, -1},
                    {898_999, 1_043_896, -1},
                    {404_505, 1_048_018, -1}
                }),
        A(
                23,
                19,
                10,
                new int[][] {
                    {2_112_377, 103, 1},
                    {662_041, 17_522, 1},
                    {5_336_171, 123_927, 1},
                    {3_642_833, 8_288_933, -1},
                    {4_250_760, 8_388_265, -1}
                }),
        B(
                25,
                21,
                10,
                new int[][] {
                    {41_869, 33_422_937, -1},
                    {812_306, 10_244, 1},
                    {5_102_857, 59_149, 1},
                    {18_232_239, 33_135_281, -1},
                    {26_860_214, 99, 1}
                });

        private final int logKeys;
        private final int logMaximum;
        private final int logBuckets;
        private final int[][] tests;

        Class(int logKeys, int logMaximum, int logBuckets, int[][] tests) {
            this.logKeys = logKeys;
            this.logMaximum = logMaximum;
            this.logBuckets = logBuckets;
            this.tests = tests;
        }
    }

    private World world;
    private Class size;
    private int iterations;

    /** The first key of this rank's part. */
    private int firstKey;

    private int[] keys;
    private int shift;
    private int buckets;

    /** The number of keys in each bucket, then the test keys. */
    private int[] bucketSizes;

    private int[] bucketTotals;
    private int[] bucketEnds;
    private int[] sortedKeys;
    private int[] sendCounts;
    private int[] sendOffsets;
    private int[] receiveCounts;
    private int[] receiveOffsets;

    /** The keys that this rank ranks, their number and the values that they can have. */
    private int[] received;

    private int receivedCount;
    private int minimum;
    private int end;

    /** For each value from the minimum: how many received keys are not greater. */
    private int[] notGreater;

    /** How many keys are less than the minimum. */
    private int lesser;

    /** Published ranks that this rank has found wrong, and the sum of the last ranks. */
    private int failures;

    private double sumOfRanks;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        size = Class.valueOf(arguments.text("-class", "S"));
        iterations = arguments.number("-iterations", ITERATIONS);
        int ranks = world.size();
        buckets = 1 << size.logBuckets;
        int mostRanks = buckets / BUCKETS_PER_RANK;
        if (Integer.bitCount(ranks) != 1 || ranks > mostRanks) {
            throw new IllegalArgumentException(
                    String.format(
                            "is runs on 1, 2, 4, 8, ... %d ranks (powers of two), not on %d",
                            mostRanks, ranks));
        }
        shift = size.logMaximum - size.logBuckets;
        keys = new int[(1 << size.logKeys) / ranks];
        firstKey = keys.length * world.rank();
        bucketSizes = new int[buckets + TESTS];
        bucketTotals = new int[buckets + TESTS];
        bucketEnds = new int[buckets];
        sortedKeys = new int[keys.length];
        sendCounts = new int[ranks];
        sendOffsets = new int[ranks];
        receiveCounts = new int[ranks];
        receiveOffsets = new int[ranks];
        // A rank receives its share and one bucket more at most, which can be 8/3 of the mean.
        received = new int[keys.length + 4 * ((1 << size.logKeys) / buckets)];
        notGreater = new int[1 << size.logMaximum];
        makeKeys();
    }

    private void makeKeys() {
        Random46 random = new Random46(Random46.skip(SEED, Random46.A, 4L * firstKey));
        int quarter = 1 << size.logMaximum - 2;
        for (int i = 0; i < keys.length; i++) {
            double sum = random.next() + random.next() + random.next() + random.next();
            keys[i] = (int) (quarter * sum);
        }
    }

    @Override
    public void compute() throws MPIException {
        for (int i = 1; i <= iterations; i++) {
            // Later iterations change the last two keys again, which has no effect.
            int iteration = Math.min(i, ITERATIONS);
            if (firstKey == 0) {
                keys[iteration] = iteration;
                keys[iteration + ITERATIONS] = (1 << size.logMaximum) - iteration;
            }
            sortIntoBuckets();
            world.allReduce(bucketSizes, bucketTotals, bucketSizes.length, Operation.SUM);
            assignBuckets();
            exchange();
            count(received, receivedCount, minimum, notGreater);
            accumulate(notGreater, end - minimum);
            test(iteration);
        }
    }

    private void sortIntoBuckets() {
        Arrays.fill(bucketSizes, 0);
        for (int test = 0; test < TESTS; test++) {
            int place = size.tests[test][0] - firstKey;
            if (place >= 0 && place < keys.length) {
                bucketSizes[buckets + test] = keys[place];
            }
        }
        countBuckets(keys, shift, bucketSizes);
        int sum = 0;
        for (int bucket = 0; bucket < buckets; bucket++) {
            bucketEnds[bucket] = sum;
            sum += bucketSizes[bucket];
        }
        distribute(keys, shift, bucketEnds, sortedKeys);
    }

    private static void countBuckets(int[] keys, int shift, int[] sizes) {
        for (int i = 0; i < keys.length; i++) {
            sizes[keys[i] >> shift]++;
        }
    }

    private static void distribute(int[] keys, int shift, int[] ends, int[] sorted) {
        for (int i = 0; i < keys.length; i++) {
            int key = keys[i];
            sorted[ends[key >> shift]++] = key;
        }
    }

    /** Gives each rank the next buckets, until all ranks so far have their share of the keys. */
    private void assignBuckets() throws MPIException {
        int rank = world.rank();
        int ranks = sendCounts.length;
        int bucket = 0;
        long total = 0;
        int offset = 0;
        for (int to = 0; to < ranks; to++) {
            int first = bucket;
            long before = total;
            long share = (to + 1L) * keys.length;
            while (bucket < buckets && total < share) {
                total += bucketTotals[bucket++];
            }
            sendOffsets[to] = offset;
            sendCounts[to] = (bucket == 0 ? 0 : bucketEnds[bucket - 1]) - offset;
            offset += sendCounts[to];
            if (to == rank) {
                lesser = (int) before;
                minimum = first << shift;
                end = bucket << shift;
            }
        }
    }

    private void exchange() throws MPIException {
        world.allToAll(sendCounts, 1, receiveCounts);
        receivedCount = 0;
        for (int from = 0; from < receiveCounts.length; from++) {
            receiveOffsets[from] = receivedCount;
            receivedCount += receiveCounts[from];
        }
        world.allToAllV(
                sortedKeys, sendCounts, sendOffsets, received, receiveCounts, receiveOffsets);
        Arrays.fill(notGreater, 0, end - minimum, 0);
    }

    private static void count(int[] keys, int length, int minimum, int[] counts) {
        for (int i = 0; i < length; i++) {
            counts[keys[i] - minimum]++;
        }
    }

    private static void accumulate(int[] counts, int length) {
        int sum = 0;
        for (int i = 0; i < length; i++) {
            sum += counts[i];
            counts[i] = sum;
        }
    }

    /** Compares the ranks of those test keys that this rank has. */
    private void test(int iteration) {
        sumOfRanks = 0;
        for (int test = 0; test < TESTS; test++) {
            int key = bucketTotals[buckets + test];
            if (key >= minimum && key < end) {
                int found = lesser + (key == minimum ? 0 : notGreater[key - minimum - 1]);
                sumOfRanks += found;
                if (found != size.tests[test][1] + iteration * size.tests[test][2]) {
                    failures++;
                }
            }
        }
    }

    @Override
    public Result verify() throws MPIException {
        int[] sorted = new int[receivedCount];
        for (int i = 0; i < receivedCount; i++) {
            sorted[--notGreater[received[i] - minimum]] = received[i];
        }
        boolean isOrdered = true;
        for (int i = 1; i < receivedCount; i++) {
            isOrdered &= sorted[i - 1] <= sorted[i];
        }
        double[] parts = {isOrdered ? failures : failures + 1, sumOfRanks};
        double[] sums = new double[2];
        world.allReduce(parts, sums, 2, Operation.SUM);
        boolean isCorrect = sums[0] == 0 && areRanksOrdered(sorted) && isPermutation(sorted);
        return new Result(sums[1], isCorrect);
    }

    /** Whether no key is less than one of a rank before. */
    private boolean areRanksOrdered(int[] sorted) throws MPIException {
        int last = sorted.length - 1;
        int[] own = last < 0 ? new int[] {1, 0} : new int[] {sorted[0], sorted[last]};
        int[] all = new int[2 * world.size()];
        world.allGather(own, 2, all);
        int greatest = 0;
        for (int i = 0; i < all.length; i += 2) {
            if (all[i] <= all[i + 1]) {
                if (all[i] < greatest) {
                    return false;
                }
                greatest = all[i + 1];
            }
        }
        return true;
    }

    /** Whether the sorted keys are the given ones: their number, sum and sum of hash values. */
    private boolean isPermutation(int[] sorted) throws MPIException {
        long[] differences = {
            keys.length - sorted.length,
            sum(keys) - sum(sorted),
            sumOfHashes(keys) - sumOfHashes(sorted)
        };
        long[] sums = new long[differences.length];
        world.allReduce(differences, sums, sums.length, Operation.SUM);
        return sums[0] == 0 && sums[1] == 0 && sums[2] == 0;
    }

    private static long sum(int[] keys) {
        long sum = 0;
        for (int key : keys) {
            sum += key;
        }
        return sum;
    }

    /** Of 32 bits each, so that the sum does not overflow. */
    private static long sumOfHashes(int[] keys) {
        long sum = 0;
        for (int key : keys) {
            sum += (key + 1) * 0x9E3779B97F4A7C15L >>> 32;
        }
        return sum;
    }
}
