package musubi.collectives.node;

/**
 * All-to-all: each member offers a part of each block, then fetches its parts from all others. In
 * place it requires staging.
 *
 * <pre>
 *   each rank    offer part 0 of each block | publish | wait for all | fetch | offer part 1 | ...
 *                by reference: publish once more, and wait for all
 * </pre>
 *
 * <p>Cost: one wait for each part; p n bytes copied, and p n more if staged.
 */
final class NodeAllToAll extends NodeAlgorithm {
    private static final long LINE_BYTES = 64;

    private enum Phase {
        OFFER,
        FETCH,
        END
    }

    private Phase phase;
    private long at;

    /** Bytes of a block's part, and distance of parts in the staging area. */
    private long partBytes;

    NodeAllToAll(NodeGroup group) {
        super(group);
    }

    @Override
    void start() {
        at = 0;
        phase = Phase.OFFER;
        long most = transfer.capacity() / group.size();
        partBytes = most >= LINE_BYTES ? most & -LINE_BYTES : most;
        partBytes = Math.min(partBytes, call.bytes);
        transfer.awaitSlots(1);
    }

    @Override
    boolean step() {
        return switch (phase) {
            case OFFER -> offer();
            case FETCH -> fetch();
            case END -> true;
        };
    }

    private long nextBytes() {
        return Math.min(partBytes, call.bytes - at);
    }

    private boolean offer() {
        long bytes = nextBytes();
        if (transfer.isByReference()) {
            transfer.offer(call.send, at, 0, bytes);
        } else {
            offerParts(bytes);
        }
        phase = Phase.FETCH;
        group.publishAndAwaitAll(call.header);
        return false;
    }

    private void offerParts(long bytes) {
        for (int i = 1; i < group.size(); i++) {
            int member = (group.rank() + i) % group.size();
            transfer.offer(call.send, member * call.bytes + at, member * partBytes, bytes);
        }
    }

    private boolean fetch() {
        group.checkAll();
        long bytes = nextBytes();
        int rank = group.rank();
        long mine = rank * call.bytes + at;
        if (!call.inPlace) {
            NodeTransfer.copy(call.send, mine, call.receive, mine, bytes);
        }
        for (int i = 1; i < group.size(); i++) {
            int member = (rank + i) % group.size();
            long to = member * call.bytes + at;
            transfer.fetchExclusively(member, mine, rank * partBytes, call.receive, to, bytes);
        }
        at += bytes;
        if (at < call.bytes) {
            phase = Phase.OFFER;
            transfer.awaitSlots(1);
            return false;
        }
        if (!transfer.isByReference()) {
            return true;
        }
        phase = Phase.END;
        group.publishAndAwaitAll(call.header);
        return false;
    }
}
