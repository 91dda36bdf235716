package musubi.collectives.node;

/**
 * What reduce and allReduce have in common: blocks of whole items one after the other, and failures
 * of an operation that wait until all is over, because others need this rank's steps.
 */
abstract class NodeReduction extends NodeAlgorithm implements RankOrderReducer.Target {
    private final RankOrderReducer order;
    private final int numbers;
    private Throwable failure;

    /** Where the next block starts in the data. */
    long at;

    /**
     * @param numbers under which a rank offers data in each block
     */
    NodeReduction(NodeGroup group, RankOrderReducer order, int numbers) {
        super(group);
        this.order = order;
        this.numbers = numbers;
    }

    @Override
    final void start() {
        at = 0;
        failure = null;
        sharing.awaitSlots(numbers);
        startFirst();
    }

    /** Begins with the first block. */
    abstract void startFirst();

    /**
     * The bytes of the next block.
     *
     * @param most what a rank can offer, or all ranks together
     */
    final long nextBytes(long most) {
        return Math.min(most / call.itemBytes * call.itemBytes, call.bytes - at);
    }

    /**
     * Reduces a part of what all offer.
     *
     * @param from where it starts in the block
     */
    final void reduce(long from, long bytes) {
        if (failure != null) {
            return;
        }
        try {
            order.reduce(call, sharing, at + from, from, bytes, this);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /**
     * Goes on behind a block.
     *
     * @return whether that was the last one
     */
    final boolean isLast(long blockBytes) {
        at += blockBytes;
        if (at >= call.bytes) {
            return true;
        }
        sharing.awaitSlots(numbers);
        return false;
    }

    /** All is over: tells what has failed. */
    final boolean end() {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        if (failure instanceof Error e) {
            throw e;
        }
        return true;
    }
}
