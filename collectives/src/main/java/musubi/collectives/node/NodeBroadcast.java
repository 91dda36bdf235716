package musubi.collectives.node;

/**
 * Broadcast: the root offers block after block, the others fetch them. Data by reference are one
 * block, and the root waits until all have read it.
 *
 * <pre>
 *   root      offer 0 | publish | offer 1 | publish | ...
 *   others    publish | wait for the root | fetch 0 | publish | ...
 *
 *   by reference
 *   root      offer | publish twice | wait for all
 *   others    publish | wait for the root | fetch | publish
 * </pre>
 *
 * <p>The root is at most {@link musubi.adi.NodeFlags#DEPTH} - 1 numbers ahead of the slowest, or
 * {@link musubi.adi.NodeFlags#STAGING_DEPTH} - 1 with staging. Cost: α + n β with concurrent
 * readers; the two copies of staged data overlap given a core for each rank.
 */
final class NodeBroadcast extends NodeAlgorithm {
    private final long blockBytes;
    private long at;
    private boolean isPublished;

    /**
     * @param blockBytes most bytes of a staged block
     */
    NodeBroadcast(NodeGroup group, long blockBytes) {
        super(group);
        this.blockBytes = blockBytes;
    }

    @Override
    void start() {
        at = 0;
        isPublished = false;
        if (group.rank() == call.root) {
            group.noteRoot(true);
        }
        transfer.awaitSlots(transfer.isByReference() ? 2 : 1);
    }

    @Override
    boolean step() {
        return group.rank() == call.root ? offerBlock() : fetchBlock();
    }

    private long nextBytes() {
        long most =
                transfer.isByReference()
                        ? transfer.capacity()
                        : Math.min(blockBytes, transfer.capacity());
        return Math.min(most, call.bytes - at);
    }

    private boolean offerBlock() {
        if (isPublished) {
            return true;
        }
        long bytes = nextBytes();
        transfer.offer(call.receive, at, 0, bytes);
        group.publishAndWakeAll(call.header);
        at += bytes;
        if (at < call.bytes) {
            transfer.awaitSlots(1);
            return false;
        }
        if (!transfer.isByReference()) {
            return true;
        }
        isPublished = true;
        group.publishAndWakeAll(call.header);
        group.awaitAll(group.sequence());
        return false;
    }

    private boolean fetchBlock() {
        if (!isPublished) {
            isPublished = true;
            group.publishWithoutWake(call.header);
            group.awaitOne(call.root, group.sequence());
            return false;
        }
        isPublished = false;
        group.check(call.root);
        long bytes = nextBytes();
        transfer.fetch(call.root, at, 0, call.receive, at, bytes);
        at += bytes;
        if (at < call.bytes) {
            transfer.awaitSlots(1);
            return false;
        }
        if (transfer.isByReference()) {
            group.publishAndWakeAll(call.header);
        }
        return true;
    }
}
