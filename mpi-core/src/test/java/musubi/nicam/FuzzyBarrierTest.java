package musubi.nicam;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Barriers of several nodes whose signals arrive in random order. */
class FuzzyBarrierTest {
    private static final int INSTANCES = 40;

    /** Nodes, and the signals that are on their way: in order for each pair and stage. */
    private static final class Nodes {
        private final List<FuzzyBarrier> barriers = new ArrayList<>();
        private final List<int[]> signals = new ArrayList<>();
        private final int[] started;
        private final int[] done;

        Nodes(int count) {
            started = new int[count];
            done = new int[count];
            for (int n = 0; n < count; n++) {
                int node = n;
                barriers.add(
                        new FuzzyBarrier(
                                count,
                                stage -> signals.add(new int[] {partner(node, stage), stage}),
                                flag -> complete(node, flag)));
            }
        }

        private int partner(int node, int stage) {
            return barriers.get(node).partner(node, stage);
        }

        void start(int node) {
            barriers.get(node).start(started[node]++);
        }

        void deliver(int index) {
            int[] signal = signals.remove(index);
            barriers.get(signal[0]).signalled(signal[1]);
        }

        /** Called when an instance completes on a node: in order, and after all have started it. */
        private void complete(int node, int flag) {
            assertEquals(done[node]++, flag);
            for (int other : started) {
                assertTrue(other > flag, "complete before all have started it: " + flag);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 12, 16})
    void shouldCompleteInOrderWhenSignalsAreDelayed(int count) {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        for (int run = 0; run < 20; run++) {
            Nodes nodes = new Nodes(count);
            boolean going = true;
            while (going) {
                int node = random.nextInt(count);
                boolean starts = nodes.started[node] < INSTANCES && random.nextInt(3) == 0;
                if (starts) {
                    nodes.start(node);
                } else if (!nodes.signals.isEmpty()) {
                    nodes.deliver(random.nextInt(nodes.signals.size()));
                }
                going = Arrays.stream(nodes.done).anyMatch(done -> done < INSTANCES);
            }
            assertTrue(nodes.signals.isEmpty());
        }
    }
}
