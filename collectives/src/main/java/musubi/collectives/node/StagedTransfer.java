package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.region.Region;

/**
 * Copy-in, copy-out through the staging area of a number. With two members each area has a single
 * reader.
 */
final class StagedTransfer extends NodeTransfer {
    private final Region memory;

    StagedTransfer(NodeGroup group) {
        super(group);
        memory = group.flags().mapping();
    }

    @Override
    void awaitSlots(int numbers) {
        group.awaitStaging(numbers);
    }

    @Override
    long capacity() {
        return NodeFlags.STAGING_BYTES;
    }

    @Override
    void offer(Region data, long from, long slotOffset, long bytes) {
        data.copyTo(from, memory, group.nextStaging() + slotOffset, bytes);
    }

    @Override
    void fetch(int member, long from, long slotOffset, Region into, long to, long bytes) {
        fetch(group.stagingOf(member, group.sequence()) + slotOffset, into, to, bytes);
    }

    /** As {@link #fetch}, of a member's data at the start of a number's area. */
    void fetchOf(long number, int member, Region into, long to, long bytes) {
        fetch(group.stagingOf(member, number), into, to, bytes);
    }

    private void fetch(long start, Region into, long to, long bytes) {
        if (group.size() == 2) {
            take(start, into, to, bytes);
        } else {
            memory.copyTo(start, into, to, bytes);
        }
    }

    @Override
    void fetchExclusively(
            int member, long from, long slotOffset, Region into, long to, long bytes) {
        take(group.stagingOf(member, group.sequence()) + slotOffset, into, to, bytes);
    }

    private void take(long start, Region into, long to, long bytes) {
        memory.copyTo(start, into, to, bytes);
        memory.discard(start, bytes);
    }
}
