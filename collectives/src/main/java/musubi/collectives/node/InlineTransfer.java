package musubi.collectives.node;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;

/** Short data in the cache line of the number itself. */
final class InlineTransfer extends NodeTransfer {
    private final MemorySegment memory;

    InlineTransfer(NodeGroup group) {
        super(group);
        memory = group.flags().mapping().segment();
    }

    @Override
    long capacity() {
        return NodeGroup.INLINE_BYTES;
    }

    @Override
    void offer(Region data, long from, long slotOffset, long bytes) {
        data.copyTo(from, memory, group.nextInline() + slotOffset, bytes);
    }

    @Override
    void fetch(int member, long from, long slotOffset, Region into, long to, long bytes) {
        into.copyFrom(memory, group.inlineOf(member) + slotOffset, to, bytes);
    }
}
