package musubi.collectives.node;

import musubi.adi.NodeFlags;
import musubi.region.Region;

/**
 * Data are copied into a staging area of the number and out of it again. Of two members, who
 * fetches is the only one to read.
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
    void offer(Region data, long from, long inRoom, long bytes) {
        data.copyTo(from, memory, group.nextStaging() + inRoom, bytes);
    }

    @Override
    void fetch(int member, long from, long inRoom, Region into, long to, long bytes) {
        fetch(group.stagingOf(member, group.sequence()) + inRoom, into, to, bytes);
    }

    /** As {@link #fetch}, of what a member has offered first under that number. */
    void fetchOf(long shown, int member, Region into, long to, long bytes) {
        fetch(group.stagingOf(member, shown), into, to, bytes);
    }

    private void fetch(long start, Region into, long to, long bytes) {
        if (group.size() == 2) {
            take(start, into, to, bytes);
        } else {
            memory.copyTo(start, into, to, bytes);
        }
    }

    @Override
    void fetchExclusively(int member, long from, long inRoom, Region into, long to, long bytes) {
        take(group.stagingOf(member, group.sequence()) + inRoom, into, to, bytes);
    }

    private void take(long start, Region into, long to, long bytes) {
        memory.copyTo(start, into, to, bytes);
        memory.discard(start, bytes);
    }
}
