package nicam.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;

class BlockAllocatorTest {
    /** Counts the barriers that were started and waited for. */
    private static final class Recorder implements BlockAllocator.Barriers {
        private final List<Integer> started = new ArrayList<>();
        private final List<Integer> awaited = new ArrayList<>();

        @Override
        public void start(int block) {
            started.add(block);
        }

        @Override
        public void await(int block) {
            awaited.add(block);
        }
    }

    @Test
    void shouldWaitForTheBarrierBeforeABlockIsUsedAgain() {
        Recorder barriers = new Recorder();
        BlockAllocator blocks = new BlockAllocator(12, barriers);
        Random random = new Random(1);
        Queue<Integer> inUse = new ArrayDeque<>();
        int[] uses = new int[12];
        for (int step = 0; step < 2_000; step++) {
            if (inUse.size() == 4 || !inUse.isEmpty() && random.nextBoolean()) {
                blocks.free(inUse.remove());
            } else {
                int block = blocks.allocate();
                long waits = barriers.awaited.stream().filter(b -> b == block).count();
                assertEquals(uses[block]++, waits);
                assertTrue(!inUse.contains(block));
                inUse.add(block);
            }
            assertTrue(barriers.started.size() - barriers.awaited.size() <= BlockAllocator.LAG);
        }
    }

    @Test
    void shouldFailWhenAllBlocksAreInUse() {
        BlockAllocator blocks = new BlockAllocator(2, new Recorder());
        blocks.allocate();
        blocks.allocate();
        assertThrows(IllegalStateException.class, blocks::allocate);
    }
}
