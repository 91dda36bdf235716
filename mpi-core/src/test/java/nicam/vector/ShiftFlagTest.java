package nicam.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/**
 * The shift without a barrier on a ring of nodes, in random schedules. With a flag of two states,
 * as it is printed in the paper, a fast node changes it twice before a slow one looks, which then
 * waits for ever; a count is never missed.
 */
class ShiftFlagTest {
    private static final int SHIFTS = 50;
    private static final int RUNS = 100;

    /** A ring; a node signals the next one in each shift, and waits for the previous one. */
    private static final class Ring {
        private final boolean counts;
        private final int[] state;
        private final int[] shift;
        private final boolean[] sent;
        private final List<Queue<Integer>> wires = new ArrayList<>();

        Ring(int nodes, boolean counts) {
            this.counts = counts;
            state = new int[nodes];
            shift = new int[nodes];
            sent = new boolean[nodes];
            for (int i = 0; i < nodes; i++) {
                wires.add(new ArrayDeque<>());
            }
        }

        /** Whether all shifts are complete before nothing goes on any more. */
        boolean completes(Random random) {
            List<Runnable> steps = steps();
            while (!steps.isEmpty()) {
                steps.get(random.nextInt(steps.size())).run();
                steps = steps();
            }
            for (int done : shift) {
                if (done < SHIFTS) {
                    return false;
                }
            }
            return true;
        }

        private List<Runnable> steps() {
            List<Runnable> steps = new ArrayList<>();
            for (int i = 0; i < state.length; i++) {
                int node = i;
                if (!wires.get(node).isEmpty()) {
                    steps.add(() -> arrive(node));
                }
                if (shift[node] < SHIFTS && !sent[node]) {
                    steps.add(() -> send(node));
                } else if (shift[node] < SHIFTS && seesSignal(node)) {
                    steps.add(() -> finish(node));
                }
            }
            return steps;
        }

        private boolean seesSignal(int node) {
            int wanted = shift[node] + 1;
            return counts ? state[node] >= wanted : state[node] == (wanted & 1);
        }

        private void arrive(int node) {
            int signal = wires.get(node).remove();
            state[node] = counts ? state[node] + 1 : signal;
        }

        private void send(int node) {
            sent[node] = true;
            wires.get((node + 1) % state.length).add(shift[node] + 1 & 1);
        }

        private void finish(int node) {
            shift[node]++;
            sent[node] = false;
        }
    }

    private static int completed(int nodes, boolean counts) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        int completed = 0;
        for (int run = 0; run < RUNS; run++) {
            completed += new Ring(nodes, counts).completes(new Random(seed + run)) ? 1 : 0;
        }
        return completed;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldCompleteAlwaysWhenSignalsAreCounted(int nodes) {
        assertEquals(RUNS, completed(nodes, true));
    }

    /** With 50 shifts the probability that a run completes is negligible. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 8})
    void shouldHangWhenTheFlagHasTwoStates(int nodes) {
        assertEquals(0, completed(nodes, false));
    }
}
