package musubi.collectives.node;

/**
 * Broadcast: the root offers block after block, the others fetch them. Lent data are one block;
 * then the root waits until all have read it.
 *
 * <pre>
 *   root      offer 0 | show | offer 1 | show | ...        lent: offer | show, show | wait for all
 *   others    show | wait for the root | fetch 0 | show | ...            show | wait | fetch | show
 * </pre>
 *
 * <p>The root is at most {@link musubi.adi.NodeFlags#DEPTH} - 1 numbers ahead of the slowest, or
 * {@link musubi.adi.NodeFlags#STAGING_DEPTH} - 1 when they are staged. Cost: α + n β, where all
 * others read at the same time; staged, and with a core for each rank, the two copies overlap.
 */
final class NodeBroadcast extends NodeAlgorithm {
    private final long blockBytes;
    private long at;
    private boolean isShown;

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
        isShown = false;
        sharing.awaitSlots(sharing.isByReference() ? 2 : 1);
    }

    @Override
    boolean step() {
        return group.rank() == call.root ? give() : take();
    }

    private long nextBytes() {
        long most =
                sharing.isByReference()
                        ? sharing.capacity()
                        : Math.min(blockBytes, sharing.capacity());
        return Math.min(most, call.bytes - at);
    }

    private boolean give() {
        if (isShown) {
            return true;
        }
        long bytes = nextBytes();
        sharing.offer(call.receive, at, 0, bytes);
        group.publishAndWakeAll(call.header);
        at += bytes;
        if (at < call.bytes) {
            sharing.awaitSlots(1);
            return false;
        }
        if (!sharing.isByReference()) {
            return true;
        }
        isShown = true;
        group.publishAndWakeAll(call.header);
        group.awaitAll(group.sequence());
        return false;
    }

    private boolean take() {
        if (!isShown) {
            isShown = true;
            group.publishWithoutWake(call.header);
            group.awaitOne(call.root, group.sequence());
            return false;
        }
        isShown = false;
        group.check(call.root);
        long bytes = nextBytes();
        sharing.fetch(call.root, at, 0, call.receive, at, bytes);
        at += bytes;
        if (at < call.bytes) {
            sharing.awaitSlots(1);
            return false;
        }
        if (sharing.isByReference()) {
            group.publishAndWakeAll(call.header);
        }
        return true;
    }
}
