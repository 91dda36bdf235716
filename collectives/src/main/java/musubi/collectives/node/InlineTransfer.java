package musubi.collectives.node;

import musubi.region.Region;

import java.lang.foreign.MemorySegment;

/** Short data lie in the line of the number itself, and so come with it: one cache line. */
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
    void offer(Region data, long from, long inRoom, long bytes) {
        data.copyTo(from, memory, group.nextInline() + inRoom, bytes);
    }

    @Override
    void fetch(int member, long from, long inRoom, Region into, long to, long bytes) {
        into.copyFrom(memory, group.inlineOf(member) + inRoom, to, bytes);
    }
}
