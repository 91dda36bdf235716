package musubi.collectives.node;

/**
 * All-gather: each member offers a part of its block, then fetches those of all others.
 *
 * <pre>
 *   each rank    offer part 0 | publish | wait for all | fetch part 0 of all | offer part 1 | ...
 *                by reference: publish once more, and wait for all
 * </pre>
 *
 * <p>Cost: one wait for each part; p n bytes copied, and n more if staged.
 */
final class NodeAllGather extends NodeAlgorithm {
    private enum Phase {
        OFFER,
        FETCH,
        END
    }

    private Phase phase;
    private long at;

    NodeAllGather(NodeGroup group) {
        super(group);
    }

    @Override
    void start() {
        at = 0;
        phase = Phase.OFFER;
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
        return Math.min(transfer.capacity(), call.bytes - at);
    }

    private boolean offer() {
        transfer.offer(call.send, at, 0, nextBytes());
        phase = Phase.FETCH;
        group.publishAndAwaitAll(call.header);
        return false;
    }

    private boolean fetch() {
        group.checkAll();
        long bytes = nextBytes();
        int rank = group.rank();
        if (!call.inPlace) {
            NodeTransfer.copy(call.send, at, call.receive, rank * call.bytes + at, bytes);
        }
        for (int i = 1; i < group.size(); i++) {
            // Each member starts at another one.
            int member = (rank + i) % group.size();
            transfer.fetch(member, at, 0, call.receive, member * call.bytes + at, bytes);
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
