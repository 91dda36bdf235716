package bench.contexts;

import java.util.Random;
import java.util.stream.IntStream;

/** Sequences of peers of one rank, for typical communication patterns. */
final class Traces {
    private static final int ROUNDS = 100;
    private static final int RANKS = 64;

    private final Random random;

    Traces(long seed) {
        random = new Random(seed);
    }

    private static int[] repeat(IntStream round) {
        int[] once = round.toArray();
        return IntStream.range(0, ROUNDS * once.length).map(i -> once[i % once.length]).toArray();
    }

    /** Sends to 26 neighbours in order; messages arrive in random order. */
    int[] halo() {
        IntStream.Builder trace = IntStream.builder();
        for (int round = 0; round < ROUNDS; round++) {
            int[] arrivals = IntStream.range(0, 26).toArray();
            for (int i = 0; i < 26; i++) {
                int other = Math.min(25, i + random.nextInt(4));
                int swapped = arrivals[i];
                arrivals[i] = arrivals[other];
                arrivals[other] = swapped;
            }
            IntStream.range(0, 26).forEach(trace::add);
            IntStream.of(arrivals).forEach(trace::add);
        }
        return trace.build().toArray();
    }

    /** Pairwise exchange with all others; also the transposes of NAS FT. */
    int[] allToAll() {
        return repeat(IntStream.range(1, RANKS));
    }

    int[] random() {
        return random.ints(ROUNDS * RANKS, 0, RANKS).toArray();
    }

    /** The master's view: workers return after tasks of random length. */
    int[] masterWorker() {
        double[] done = random.doubles(RANKS).toArray();
        int[] trace = new int[ROUNDS * RANKS];
        for (int i = 0; i < trace.length; i++) {
            int next = 0;
            for (int worker = 1; worker < RANKS; worker++) {
                next = done[worker] < done[next] ? worker : next;
            }
            trace[i] = next;
            done[next] += 0.5 + random.nextDouble();
        }
        return trace;
    }

    /** NAS CG: sums along a row of 8, a transpose, two sums over all. */
    int[] conjugateGradient() {
        IntStream row = IntStream.of(1, 2, 3, 10, 1, 2, 3, 1, 2, 3);
        return repeat(IntStream.concat(row, IntStream.of(4, 5, 6)));
    }

    /** NAS MG: six neighbours on each of four levels, down and up again. */
    int[] multiGrid() {
        return repeat(
                IntStream.of(0, 0, 1, 2, 3, 3, 2, 1, 0)
                        .flatMap(level -> IntStream.range(6 * level, 6 * level + 6)));
    }

    /** NAS LU: a wave from two neighbours to two others and back, plane by plane; then a sum. */
    int[] wavefront() {
        IntStream there = IntStream.range(0, 20).flatMap(_ -> IntStream.of(0, 1, 2, 3));
        IntStream back = IntStream.range(0, 20).flatMap(_ -> IntStream.of(3, 2, 1, 0));
        IntStream sum = IntStream.range(4, 10);
        return repeat(IntStream.concat(IntStream.concat(there, back), sum));
    }
}
