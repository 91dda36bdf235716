package musubi.verbs.transport.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Policies of assignment on 64 simulated ranks; the table is in docs/verbs.md. */
class PolicyTableTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "")).resolve("../docs/verbs.md");
    private static final int RANKS = 64;
    private static final int SIDE = 8;
    private static final int ROUNDS = 2400;
    private static final int ROUNDS_PER_PERIOD = 100;
    private static final int PERIODS_PER_CHOICE = 4;

    /** For receiving; the same number for sending. */
    private static final int RELIABLE = 2;

    private static final int RINGS = 1024 / RANKS;

    /** One for each other rank, in both directions. */
    private static final int ALL_RELIABLE = 2 * (RANKS - 1);

    private record Outcome(double ns, int pairs, int rings) {
        double percentOfPairs() {
            return 100.0 * pairs / ALL_RELIABLE;
        }
    }

    /** Messages of each rank in a round. */
    private interface Pattern {
        int[] targets(int rank, int round, Random random);
    }

    private static final Map<String, Pattern> PATTERNS = patterns();

    private static Map<String, Pattern> patterns() {
        Map<String, Pattern> patterns = new HashMap<>();
        patterns.put("halo, 4 neighbours", (rank, _, _) -> neighbours(rank, 1));
        patterns.put("halo, 6 neighbours", (rank, _, _) -> neighbours3d(rank));
        patterns.put(
                "halo that changes",
                (rank, round, _) -> neighbours(rank, 1 + round / (ROUNDS / 4)));
        patterns.put(
                "uniform random",
                (rank, _, random) ->
                        random.ints(4, 1, RANKS).map(step -> (rank + step) % RANKS).toArray());
        patterns.put(
                "all-to-all",
                (rank, _, _) ->
                        IntStream.range(1, RANKS).map(step -> (rank + step) % RANKS).toArray());
        patterns.put(
                "master and workers",
                (rank, round, _) -> new int[] {rank == 0 ? 1 + round % (RANKS - 1) : 0});
        return patterns;
    }

    private static int[] neighbours(int rank, int step) {
        int x = rank % SIDE;
        int y = rank / SIDE;
        return new int[] {
            (x + step) % SIDE + y * SIDE,
            (x + SIDE - step) % SIDE + y * SIDE,
            x + (y + step) % SIDE * SIDE,
            x + (y + SIDE - step) % SIDE * SIDE
        };
    }

    private static int[] neighbours3d(int rank) {
        int[] all = new int[6];
        for (int axis = 0; axis < 3; axis++) {
            int unit = 1 << 2 * axis;
            int at = rank / unit % 4;
            all[2 * axis] = rank + ((at + 1) % 4 - at) * unit;
            all[2 * axis + 1] = rank + ((at + 3) % 4 - at) * unit;
        }
        return all;
    }

    /** First come, first served, without reassignment. */
    private static final class FirstCome implements PathPolicy, PolicySimulation.Listener {
        private final List<Integer> sources = new ArrayList<>();

        @Override
        public void heard(int source) {
            if (sources.size() < RINGS && !sources.contains(source)) {
                sources.add(source);
            }
        }

        @Override
        public void assign(ReceiveHistory history, ReceivePath[] paths) {
            give(sources, paths);
        }
    }

    /** The most recently active sources have the best paths. */
    private static final class LatestFirst implements PathPolicy, PolicySimulation.Listener {
        private final long[] heard = new long[RANKS];
        private long time;

        @Override
        public void heard(int source) {
            heard[source] = ++time;
        }

        @Override
        public void assign(ReceiveHistory history, ReceivePath[] paths) {
            give(
                    IntStream.range(0, RANKS)
                            .filter(source -> heard[source] > 0)
                            .boxed()
                            .sorted((a, b) -> Long.compare(heard[b], heard[a]))
                            .limit(RINGS)
                            .toList(),
                    paths);
        }
    }

    private static void give(List<Integer> sources, ReceivePath[] paths) {
        Arrays.fill(paths, ReceivePath.SEND);
        for (int i = 0; i < sources.size(); i++) {
            paths[sources.get(i)] =
                    i < RELIABLE ? ReceivePath.RELIABLE_RING : ReceivePath.DYNAMIC_RING;
        }
    }

    private static Supplier<PathPolicy> policy(String name) {
        return switch (name) {
            case "least latency" ->
                    () ->
                            new LeastLatencyPolicy(
                                    new LeastLatencyPolicy.Limits(RELIABLE, RINGS, 3, 100, 20));
            case "first come" -> FirstCome::new;
            case "LRU" -> LatestFirst::new;
            case "all RC" -> () -> (_, paths) -> Arrays.fill(paths, ReceivePath.RELIABLE_RING);
            default -> () -> (_, paths) -> Arrays.fill(paths, ReceivePath.SEND);
        };
    }

    private static Outcome run(String pattern, String policy) {
        Supplier<PathPolicy> maker = policy(policy);
        PathPolicy[] all = new PathPolicy[RANKS];
        Arrays.setAll(all, _ -> maker.get());
        int mostOut = policy.equals("all RC") ? RANKS : RELIABLE;
        PolicySimulation simulation = new PolicySimulation(all, mostOut);
        Random random = new Random(1);
        // Programs begin with a message from each rank to each.
        sendRound(simulation, PATTERNS.get("all-to-all"), 0, random);
        for (int round = 0; round < ROUNDS; round++) {
            if (round % ROUNDS_PER_PERIOD == 0) {
                simulation.endPeriod();
            }
            if (round % (ROUNDS_PER_PERIOD * PERIODS_PER_CHOICE) == 0) {
                simulation.choose();
            }
            if (round == ROUNDS / 4) {
                simulation.startMeasuring();
            }
            sendRound(simulation, PATTERNS.get(pattern), round, random);
        }
        return new Outcome(
                simulation.nsPerMessage(), simulation.mostReliable(), simulation.mostRings());
    }

    private static void sendRound(
            PolicySimulation simulation, Pattern pattern, int round, Random random) {
        for (int rank = 0; rank < RANKS; rank++) {
            for (int target : pattern.targets(rank, round, random)) {
                simulation.send(rank, target);
            }
        }
    }

    @Test
    void shouldReachTheTimeOfReliableConnectionsWithFewWhenNeighboursExchange() {
        Outcome outcome = run("halo, 4 neighbours", "least latency");
        double best = run("halo, 4 neighbours", "all RC").ns();
        assertTrue(best / outcome.ns() >= 0.95, outcome::toString);
        assertTrue(outcome.percentOfPairs() <= 4, outcome::toString);
    }

    @Test
    void shouldTakeNoMoreThanDynamicConnectionsWhenTrafficIsUniform() {
        Outcome outcome = run("uniform random", "least latency");
        Outcome dynamic = run("uniform random", "all DC");
        assertEquals(dynamic, outcome);
        assertEquals(0, outcome.pairs());
        assertEquals(0, outcome.rings());
    }

    @Test
    void shouldPrintTheTableOfTheDocumentation() throws IOException {
        List<String> rows = new ArrayList<>();
        for (String pattern :
                List.of(
                        "halo, 4 neighbours",
                        "halo, 6 neighbours",
                        "halo that changes",
                        "uniform random",
                        "all-to-all",
                        "master and workers")) {
            StringBuilder row = new StringBuilder("| " + pattern + " |");
            for (String policy :
                    List.of("least latency", "first come", "LRU", "all RC", "all DC")) {
                Outcome outcome = run(pattern, policy);
                row.append(
                        String.format(
                                Locale.ROOT,
                                " %.0f, %.1f %%, %d |",
                                outcome.ns(),
                                outcome.percentOfPairs(),
                                outcome.rings()));
            }
            rows.add(row.toString());
        }
        String table = String.join("\n", rows);
        assertTrue(Files.readString(PAGE).contains(table), "docs/verbs.md needs\n" + table);
    }
}
