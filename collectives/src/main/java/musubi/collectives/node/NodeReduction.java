package musubi.collectives.node;

import musubi.region.Region;

/**
 * Common part of reduce and allReduce: blocks of whole items in sequence. A failure of the
 * operation is thrown after the last step, because other members depend on this rank's steps.
 */
abstract class NodeReduction extends NodeAlgorithm {
    private final RankOrderReducer order;
    private final int numbers;
    private Throwable failure;

    /** Start of the next block in the data. */
    long at;

    /**
     * @param numbers sequence numbers with data of a rank for each block
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
        transfer.awaitSlots(numbers);
        startFirst();
    }

    /** Begins the first block. */
    abstract void startFirst();

    /** Whether no other rank reduces the same part of a block. */
    abstract boolean isOnlyReader();

    /** Accepts the next reduced piece of the block, at the start of {@code result}. */
    void put(Region result, long done, long bytes) {
        result.copyTo(0, call.receive, at + done, bytes);
    }

    /** Accepts the next reduced piece of the block, which is already in the result buffer. */
    void placed(long done, long bytes) {}

    /**
     * Size of the next block in bytes.
     *
     * @param most capacity of a rank, or of all ranks together
     */
    final long nextBytes(long most) {
        return Math.min(most / call.itemBytes * call.itemBytes, call.bytes - at);
    }

    /**
     * Reduces a part of the operands of all members.
     *
     * @param from offset of the part in the block
     */
    final void reduce(long from, long bytes) {
        if (failure != null) {
            return;
        }
        try {
            order.reduce(call, transfer, at + from, from, bytes, this);
        } catch (RuntimeException | Error e) {
            failure = e;
        }
    }

    /**
     * Advances to the next block.
     *
     * @return whether this was the last one
     */
    final boolean isLast(long blockBytes) {
        at += blockBytes;
        if (at >= call.bytes) {
            return true;
        }
        transfer.awaitSlots(numbers);
        return false;
    }

    /** Ends the call; throws the failure of the operation, if any. */
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
