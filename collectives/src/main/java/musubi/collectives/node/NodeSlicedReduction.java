package musubi.collectives.node;

import musubi.adi.NodeBoard;
import musubi.adi.Region;

/**
 * Reduce and allReduce of many bytes: each rank reduces its slice of all data and puts it into its
 * staging area, where those who get the result fetch it.
 *
 * <pre>
 *   each rank    offers block 0 without its slice | shows n | waits for all
 *                reduces its slice of all, in the order of ranks | shows n + 1 | waits for all
 *                fetches the slices of the others | offers block 1 | ...
 *   reduce       ranks other than the root go on when they have shown n + 1
 * </pre>
 *
 * <p>Lent operands need no wait of their own: who has shown n + 1 has read them. Cost: two waits
 * for each block; 2 n β + n γ, and n (1 - 1/p) β more when the operands are staged.
 */
final class NodeSlicedReduction extends NodeReduction {
    private enum Phase {
        OFFER,
        REDUCE,
        FETCH,
        END
    }

    private final StagedSharing results;
    private Phase phase;

    NodeSlicedReduction(NodeGroup group, RankOrder order, StagedSharing results) {
        super(group, order, 1);
        this.results = results;
    }

    @Override
    void startFirst() {
        phase = Phase.OFFER;
    }

    @Override
    boolean step() {
        return switch (phase) {
            case OFFER -> offer();
            case REDUCE -> reduce();
            case FETCH -> fetch();
            case END -> end();
        };
    }

    /** Each slice fits a staging area. */
    private long nextBytes() {
        long items = NodeBoard.STAGING_BYTES / call.itemBytes;
        return nextBytes(Math.min(sharing.room(), items * call.itemBytes * group.size()));
    }

    /** Where the slice of a rank starts in a block. */
    private long sliceOf(int member, long blockBytes) {
        return blockBytes / call.itemBytes * member / group.size() * call.itemBytes;
    }

    private boolean offer() {
        long block = nextBytes();
        long own = sliceOf(group.rank(), block);
        long behind = sliceOf(group.rank() + 1, block);
        sharing.offer(call.send, at, 0, own);
        sharing.offer(call.send, at + behind, behind, block - behind);
        phase = Phase.REDUCE;
        group.showToAll(call.header);
        return false;
    }

    private boolean reduce() {
        group.checkAll();
        long block = nextBytes();
        long from = sliceOf(group.rank(), block);
        reduce(from, sliceOf(group.rank() + 1, block) - from);
        phase = Phase.FETCH;
        if (call.isToAll()) {
            group.showToAll(call.header);
            return false;
        }
        group.showToOne(call.header, call.root);
        if (group.rank() == call.root) {
            group.awaitAll(group.number());
            return false;
        }
        return next(block);
    }

    @Override
    public boolean isOnlyReader() {
        return true;
    }

    @Override
    public void put(Region result, long done, long bytes) {
        if (getsResult()) {
            result.copyTo(0, call.receive, ownAt() + done, bytes);
        }
        offer(result, 0, done, bytes);
    }

    @Override
    public void placed(long done, long bytes) {
        offer(call.receive, ownAt() + done, done, bytes);
    }

    private boolean getsResult() {
        return call.isToAll() || group.rank() == call.root;
    }

    /** Where this rank's slice of the block starts in the data. */
    private long ownAt() {
        return at + sliceOf(group.rank(), nextBytes());
    }

    /** Lets the others have a part of this rank's slice, if any of them needs it. */
    private void offer(Region region, long from, long inSlice, long bytes) {
        if (call.isToAll() || group.rank() != call.root) {
            results.offer(region, from, inSlice, bytes);
        }
    }

    private boolean fetch() {
        long block = nextBytes();
        for (int i = 1; i < group.size(); i++) {
            int member = (group.rank() + i) % group.size();
            long from = sliceOf(member, block);
            long bytes = sliceOf(member + 1, block) - from;
            results.fetch(member, 0, 0, call.receive, at + from, bytes);
        }
        return next(block);
    }

    private boolean next(long block) {
        phase = Phase.OFFER;
        if (!isLast(block)) {
            return false;
        }
        if (!sharing.lends()) {
            return end();
        }
        phase = Phase.END;
        group.awaitAll(group.number());
        return false;
    }
}
