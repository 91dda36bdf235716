package applications.data;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.SplitMix64;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * Sorts random longs by regular sampling: each rank sorts its block, samples of all blocks give the
 * keys that split the range between the ranks, one exchange between all ranks takes each key to its
 * rank, and each rank merges the sorted runs that it receives. {@code -n} keys in all, {@code
 * -rounds} of other keys. Verified: the last round's result is in order within and between ranks,
 * and consists of the keys that the generator gives; the value is a fingerprint of the order.
 */
public final class SampleSort implements Application {
    /** Samples of a rank for each rank: the parts are uneven by less than one in this number. */
    private static final int OVERSAMPLING = 32;

    private World world;
    private int ranks;
    private int n;
    private int rounds;
    private Blocks blocks;

    /** The number of keys of this rank before the exchange. */
    private int count;

    private long[] unsorted;
    private long[] keys;
    private long[] spare;

    /** The received runs, and room to merge them. */
    private long[] received;

    private long[] merged;

    private long[] samples;
    private long[] allSamples;
    private long[] spareSamples;
    private int[] sentCounts;
    private int[] sentOffsets;
    private int[] receivedCounts;

    /** The offset of each received run, and of the end. */
    private int[] runs;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        ranks = world.size();
        n = arguments.number("-n", 1 << 20);
        rounds = arguments.number("-rounds", 3);
        blocks = Blocks.filled("-n", n, ranks);
        count = blocks.size(world.rank());
        unsorted = new long[count];
        for (int i = 0; i < count; i++) {
            unsorted[i] = SplitMix64.at(blocks.start(world.rank()) + i);
        }
        keys = new long[count];
        spare = new long[count];
        // Room for parts that are uneven; grows if it is not enough.
        int room = (int) Math.min(n, blocks.largest() * 5L / 4);
        received = new long[room];
        merged = new long[room];
        samples = new long[OVERSAMPLING * ranks];
        allSamples = new long[samples.length * ranks];
        spareSamples = new long[allSamples.length];
        sentCounts = new int[ranks];
        sentOffsets = new int[ranks];
        receivedCounts = new int[ranks];
        runs = new int[ranks + 1];
    }

    /** What changes the keys of a round into others. */
    private static long mask(int round) {
        return SplitMix64.at(-2 - round);
    }

    @Override
    public void compute() throws MPIException {
        for (int round = 0; round < rounds; round++) {
            long mask = mask(round);
            for (int i = 0; i < count; i++) {
                keys[i] = unsorted[i] ^ mask;
            }
            RadixSort.sort(keys, spare, count);
            split();
            exchange();
            merge();
        }
    }

    /** Divides this rank's keys into the parts of all ranks. */
    private void split() throws MPIException {
        for (int i = 0; i < samples.length; i++) {
            samples[i] = keys[(int) ((2L * i + 1) * count / (2L * samples.length))];
        }
        world.allGather(samples, samples.length, allSamples);
        RadixSort.sort(allSamples, spareSamples, allSamples.length);
        for (int part = 0; part < ranks; part++) {
            sentOffsets[part] = part == 0 ? 0 : firstFrom(allSamples[part * samples.length]);
        }
        for (int part = 0; part < ranks; part++) {
            int end = part + 1 < ranks ? sentOffsets[part + 1] : count;
            sentCounts[part] = end - sentOffsets[part];
        }
    }

    /** The index of the first key that is not less than a bound. */
    private int firstFrom(long bound) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = low + high >>> 1;
            if (keys[middle] < bound) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void exchange() throws MPIException {
        world.allToAll(sentCounts, 1, receivedCounts);
        for (int part = 0; part < ranks; part++) {
            runs[part + 1] = runs[part] + receivedCounts[part];
        }
        if (runs[ranks] > received.length) {
            received = new long[runs[ranks]];
            merged = new long[runs[ranks]];
        }
        world.allToAllV(keys, sentCounts, sentOffsets, received, receivedCounts, runs);
    }

    /** Merges pairs of received runs until one is left. */
    private void merge() {
        int total = runs[ranks];
        int left = ranks;
        while (left > 1) {
            int done = 0;
            for (int run = 0; run < left; run += 2) {
                int start = runs[run];
                int middle = runs[run + 1];
                int end = run + 2 <= left ? runs[run + 2] : middle;
                merge(received, start, middle, end, merged);
                runs[done++] = start;
            }
            runs[done] = total;
            left = done;
            long[] longer = merged;
            merged = received;
            received = longer;
        }
    }

    private static void merge(long[] from, int start, int middle, int end, long[] into) {
        int left = start;
        int right = middle;
        int next = start;
        while (left < middle && right < end) {
            into[next++] = from[left] <= from[right] ? from[left++] : from[right++];
        }
        System.arraycopy(from, left, into, next, middle - left);
        System.arraycopy(from, right, into, next + middle - left, end - right);
    }

    @Override
    public Result verify() throws MPIException {
        int total = runs[1];
        boolean isEmpty = total == 0;
        long[] edges = {total, isEmpty ? 0 : received[0], isEmpty ? 0 : received[total - 1]};
        long[] allEdges = new long[edges.length * ranks];
        world.allGather(edges, edges.length, allEdges);
        long disorder = disorderBetween(allEdges);
        long start = 0;
        for (int rank = 0; rank < world.rank(); rank++) {
            start += allEdges[edges.length * rank];
        }
        // The fingerprint, keys in disorder, and what differs from the generated keys.
        long[] sums = new long[5];
        for (int i = 0; i < total; i++) {
            long key = received[i];
            sums[0] += key * (2 * (start + i) + 1);
            sums[1] += i > 0 && received[i - 1] > key ? 1 : 0;
            sums[2]++;
            sums[3] += key;
            sums[4] += SplitMix64.mix(key);
        }
        for (int i = 0; i < count; i++) {
            long key = SplitMix64.at(blocks.start(world.rank()) + i) ^ mask(rounds - 1);
            sums[2]--;
            sums[3] -= key;
            sums[4] -= SplitMix64.mix(key);
        }
        long[] totals = new long[sums.length];
        world.allReduce(sums, totals, sums.length, Operation.SUM);
        boolean isSame = totals[2] == 0 && totals[3] == 0 && totals[4] == 0;
        boolean isCorrect = isSame && totals[1] == 0 && disorder == 0;
        // As many bits as a double has digits for.
        return new Result(totals[0] >>> 12, isCorrect);
    }

    /** The number of ranks whose first key is less than the last one of the ranks before. */
    private static long disorderBetween(long[] edges) {
        long disorder = 0;
        long previous = Long.MIN_VALUE;
        for (int i = 0; i < edges.length; i += 3) {
            if (edges[i] > 0) {
                disorder += edges[i + 1] < previous ? 1 : 0;
                previous = edges[i + 2];
            }
        }
        return disorder;
    }
}
