package musubi.conformance.soak;

import mpi.MPI;

import java.nio.IntBuffer;

/** Integers to reduce, and the results that are expected. */
final class Numbers {
    private static final int BITS = 16;

    private Numbers() {}

    /** Native memory with the numbers of one rank. */
    static IntBuffer of(Round round, int rank, int count) {
        IntBuffer numbers = MPI.newIntBuffer(count);
        for (int i = 0; i < count; i++) {
            numbers.put(i, at(round, rank, i));
        }
        return numbers;
    }

    /** The numbers of one rank as an array. */
    static int[] array(Round round, int rank, int count) {
        int[] numbers = new int[count];
        of(round, rank, count).get(0, numbers);
        return numbers;
    }

    static int at(Round round, int rank, int i) {
        long key = round.key(rank);
        return (Payload.at(key, 2 * i) & 0xff) << (BITS / 2) | Payload.at(key, 2 * i + 1) & 0xff;
    }

    /** Sum of the numbers at one position of the first ranks. */
    static int sum(Round round, int ranks, int i) {
        int sum = 0;
        for (int rank = 0; rank < ranks; rank++) {
            sum += at(round, rank, i);
        }
        return sum;
    }

    /** Checks sums over the first ranks, of numbers that begin at a position. */
    static void check(Round round, int ranks, int from, IntBuffer found) {
        for (int i = 0; i < found.limit(); i++) {
            int expected = sum(round, ranks, from + i);
            if (found.get(i) != expected) {
                throw new IllegalStateException(
                        "number=%d of %d expected=%d found=%d"
                                .formatted(i, found.limit(), expected, found.get(i)));
            }
        }
    }

    static void check(Round round, int ranks, int[] found) {
        check(round, ranks, 0, IntBuffer.wrap(found));
    }
}
