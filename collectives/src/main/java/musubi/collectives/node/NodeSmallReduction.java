package musubi.collectives.node;

import musubi.adi.Region;

/**
 * Reduce and allReduce of few bytes: all offer them, and each rank that gets the result computes it
 * by itself.
 *
 * <pre>
 *   each rank    offers | shows | waits for all | reduces all in the order of ranks
 *   reduce       ranks other than the root go on when they have shown
 * </pre>
 *
 * <p>Who comes last waits for nobody and goes on at once. So with more ranks than cores a rank that
 * gets a core leaves one call and enters the next before it gives the core away: one turn of all
 * ranks for each call. A rank that collects and answers would need two, unless it came last.
 *
 * <p>Cost: α + p n (β + γ).
 */
final class NodeSmallReduction extends NodePath implements RankOrder.Target {
    private final RankOrder order;
    private boolean isShown;

    NodeSmallReduction(NodeGroup group, RankOrder order) {
        super(group);
        this.order = order;
    }

    @Override
    void start() {
        isShown = false;
        sharing.awaitRoom(1);
    }

    @Override
    boolean step() {
        if (isShown) {
            group.checkAll();
            order.reduce(call, sharing, 0, 0, call.bytes, this);
            return true;
        }
        isShown = true;
        sharing.offer(call.send, 0, 0, call.bytes);
        if (call.isToAll()) {
            group.showToAll(call.header);
            return false;
        }
        group.showToSome(call.header);
        group.awaitAll(group.number());
        return group.rank() != call.root;
    }

    @Override
    public void put(Region result, long at, long bytes) {
        result.copyTo(0, call.receive, at, bytes);
    }
}
