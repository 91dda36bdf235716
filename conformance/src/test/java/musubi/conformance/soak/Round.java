package musubi.conformance.soak;

import mpi.Intracomm;

import java.util.Random;

/**
 * The random choices of one round. All ranks have the same, so each can compute what the others
 * send.
 *
 * <p>Thread rule: one thread.
 */
final class Round {
    private static final long GOLDEN = 0x9e37_79b9_7f4a_7c15L;
    private static final int LARGE_ONE_IN = 20;
    private static final int SMALL_BITS = 13;

    private final Intracomm comm;
    private final long seed;
    private final int maxBytes;
    private final Random random;

    /**
     * A round in a communicator.
     *
     * @param seed the same for all its ranks, and another one for each round
     * @param maxBytes largest number of bytes of a payload
     */
    Round(Intracomm comm, long seed, int maxBytes) {
        this.comm = comm;
        this.seed = seed;
        this.maxBytes = maxBytes;
        random = new Random(seed);
    }

    /** The same choices from here on, among the ranks of a part of the communicator. */
    Round within(Intracomm part) {
        return new Round(part, random.nextLong(), maxBytes);
    }

    Intracomm comm() {
        return comm;
    }

    int rank() {
        return comm.getRank();
    }

    int size() {
        return comm.getSize();
    }

    /** A number from 0 to below the bound. */
    int choose(int bound) {
        return random.nextInt(bound);
    }

    boolean flip() {
        return random.nextBoolean();
    }

    /** A number of bytes; small ones are frequent, zero is among them. */
    int bytes() {
        int bits = 32 - Integer.numberOfLeadingZeros(maxBytes);
        int limit = random.nextInt(LARGE_ONE_IN) == 0 ? bits : Math.min(bits, SMALL_BITS);
        return Math.min(maxBytes, random.nextInt(1 << random.nextInt(limit)));
    }

    /** The same, of which each of a number of ranks has one part. */
    int bytesOfPart() {
        return bytes() / size();
    }

    /** Determines the content of a message of this round. */
    long key(int from, int to, int number) {
        long key = seed + GOLDEN * (from + 1);
        key = (key ^ key >>> 29) * GOLDEN + to;
        key = (key ^ key >>> 32) * GOLDEN + number;
        return key ^ key >>> 31;
    }

    /** Content that only the sender determines, as in a broadcast. */
    long key(int from) {
        return key(from, -1, 0);
    }
}
