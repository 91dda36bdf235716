package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.region.Region;

/**
 * Reduce and allReduce of many bytes: each rank reduces its slice of all data into its staging
 * area, from which the receivers of the result fetch it.
 *
 * <pre>
 *   each rank    offers block 0 without its slice | publishes n | waits for all
 *                reduces its slice of block 0 in rank order | publishes n + 1
 *                offers block 1 | publishes n + 2 | waits for all
 *                fetches the slices of block 0 | reduces its slice of block 1 | ...
 *   at the end   publishes its last slice | waits for all | fetches the slices of the last block
 *   reduce       only the root fetches slices and waits at the end
 * </pre>
 *
 * <p>Slices are fetched with the operands of the next block, so each block has one wait, which is a
 * scheduler turn of all ranks if they outnumber cores. A slice of n + 1 is fetched before n + 3 is
 * published and, with four staging areas, overwritten after n + 4 is published by all; after a
 * reduce, the next calls wait for that ({@link NodeGroup#keepStaging}). Operands by reference need
 * no further wait: a member that has published n + 1 has read those of n. Cost: b + 1 waits for b
 * blocks; 2 n β + n γ, and n (1 - 1/p) β more for staged operands.
 */
final class NodeSlicedReduction extends NodeReduction {
    private enum Phase {
        OFFER,
        REDUCE,
        FETCH
    }

    private final StagedTransfer results;
    private Phase phase;

    /** Bytes of the block whose slices are published but not fetched yet. */
    private long reducedBytes;

    NodeSlicedReduction(NodeGroup group, RankOrderReducer order, StagedTransfer results) {
        super(group, order, 1);
        this.results = results;
    }

    @Override
    void startFirst() {
        phase = Phase.OFFER;
        reducedBytes = 0;
    }

    @Override
    boolean step() {
        return switch (phase) {
            case OFFER -> offer();
            case REDUCE -> reduce();
            case FETCH -> fetchLast();
        };
    }

    /** Each slice fits a staging area. */
    private long nextBytes() {
        long items = NodeFlags.STAGING_BYTES / call.itemBytes;
        return nextBytes(Math.min(transfer.capacity(), items * call.itemBytes * group.size()));
    }

    /** Start of a rank's slice in a block. */
    private long sliceOf(int member, long blockBytes) {
        return blockBytes / call.itemBytes * member / group.size() * call.itemBytes;
    }

    private boolean offer() {
        long block = nextBytes();
        long own = sliceOf(group.rank(), block);
        long behind = sliceOf(group.rank() + 1, block);
        transfer.offer(call.send, at, 0, own);
        transfer.offer(call.send, at + behind, behind, block - behind);
        phase = Phase.REDUCE;
        group.publishAndAwaitAll(call.header);
        return false;
    }

    private boolean reduce() {
        group.checkAll();
        fetch(group.sequence() - 1);
        reducedBytes = nextBytes();
        long from = sliceOf(group.rank(), reducedBytes);
        reduce(from, sliceOf(group.rank() + 1, reducedBytes) - from);
        at += reducedBytes;
        if (at == call.bytes) {
            return publishLast();
        }
        group.publishWithoutWake(call.header);
        return offer();
    }

    private boolean publishLast() {
        phase = Phase.FETCH;
        if (call.isToAll() || transfer.isByReference()) {
            group.publishAndAwaitAll(call.header);
            return false;
        }
        // The root may still read the slices of the block before.
        group.keepStaging(group.sequence() - 1);
        group.publishAndWake(call.header, call.root);
        if (group.rank() == call.root) {
            group.awaitAll(group.sequence());
            return false;
        }
        return end();
    }

    private boolean fetchLast() {
        fetch(group.sequence());
        return end();
    }

    /** Fetches the slices of all others of the previous block, published under a number. */
    private void fetch(long shown) {
        if (!receivesResult() || reducedBytes == 0) {
            return;
        }
        for (int i = 1; i < group.size(); i++) {
            int member = (group.rank() + i) % group.size();
            long from = sliceOf(member, reducedBytes);
            long bytes = sliceOf(member + 1, reducedBytes) - from;
            results.fetchOf(shown, member, call.receive, at - reducedBytes + from, bytes);
        }
    }

    @Override
    boolean isOnlyReader() {
        return true;
    }

    @Override
    void put(Region result, long done, long bytes) {
        if (receivesResult()) {
            result.copyTo(0, call.receive, ownAt() + done, bytes);
        }
        offer(result, 0, done, bytes);
    }

    @Override
    void placed(long done, long bytes) {
        offer(call.receive, ownAt() + done, done, bytes);
    }

    private boolean receivesResult() {
        return call.isToAll() || group.rank() == call.root;
    }

    /** Start of this rank's slice of the block in the data. */
    private long ownAt() {
        return at + sliceOf(group.rank(), nextBytes());
    }

    /** Offers a part of this rank's slice, unless only this rank receives the result. */
    private void offer(Region region, long from, long inSlice, long bytes) {
        if (call.isToAll() || group.rank() != call.root) {
            results.offer(region, from, inSlice, bytes);
        }
    }
}
