package musubi.collectives.node;

import musubi.region.Region;

/**
 * How the members of a group let each other read their data of one number. What one rank offers
 * before it shows a number, others fetch when they have seen it.
 */
abstract class NodeTransfer {
    /** Longer copies in one piece leave nothing in the cache. */
    private static final long PIECE = 1 << 20;

    final NodeGroup group;

    NodeTransfer(NodeGroup group) {
        this.group = group;
    }

    /** Waits until data can be offered under so many further numbers. */
    void awaitSlots(int numbers) {
        group.awaitSlots(numbers);
    }

    /** How many bytes can be offered under one number. */
    abstract long capacity();

    /**
     * Offers a part of this rank's data under the number that it shows next. Several parts may be
     * offered.
     *
     * @param from where the part starts in the data
     * @param inRoom where it goes in the {@link #capacity}
     */
    abstract void offer(Region data, long from, long inRoom, long bytes);

    /**
     * Copies what a member has offered under the number that this rank has shown last.
     *
     * @param from where the part starts in that member's data
     * @param inRoom where it is in its room
     */
    abstract void fetch(int member, long from, long inRoom, Region into, long to, long bytes);

    /** As {@link #fetch}, of what no other rank fetches. */
    void fetchExclusively(int member, long from, long inRoom, Region into, long to, long bytes) {
        fetch(member, from, inRoom, into, to, bytes);
    }

    /** Copies from one region into another, in pieces. */
    static void copy(Region source, long from, Region target, long to, long bytes) {
        for (long done = 0; done < bytes; done += PIECE) {
            source.copyTo(from + done, target, to + done, Math.min(PIECE, bytes - done));
        }
    }

    /** Whether data are read where they lie, so that they have to stay until all have read them. */
    boolean isByReference() {
        return false;
    }

    /** The call is over. */
    void end() {}
}
