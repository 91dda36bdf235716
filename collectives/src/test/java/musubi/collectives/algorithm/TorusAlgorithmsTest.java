package musubi.collectives.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Step;
import musubi.collectives.topology.Torus;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Executes the algorithms that need a torus symbolically, on toruses and meshes of many shapes. */
class TorusAlgorithmsTest {
    private static final int MOST_RANKS = 30;
    private static final int[] COUNTS = {0, 1, 2, 3, 5, 11, 40};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** The algorithms of a kind that only need a torus. */
    private static List<Algorithm> onTorus(CollectiveKind kind) {
        Shape with = shape(kind, Torus.of(3, 3));
        Shape without = with.copy();
        without.torus = null;
        return Catalogue.of(kind).stream()
                .filter(algorithm -> algorithm.refusal(with) == null)
                .filter(algorithm -> algorithm.refusal(without) != null)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "BCAST, 4, 200",
        "REDUCE, 2, 200",
        "ALLREDUCE, 2, 200",
        "ALLTOALL, 1, 60",
        "ALLTOALLV, 1, 60",
        "ALLGATHER, 1, 60",
        "ALLGATHERV, 1, 60"
    })
    void shouldMatchTheStandardWhenExecutedOnTori(CollectiveKind kind, int algorithms, int runs) {
        assertEquals(algorithms, onTorus(kind).size());
        for (Algorithm algorithm : onTorus(kind)) {
            int done = 0;
            for (int run = 0; run < runs; run++) {
                Torus torus = anyTorus();
                int count = COUNTS[random.nextInt(COUNTS.length)];
                int segment = random.nextInt(4);
                int variant = 2 | random.nextInt(4);
                done += runOne(algorithm, kind, torus, count, segment, variant) ? 1 : 0;
            }
            assertTrue(done > runs / 10, algorithm.name() + " ran only " + done + " seed=" + seed);
        }
    }

    private boolean runOne(
            Algorithm algorithm,
            CollectiveKind kind,
            Torus torus,
            int count,
            int segment,
            int variant) {
        SymbolicCase job = new SymbolicCase(kind, torus.size(), count, variant, random);
        int itemBytes = 4 << random.nextInt(3);
        String what = algorithm.name() + " " + job + " on " + torus + " segment=" + segment;
        try {
            return SymbolicCheck.run(
                    algorithm,
                    job,
                    shape -> {
                        shape.torus = torus;
                        shape.segment = segment;
                        shape.itemBytes = itemBytes;
                    },
                    random);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError(what + " seed=" + seed + ": " + e.getMessage(), e);
        }
    }

    /** One to four dimensions with at least one rank each, every third with an edge. */
    private Torus anyTorus() {
        int[] extents = new int[1 + random.nextInt(4)];
        boolean[] wraps = new boolean[extents.length];
        int size = 1;
        for (int d = 0; d < extents.length; d++) {
            extents[d] = 1 + random.nextInt(Math.min(6, MOST_RANKS / size));
            wraps[d] = random.nextInt(3) > 0;
            size *= extents[d];
        }
        return Torus.of(extents, wraps);
    }

    private static Shape shape(CollectiveKind kind, Torus torus) {
        Shape shape = new Shape().reset(kind, 0, torus.size());
        shape.torus = torus;
        shape.count = 6;
        shape.itemBytes = 16;
        return shape;
    }

    @ParameterizedTest
    @CsvSource({
        "3x3x3, true, true",
        "4x2x4, true, false",
        "4mx4, true, false",
        "4x1x3, true, true"
    })
    void shouldRefuseTreesOfBothDirectionsWhenTheyWouldShareLinks(
            String text, boolean x3, boolean x6) {
        for (CollectiveKind kind :
                List.of(CollectiveKind.BCAST, CollectiveKind.REDUCE, CollectiveKind.ALLREDUCE)) {
            Shape shape = shape(kind, Torus.parse(text));
            assertEquals(x3, Catalogue.find(kind, "trinaryx3").refusal(shape) == null);
            String why = Catalogue.find(kind, "trinaryx6").refusal(shape);
            assertEquals(x6, why == null, why);
            assertTrue(x6 || why.contains(text) && why.contains("trinaryx3"), why);
        }
    }

    @Test
    void shouldRefuseTheCallWhenTheOperationIsNotCommutative() {
        for (CollectiveKind kind : List.of(CollectiveKind.REDUCE, CollectiveKind.ALLREDUCE)) {
            Shape shape = shape(kind, Torus.of(3, 3));
            for (Algorithm algorithm : onTorus(kind)) {
                assertNull(algorithm.refusal(shape));
                shape.commutative = false;
                assertNotNull(algorithm.refusal(shape));
                shape.commutative = true;
            }
        }
    }

    /** The schedule, not the network, orders operands by dimension. */
    @Test
    void shouldReduceInAFixedOrder() {
        Shape shape = shape(CollectiveKind.REDUCE, Torus.of(4, 4, 4));
        shape.segment = 1;
        Schedule schedule = Catalogue.find(shape.kind, "trinaryx3").schedule(shape);
        int[] reductions =
                IntStream.range(0, schedule.size())
                        .filter(s -> schedule.step(s).kind() == Step.Kind.REDUCE)
                        .toArray();
        assertTrue(reductions.length > 0);
        for (int one : reductions) {
            for (int other : reductions) {
                Step a = schedule.step(one);
                Step b = schedule.step(other);
                boolean same = one != other && a.to().equals(b.to());
                assertTrue(!same || follows(schedule, one, other) || follows(schedule, other, one));
            }
        }
    }

    private static boolean follows(Schedule schedule, int step, int later) {
        if (step == later) {
            return true;
        }
        return IntStream.of(schedule.step(step).successors())
                .anyMatch(next -> next <= later && follows(schedule, next, later));
    }

    /** The rounds of an all-to-all load all links of a direction alike: all ranks go as far. */
    @Test
    void shouldSendOverTheSameDistancesAtTheSameTime() {
        Torus torus = Torus.of(5, 3, 5);
        Algorithm spread = Catalogue.find(CollectiveKind.ALLTOALL, "doublespread");
        List<int[]> first = distances(spread, torus, 0);
        for (int rank = 1; rank < torus.size(); rank++) {
            List<int[]> others = distances(spread, torus, rank);
            for (int round = 0; round < first.size(); round++) {
                assertEquals(torus.rankAt(first.get(round)), torus.rankAt(others.get(round)));
            }
        }
        for (int round = 0; round < 12; round += 2) {
            int[] distance = first.get(round);
            int[] opposite = first.get(round + 1);
            for (int d = 0; d < 3; d++) {
                assertEquals(0, (distance[d] + opposite[d]) % torus.extent(d));
                int furthest = round / 2 % 3;
                assertTrue(hops(torus, distance, d) <= hops(torus, distance, furthest));
            }
        }
    }

    private static List<int[]> distances(Algorithm algorithm, Torus torus, int rank) {
        Shape shape = shape(CollectiveKind.ALLTOALL, torus);
        shape.rank = rank;
        Schedule schedule = algorithm.schedule(shape);
        int[] here = torus.coordinates(rank);
        return IntStream.range(0, schedule.size())
                .mapToObj(schedule::step)
                .filter(step -> step.kind() == Step.Kind.SEND)
                .map(step -> torus.coordinates(step.peer()))
                .map(
                        there ->
                                IntStream.range(0, there.length)
                                        .map(
                                                d ->
                                                        Math.floorMod(
                                                                there[d] - here[d],
                                                                torus.extent(d)))
                                        .toArray())
                .toList();
    }

    private static int hops(Torus torus, int[] distance, int d) {
        return Math.min(distance[d], torus.extent(d) - distance[d]);
    }
}
