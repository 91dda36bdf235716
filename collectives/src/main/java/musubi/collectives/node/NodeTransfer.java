package musubi.collectives.node;

import musubi.region.Region;

/**
 * Data transfer between the members of a group: data offered before a number is published can be
 * fetched by members that have seen the number.
 */
abstract class NodeTransfer {
    /** Longer copies evict all other data from the cache. */
    private static final long PIECE = 1 << 20;

    final NodeGroup group;

    NodeTransfer(NodeGroup group) {
        this.group = group;
    }

    /** Waits for slots for the data of further numbers. */
    void awaitSlots(int numbers) {
        group.awaitSlots(numbers);
    }

    /** Capacity under one number, in bytes. */
    abstract long capacity();

    /**
     * Offers a part of this rank's data under the next number. Several parts may be offered.
     *
     * @param from offset of the part in the data
     * @param slotOffset offset of the part within the {@link #capacity}
     */
    abstract void offer(Region data, long from, long slotOffset, long bytes);

    /**
     * Copies data offered by a member under the current number.
     *
     * @param from offset of the part in that member's data
     * @param slotOffset offset of the part within its capacity
     */
    abstract void fetch(int member, long from, long slotOffset, Region into, long to, long bytes);

    /** As {@link #fetch}, of data that no other rank fetches. */
    void fetchExclusively(
            int member, long from, long slotOffset, Region into, long to, long bytes) {
        fetch(member, from, slotOffset, into, to, bytes);
    }

    /** Copies between regions in pieces. */
    static void copy(Region source, long from, Region target, long to, long bytes) {
        for (long done = 0; done < bytes; done += PIECE) {
            source.copyTo(from + done, target, to + done, Math.min(PIECE, bytes - done));
        }
    }

    /** Whether data are read in place and must stay valid until all members have read them. */
    boolean isByReference() {
        return false;
    }

    /** Ends the call. */
    void end() {}
}
