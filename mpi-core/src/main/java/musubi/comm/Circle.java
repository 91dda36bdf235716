package musubi.comm;

/**
 * Ranks of a communicator that exchange messages in rounds: all members, or those of a group. A
 * message names the rank that its sender has in the communicator, not its place in the circle: two
 * groups that make communicators one after the other may have different ranks in the same place.
 */
final class Circle {
    private final Communicator comm;

    /** Who takes part, or null when all members do. */
    private final Group part;

    /** All members of a communicator of one group. */
    Circle(Communicator comm) {
        this(comm, null);
    }

    /** The members of a group that this rank is in. */
    Circle(Communicator comm, Group part) {
        this.comm = comm;
        this.part = part;
    }

    /**
     * The tag that stands for a program's tag in messages of this library. It is negative, so no
     * receive of the program takes it. The two largest tags share one.
     */
    static int reserved(int tag) {
        return -2 - Math.min(tag, Integer.MAX_VALUE - 1);
    }

    Communicator comm() {
        return comm;
    }

    int size() {
        return part == null ? comm.size() : part.size();
    }

    /** This rank's place. */
    int place() {
        return part == null ? comm.rank() : part.rank();
    }

    /** The rank in the communicator of whoever is so many places further, around the circle. */
    int rankAfter(int places) {
        int place = Math.floorMod(place() + places, size());
        return part == null ? place : comm.group().rankOf(part.worldRank(place));
    }
}
