package musubi.collectives.node;

import musubi.adi.Region;

/**
 * AllReduce where one rank computes the result of a block and the others fetch it from there.
 *
 * <pre>
 *   rank 0    show n | wait for all | reduce block 0 of all | offer the result | show n + 1 | ...
 *   others    offer block 0 | show n | show n + 1 | wait for rank 0 | fetch the result | ...
 * </pre>
 *
 * <p>For many more ranks than cores: the others go from the result to their next call in one turn,
 * as with {@link NodeDirectReduction}, but the reduction is done once and not by each of them.
 * {@link NodeSlicedReduction} needs two turns of all ranks. Cost: 2 α + p n (β + γ) + n β.
 */
final class NodeCollectedReduction extends NodeReduction {
    private static final int COLLECTOR = 0;

    /** The operands have one number, the result the next one. */
    private static final int NUMBERS = 2;

    private boolean isShown;

    NodeCollectedReduction(NodeGroup group, RankOrder order) {
        super(group, order, NUMBERS);
    }

    @Override
    void startFirst() {
        isShown = false;
    }

    @Override
    boolean step() {
        if (group.rank() == COLLECTOR) {
            return isShown ? reduceAll() : ask();
        }
        return isShown ? fetch() : give();
    }

    private long nextBytes() {
        return nextBytes(sharing.room());
    }

    /** This rank's own data need not be offered. */
    private boolean ask() {
        isShown = true;
        group.showQuietly(call.header);
        group.awaitAll(group.number());
        return false;
    }

    private boolean reduceAll() {
        isShown = false;
        group.checkAll();
        long bytes = nextBytes();
        reduce(0, bytes);
        sharing.offer(call.receive, at, 0, bytes);
        group.showToSome(call.header);
        return isLast(bytes) && end();
    }

    private boolean give() {
        isShown = true;
        sharing.offer(call.send, at, 0, nextBytes());
        group.showToOne(call.header, COLLECTOR);
        group.showQuietly(call.header);
        group.awaitOne(COLLECTOR, group.number());
        return false;
    }

    private boolean fetch() {
        isShown = false;
        group.check(COLLECTOR);
        long bytes = nextBytes();
        sharing.fetch(COLLECTOR, 0, 0, call.receive, at, bytes);
        return isLast(bytes) && end();
    }

    @Override
    public void put(Region result, long done, long bytes) {
        result.copyTo(0, call.receive, at + done, bytes);
    }

    @Override
    public void placed(long done, long bytes) {
        // It is where it belongs.
    }
}
