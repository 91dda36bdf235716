package nicam.vector;

import java.util.ArrayDeque;

/**
 * Numbers of blocks, the same on all nodes because all allocate and free in the same order. A freed
 * block is not used again before all nodes have freed it: its barrier is waited for a fixed number
 * of frees later, so that the free blocks are the same on all nodes at every step.
 */
final class BlockAllocator {
    /** Frees before a block is taken back; barriers take less time than that. */
    static final int LAG = 8;

    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final ArrayDeque<Integer> pending = new ArrayDeque<>();
    private final Barriers barriers;

    /** The barrier of each block. */
    interface Barriers {
        /** Starts the barrier of a freed block. */
        void start(int block);

        /** Waits for it. */
        void await(int block);
    }

    /** Blocks 0 to {@code count - 1}, all free. */
    BlockAllocator(int count, Barriers barriers) {
        this.barriers = barriers;
        for (int block = 0; block < count; block++) {
            free.addLast(block);
        }
    }

    /**
     * A free block.
     *
     * @throws IllegalStateException when all are in use
     */
    int allocate() {
        if (free.isEmpty() && pending.isEmpty()) {
            throw new IllegalStateException(
                    "all blocks of the vector space are in use; free vectors, or make it larger");
        }
        if (free.isEmpty()) {
            takeBack();
        }
        return free.removeFirst();
    }

    /** Frees a block. */
    void free(int block) {
        barriers.start(block);
        pending.addLast(block);
        if (pending.size() > LAG) {
            takeBack();
        }
    }

    private void takeBack() {
        int block = pending.removeFirst();
        barriers.await(block);
        free.addLast(block);
    }
}
