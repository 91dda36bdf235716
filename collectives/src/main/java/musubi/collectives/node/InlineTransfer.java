package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.region.Region;

/** Short data in the cache line of the number itself. */
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
    void offer(Region data, long from, long slotOffset, long bytes) {
        data.copyTo(from, board.memory(), group.nextInline() + slotOffset, bytes);
    }

    @Override
    void fetch(int member, long from, long slotOffset, Region into, long to, long bytes) {
        into.copyFrom(board.memory(), group.inlineOf(member) + slotOffset, to, bytes);
    }
}
