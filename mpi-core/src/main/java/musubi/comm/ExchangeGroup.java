package musubi.comm;

import musubi.group.RankGroup;

/**
 * Ranks of a communicator that exchange messages in rounds: all members, or those of a group. A
 * message carries the rank of its sender in the communicator, not its position in this group: two
 * groups that make communicators one after the other may have different ranks in the same place.
 *
 * @param subset the ranks that take part, of which this is one; null for all members
 */
record ExchangeGroup(Communicator comm, RankGroup subset) {
    /** All members of a communicator of one group. */
    ExchangeGroup(Communicator comm) {
        this(comm, null);
    }

    int size() {
        return subset == null ? comm.size() : subset.size();
    }

    /** This rank's place. */
    int position() {
        return subset == null ? comm.rank() : subset.rank();
    }

    /** The rank in the communicator at a distance from this rank, around the ring. */
    int rankAfter(int places) {
        int place = Math.floorMod(position() + places, size());
        return subset == null ? place : comm.group().rankOf(subset.worldRank(place));
    }
}
