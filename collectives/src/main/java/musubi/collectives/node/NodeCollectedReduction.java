package musubi.collectives.node;

/**
 * AllReduce in which one rank computes the result of a block and the others fetch it.
 *
 * <pre>
 *   rank 0    publish n | wait for all | reduce block 0 of all | offer the result | publish n + 1
 *   others    offer block 0 | publish n | wait for all | publish n + 1 | wait for rank 0 | fetch
 * </pre>
 *
 * <p>For more ranks than cores: the others pass from the result to their next call in one scheduler
 * turn, as with {@link NodeDirectReduction}, but only one rank reduces. They wait for all only to
 * compare calls, which rank 0 does as well before it answers. {@link NodeSlicedReduction} needs two
 * turns of all ranks. Cost: 2 α + p n (β + γ) + n β.
 */
final class NodeCollectedReduction extends NodeReduction {
    private static final int COLLECTOR = 0;

    /** One number for the operands, the next one for the result. */
    private static final int NUMBERS = 2;

    private enum Phase {
        OFFER,
        AGREE,
        FETCH
    }

    private Phase phase;

    NodeCollectedReduction(NodeGroup group, RankOrderReducer order) {
        super(group, order, NUMBERS);
    }

    @Override
    void startFirst() {
        phase = Phase.OFFER;
    }

    @Override
    boolean step() {
        return switch (phase) {
            case OFFER -> offer();
            case AGREE -> agree();
            case FETCH -> fetch();
        };
    }

    private long nextBytes() {
        return nextBytes(transfer.capacity());
    }

    private boolean offer() {
        if (group.rank() != COLLECTOR) {
            transfer.offer(call.send, at, 0, nextBytes());
        }
        phase = Phase.AGREE;
        group.publishAndAwaitAll(call.header);
        return false;
    }

    private boolean agree() {
        group.checkAll();
        if (group.rank() == COLLECTOR) {
            return reduceAll();
        }
        phase = Phase.FETCH;
        group.publishWithoutWake(call.header);
        group.awaitOne(COLLECTOR, group.sequence());
        return false;
    }

    private boolean reduceAll() {
        long bytes = nextBytes();
        reduce(0, bytes);
        transfer.offer(call.receive, at, 0, bytes);
        group.publishAndWakeAll(call.header);
        return next(bytes);
    }

    private boolean fetch() {
        long bytes = nextBytes();
        transfer.fetch(COLLECTOR, 0, 0, call.receive, at, bytes);
        return next(bytes);
    }

    private boolean next(long bytes) {
        phase = Phase.OFFER;
        return isLast(bytes) && end();
    }

    @Override
    boolean isOnlyReader() {
        return true;
    }
}
