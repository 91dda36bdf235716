package musubi.collectives.schedule;

/**
 * Places of ranks that exchange by bits, as in recursive doubling and halving. Ranks beyond a power
 * of two are folded: the odd rank of each of the first pairs stands for both.
 *
 * @param ranks number of all ranks
 */
public record FoldedRanks(int ranks) {
    /** No peer. */
    public static final int NONE = -1;

    /** Number of places, a power of two. */
    public int core() {
        return Integer.highestOneBit(ranks);
    }

    private int extra() {
        return ranks - core();
    }

    /** Whether a rank is folded into its neighbour. */
    public boolean isFolded(int rank) {
        return isPaired(rank) && rank % 2 == 0;
    }

    /** Whether a rank is one of the first pairs: folded, or with a folded neighbour. */
    public boolean isPaired(int rank) {
        return rank < 2 * extra();
    }

    /** The place of a rank; for a folded one that of its neighbour. */
    public int place(int rank) {
        return isPaired(rank) ? rank / 2 : rank - extra();
    }

    /** The rank at a place. */
    public int rankOf(int place) {
        return place < extra() ? 2 * place + 1 : place + extra();
    }

    /** The partner of a rank; {@link #NONE} if the rank is folded. */
    public int peer(int rank, int bit) {
        return isFolded(rank) ? NONE : rankOf(place(rank) ^ bit);
    }

    /** Whether a bit is the highest one of the place of an unfolded rank. */
    public boolean isInHalf(int rank, int bit) {
        return Integer.highestOneBit(place(rank)) == bit;
    }

    /** Blocks of all ranks of the places on the other side, in halving from far to near. */
    public int given(int rank, int bit) {
        int first = (place(rank) ^ bit) & -bit;
        return first(first + bit) - first(first);
    }

    /** The lower rank of those at a place. */
    public int first(int place) {
        return place + Math.min(place, extra());
    }
}
