package musubi.collectives.schedule;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** Dependencies of steps. */
class ScheduleBuilderTest {
    private static final int ITEMS = 60;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** A step as it was specified. */
    private record Use(Part from, Part to) {
        boolean conflictsWith(Use later) {
            return overlap(to, later.from) || overlap(to, later.to) || overlap(from, later.to);
        }

        private static boolean overlap(Part a, Part b) {
            return a.buffer() == b.buffer()
                    && a.offset() < b.offset() + b.count()
                    && b.offset() < a.offset() + a.count();
        }
    }

    /** All steps that each step waits for, directly or indirectly. */
    private static List<BitSet> ancestors(Schedule schedule) {
        List<BitSet> ancestors = new ArrayList<>();
        for (int step = 0; step < schedule.size(); step++) {
            ancestors.add(new BitSet());
        }
        for (int step = 0; step < schedule.size(); step++) {
            for (int next : schedule.step(step).successors()) {
                ancestors.get(next).set(step);
                ancestors.get(next).or(ancestors.get(step));
            }
        }
        return ancestors;
    }

    @Test
    void shouldOrderExactlyTheStepsThatConflict() {
        for (int round = 0; round < 300; round++) {
            ScheduleBuilder builder = new ScheduleBuilder();
            List<Use> uses = new ArrayList<>();
            for (int step = 0; step < 40; step++) {
                Use use = new Use(part(), part());
                if (!use.from.equals(use.to)) {
                    uses.add(use);
                    builder.copy(use.from, use.to);
                }
            }
            check(uses, ancestors(builder.build()), "seed=" + seed + " round=" + round);
        }
    }

    private Part part() {
        long at = random.nextInt(ITEMS);
        return new Part(random.nextInt(3), at, 1 + random.nextInt(12));
    }

    private static void check(List<Use> uses, List<BitSet> ancestors, String what) {
        for (int later = 0; later < uses.size(); later++) {
            BitSet needed = new BitSet();
            for (int step = 0; step < later; step++) {
                if (uses.get(step).conflictsWith(uses.get(later))) {
                    needed.set(step);
                    needed.or(ancestors.get(step));
                }
            }
            assertEquals(needed, ancestors.get(later), what + " step=" + later);
        }
    }

    @Test
    void shouldBoundTheMessagesInFlightWhenAPipelineIsLong() {
        ScheduleBuilder builder = new ScheduleBuilder();
        for (Part segment : Segments.of(Part.receive(0, 10_000), 1)) {
            builder.recv(0, segment);
            builder.send(2, segment);
            builder.send(3, segment);
        }
        Schedule schedule = builder.build();
        assertEquals(30_000, schedule.size());
        int[] waitsFor = new int[schedule.size()];
        schedule.copyDependencies(waitsFor);
        int[] started = new int[4];
        int start = 0;
        for (int step = 0; step < waitsFor.length; step++) {
            start += waitsFor[step] == 0 ? 1 : 0;
        }
        assertEquals(MessageWindow.WINDOW, start);
        for (int step = 0; step < waitsFor.length; step++) {
            assertEquals(0, waitsFor[step], "steps run in their order");
            int peer = schedule.step(step).peer();
            started[peer]++;
            for (int next : schedule.step(step).successors()) {
                waitsFor[next]--;
            }
        }
        assertArrayEquals(new int[] {10_000, 0, 10_000, 10_000}, started);
    }

    @Test
    void shouldKeepFewDependenciesWhenManyStepsMeetAtAFence() {
        ScheduleBuilder builder = new ScheduleBuilder();
        for (int peer = 1; peer < 1000; peer++) {
            builder.await(peer);
        }
        builder.fence();
        for (int peer = 1; peer < 1000; peer++) {
            builder.signal(peer);
        }
        Schedule schedule = builder.build();
        int dependencies = 0;
        for (int step = 0; step < schedule.size(); step++) {
            dependencies += schedule.step(step).dependencies();
        }
        assertEquals(2 * 999, dependencies);
        List<BitSet> ancestors = ancestors(schedule);
        BitSet all = new BitSet();
        all.set(0, 1000);
        assertEquals(all, ancestors.getLast());
    }

    @Test
    void shouldPutOtherMemoryBehindTheNamesOfAnAlgorithmWithin() {
        Planner copies =
                (_, within) -> {
                    within.copy(Part.send(1, 2), Part.receive(3, 2));
                    within.send(0, Part.receive(3, 2));
                };
        ScheduleBuilder builder = new ScheduleBuilder();
        Part room = builder.temporary(10);
        Shape shape = new Shape();
        builder.within(r -> r + 5, copies, shape, Part.receive(4, 6), room.slice(2, 8));
        Schedule schedule = builder.build();
        assertEquals(Part.receive(5, 2), schedule.step(0).from());
        assertEquals(room.slice(5, 2), schedule.step(0).to());
        assertEquals(5, schedule.step(1).peer());
        assertTrue(schedule.step(1).dependencies() == 1, schedule.toString());
    }
}
