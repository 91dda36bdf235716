package musubi.collectives.node;

/**
 * All-to-all: each member offers a part of each block, then fetches its parts from all others. In
 * place it requires staging.
 *
 * <p>Cost: one wait for each part; p n bytes copied, and p n more if staged.
 */
final class NodeAllToAll extends NodeExchange {
    private static final long LINE_BYTES = 64;

    NodeAllToAll(NodeGroup group) {
        super(group);
    }

    /** Also the distance of parts in the staging area. */
    @Override
    long partBytes() {
        long most = transfer.capacity() / group.size();
        return Math.min(most >= LINE_BYTES ? most & -LINE_BYTES : most, call.bytes);
    }

    @Override
    void offer(long bytes) {
        if (transfer.isByReference()) {
            transfer.offer(call.send, at, 0, bytes);
            return;
        }
        long distance = partBytes();
        for (int i = 1; i < group.size(); i++) {
            int member = (group.rank() + i) % group.size();
            transfer.offer(call.send, member * call.bytes + at, member * distance, bytes);
        }
    }

    @Override
    void fetch(long bytes) {
        int rank = group.rank();
        long mine = rank * call.bytes + at;
        long slotOffset = rank * partBytes();
        if (!call.inPlace) {
            NodeTransfer.copy(call.send, mine, call.receive, mine, bytes);
        }
        for (int i = 1; i < group.size(); i++) {
            int member = (rank + i) % group.size();
            long to = member * call.bytes + at;
            transfer.fetchExclusively(member, mine, slotOffset, call.receive, to, bytes);
        }
    }
}
