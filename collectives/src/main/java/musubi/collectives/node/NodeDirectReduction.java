package musubi.collectives.node;

/**
 * Reduce and allReduce in which each rank that receives the result computes all of it.
 *
 * <pre>
 *   allReduce   offer block 0 | publish | wait for all | reduce block 0 of all | offer block 1
 *   reduce      root      publish | wait for all | reduce block 0 of all | publish | ...
 *               others    offer block 0 | publish | offer block 1 | publish | ...
 * </pre>
 *
 * <p>The last member to arrive waits for no other. With more ranks than cores a rank thus leaves
 * one call and enters the next before it yields its core: one scheduler turn for each call.
 * Collection by one rank would need two, unless that rank arrives last.
 *
 * <p>In a long reduce the others are ahead of the root by as much as the root of {@link
 * NodeBroadcast}. Cost: α + p n (β + γ); copies of the others overlap with it.
 */
final class NodeDirectReduction extends NodeReduction {
    private final long blockBytes;
    private boolean isPublished;

    /**
     * @param blockBytes most bytes of a block
     */
    NodeDirectReduction(NodeGroup group, RankOrderReducer order, long blockBytes) {
        super(group, order, 1);
        this.blockBytes = blockBytes;
    }

    @Override
    void startFirst() {
        isPublished = false;
    }

    @Override
    boolean step() {
        if (isPublished) {
            return reduceBlock();
        }
        return call.isToAll() || group.rank() != call.root ? offerBlock() : collect();
    }

    private long nextBytes() {
        return nextBytes(Math.min(blockBytes, transfer.capacity()));
    }

    private boolean offerBlock() {
        long bytes = nextBytes();
        transfer.offer(call.send, at, 0, bytes);
        if (call.isToAll()) {
            isPublished = true;
            group.publishAndAwaitAll(call.header);
            return false;
        }
        group.publishAndWake(call.header, call.root);
        return isLast(bytes);
    }

    /** The root offers no data. */
    private boolean collect() {
        isPublished = true;
        group.publishWithoutWake(call.header);
        group.awaitAll(group.sequence());
        return false;
    }

    private boolean reduceBlock() {
        isPublished = false;
        group.checkAll();
        long bytes = nextBytes();
        reduce(0, bytes);
        return isLast(bytes) && end();
    }

    @Override
    boolean isOnlyReader() {
        return !call.isToAll();
    }
}
