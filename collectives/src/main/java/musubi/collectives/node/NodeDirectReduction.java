package musubi.collectives.node;

import musubi.region.Region;

/**
 * Reduce and allReduce where each rank that gets the result computes all of it by itself.
 *
 * <pre>
 *   allReduce   offer block 0 | show | wait for all | reduce block 0 of all | offer block 1 | ...
 *   reduce      root      show | wait for all | reduce block 0 of all | show | ...
 *               others    offer block 0 | show | offer block 1 | show | ...
 * </pre>
 *
 * <p>Who comes last waits for nobody and goes on at once. So with more ranks than cores a rank that
 * gets a core leaves one call and enters the next before it gives the core away: one turn of all
 * ranks for each call. A rank that collects and answers would need two, unless it came last.
 *
 * <p>The others of a long reduce are as far ahead of the root as {@link NodeBroadcast}'s root of
 * the others. Cost: α + p n (β + γ), to which the copies of the others add little: they overlap.
 */
final class NodeDirectReduction extends NodeReduction {
    private final long blockBytes;
    private boolean isShown;

    /**
     * @param blockBytes most bytes of a block
     */
    NodeDirectReduction(NodeGroup group, RankOrderReducer order, long blockBytes) {
        super(group, order, 1);
        this.blockBytes = blockBytes;
    }

    @Override
    void startFirst() {
        isShown = false;
    }

    @Override
    boolean step() {
        if (isShown) {
            return take();
        }
        return call.isToAll() || group.rank() != call.root ? give() : ask();
    }

    private long nextBytes() {
        return nextBytes(Math.min(blockBytes, sharing.capacity()));
    }

    private boolean give() {
        long bytes = nextBytes();
        sharing.offer(call.send, at, 0, bytes);
        if (call.isToAll()) {
            isShown = true;
            group.publishAndAwaitAll(call.header);
            return false;
        }
        group.publishAndWake(call.header, call.root);
        return isLast(bytes);
    }

    /** The root's own data need not be offered. */
    private boolean ask() {
        isShown = true;
        group.publishWithoutWake(call.header);
        group.awaitAll(group.sequence());
        return false;
    }

    private boolean take() {
        isShown = false;
        group.checkAll();
        long bytes = nextBytes();
        reduce(0, bytes);
        return isLast(bytes) && end();
    }

    @Override
    public boolean isOnlyReader() {
        return !call.isToAll();
    }

    @Override
    public void put(Region result, long done, long bytes) {
        result.copyTo(0, call.receive, at + done, bytes);
    }

    @Override
    public void placed(long done, long bytes) {
        // That is all there is to do.
    }
}
