package musubi.collectives.node;

/**
 * All-gather: each member offers a part of its block, then fetches those of all others.
 *
 * <p>Cost: one wait for each part; p n bytes copied, and n more if staged.
 */
final class NodeAllGather extends NodeExchange {
    NodeAllGather(NodeGroup group) {
        super(group);
    }

    @Override
    long partBytes() {
        return transfer.capacity();
    }

    @Override
    void offer(long bytes) {
        transfer.offer(call.send, at, 0, bytes);
    }

    @Override
    void fetch(long bytes) {
        int rank = group.rank();
        if (!call.inPlace) {
            NodeTransfer.copy(call.send, at, call.receive, rank * call.bytes + at, bytes);
        }
        for (int i = 1; i < group.size(); i++) {
            int member = (rank + i) % group.size();
            transfer.fetch(member, at, 0, call.receive, member * call.bytes + at, bytes);
        }
    }
}
