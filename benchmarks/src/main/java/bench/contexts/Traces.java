package bench.contexts;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Sequences of peers of one rank: typical communication patterns, and recordings of programs
 * ({@link RecordedPeers}).
 */
final class Traces {
    private static final int ROUNDS = 100;
    private static final int RANKS = 64;
    private static final int GRAPH_RANKS = 1024;
    private static final int DEGREE = 24;
    private static final int SWEEP = 300;

    /** Arrivals overtake at most this number of others, less one. */
    private static final int OVERTAKEN = 4;

    private static final List<String> RECORDINGS =
            List.of(
                    "cg",
                    "mg",
                    "lu",
                    "is",
                    "ft",
                    "bfs",
                    "pagerank",
                    "kmeans",
                    "jacobi2d",
                    "samplesort",
                    "farm",
                    "LifeTorus",
                    "OddEvenSort",
                    "SampleSorter",
                    "Mandel",
                    "FractalFarm");

    private final Random random;

    Traces(long seed) {
        random = new Random(seed);
    }

    /** All of them by name. */
    Map<String, int[]> all() {
        Map<String, int[]> all = new LinkedHashMap<>();
        all.put("halo, 2-D, 4 of 8^2", repeat(neighbours(2, 8, false)));
        all.put("halo, 2-D, 8 of 32^2", repeat(neighbours(2, 32, true)));
        all.put("halo, 3-D, 6 of 8^3", repeat(neighbours(3, 8, false)));
        all.put("halo, 3-D, 26 of 4^3", repeat(neighbours(3, 4, true)));
        all.put("halo, 3-D, 26 of 16^3", repeat(neighbours(3, 16, true)));
        all.put("butterfly, 64 ranks", repeat(butterfly(6)));
        all.put("butterfly, 2^20 ranks", repeat(butterfly(20)));
        all.put("sparse graph", repeat(graph()));
        all.put("sparse graph, edges in any order", repeat(sweep()));
        all.put("all-to-all", repeat(IntStream.range(1, RANKS)));
        all.put("model of NAS CG", repeat(conjugateGradient()));
        all.put("model of NAS MG", repeat(multiGrid()));
        all.put("model of NAS LU", repeat(wavefront()));
        all.put("halo, 26, arrivals overtake", overtakingHalo());
        all.put("master and workers", masterWorker());
        all.put("random", random.ints(ROUNDS * RANKS, 0, RANKS).toArray());
        RECORDINGS.forEach(name -> all.put("recorded: " + name, recorded(name)));
        all.replaceAll((_, trace) -> PeerSequence.changes(trace));
        return all;
    }

    private static int[] repeat(IntStream round) {
        int[] once = round.toArray();
        return IntStream.range(0, ROUNDS * once.length).map(i -> once[i % once.length]).toArray();
    }

    /**
     * The neighbours of a rank in the middle of a grid.
     *
     * @param corners also those that differ in several coordinates
     */
    private static IntStream neighbours(int dimensions, int side, boolean corners) {
        int boxes = IntStream.range(0, dimensions).reduce(1, (product, _) -> 3 * product);
        IntStream.Builder neighbours = IntStream.builder();
        for (int box = 0; box < boxes; box++) {
            int rank = 0;
            int distance = 0;
            int digits = box;
            for (int i = 0; i < dimensions; i++) {
                int offset = digits % 3 - 1;
                digits /= 3;
                distance += Math.abs(offset);
                rank = rank * side + side / 2 + offset;
            }
            if (distance == 1 || distance > 1 && corners) {
                neighbours.add(rank);
            }
        }
        return neighbours.build();
    }

    /** Recursive doubling, as rank 0 sees it. */
    private static IntStream butterfly(int steps) {
        return IntStream.range(0, steps).map(step -> 1 << step);
    }

    /** The neighbours of a rank in a graph without structure. */
    private IntStream graph() {
        return random.ints(0, GRAPH_RANKS).distinct().limit(DEGREE);
    }

    /** Several messages to each neighbour, always in the same order. */
    private IntStream sweep() {
        return random.ints(SWEEP, 0, DEGREE);
    }

    /** NAS CG: sums along a row of 8, a transpose, two sums over all. */
    private static IntStream conjugateGradient() {
        return IntStream.of(1, 2, 3, 10, 1, 2, 3, 1, 2, 3, 4, 5, 6);
    }

    /** NAS MG: six neighbours on each of four levels, down and up again. */
    private static IntStream multiGrid() {
        return IntStream.of(0, 0, 1, 2, 3, 3, 2, 1, 0)
                .flatMap(level -> IntStream.range(6 * level, 6 * level + 6));
    }

    /** NAS LU: a wave from two neighbours to two others and back, plane by plane; then a sum. */
    private static IntStream wavefront() {
        IntStream there = IntStream.range(0, 20).flatMap(_ -> IntStream.of(0, 1, 2, 3));
        IntStream back = IntStream.range(0, 20).flatMap(_ -> IntStream.of(3, 2, 1, 0));
        return IntStream.concat(IntStream.concat(there, back), IntStream.range(4, 10));
    }

    /** Sends to 26 neighbours in order; messages arrive in random order. */
    private int[] overtakingHalo() {
        IntStream.Builder trace = IntStream.builder();
        for (int round = 0; round < ROUNDS; round++) {
            IntStream.range(0, 26).forEach(trace::add);
            List<Integer> arrivals = new ArrayList<>(IntStream.range(0, 26).boxed().toList());
            for (int i = 0; i < 26; i++) {
                Collections.swap(arrivals, i, Math.min(25, i + random.nextInt(OVERTAKEN)));
            }
            arrivals.forEach(trace::add);
        }
        return trace.build().toArray();
    }

    /** The master's view: workers return after tasks of random length. */
    private int[] masterWorker() {
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

    private static int[] recorded(String name) {
        try (BufferedReader lines =
                new BufferedReader(
                        new InputStreamReader(
                                Traces.class.getResourceAsStream(name + ".txt"),
                                StandardCharsets.UTF_8))) {
            return PeerSequence.parse(lines.readAllLines());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
