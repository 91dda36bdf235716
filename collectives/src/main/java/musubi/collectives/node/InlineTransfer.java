package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.region.Region;

/** Short data lie in the line of the number itself, and so come with it: one cache line. */
final class InlineTransfer extends NodeTransfer {
    private final NodeFlags board;

    InlineTransfer(NodeGroup group) {
        super(group);
        board = group.flags();
    }

    @Override
    long capacity() {
        return NodeGroup.INLINE_BYTES;
    }

    @Override
    void offer(Region data, long from, long inRoom, long bytes) {
        data.copyTo(from, board.memory(), group.nextInline() + inRoom, bytes);
    }

    @Override
    void fetch(int member, long from, long inRoom, Region into, long to, long bytes) {
        into.copyFrom(board.memory(), group.inlineOf(member) + inRoom, to, bytes);
    }
}
