package musubi.pt2pt.unbuffered;

/**
 * Selects the sends that are followed: the first {@value #MOST} of a kind (communicator,
 * destination, tag). A program repeats its patterns, and to follow a send takes longer than the
 * send itself.
 *
 * <p>A fixed table of counters by hash. Kinds that share a counter share its sends, so fewer are
 * followed. Thread rule: the thread that holds the rank's gate.
 */
final class FollowedSends {
    /** The sends of a kind that are followed. */
    static final int MOST = 256;

    /** Counters; a power of two. */
    private static final int SIZE = 1024;

    private final short[] counts = new short[SIZE];

    /** Counts a send; whether it is one of the first of its kind. */
    boolean isNextFollowed(int contextId, int worldRank, int tag) {
        int hash = ((contextId * 31 + worldRank) * 31 + tag) * 0x9E3779B9;
        int place = hash >>> Integer.SIZE - Integer.numberOfTrailingZeros(SIZE);
        if (counts[place] == MOST) {
            return false;
        }
        counts[place]++;
        return true;
    }
}
