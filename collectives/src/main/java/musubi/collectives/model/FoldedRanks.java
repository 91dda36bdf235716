package musubi.collectives.model;

/**
 * Places of ranks that exchange by bits, as in recursive doubling and halving. Ranks beyond a power
 * of two are folded: the odd rank of each of the first pairs stands for both.
 *
 * @param ranks number of all ranks
 */
record FoldedRanks(int ranks) {
    /** No peer. */
    static final int NONE = -1;

    private int core() {
        return Integer.highestOneBit(ranks);
    }

    /** Number of folded ranks. */
    private int extra() {
        return ranks - core();
    }

    /** Whether a rank is folded into its neighbour. */
    boolean isFolded(int rank) {
        return rank < 2 * extra() && rank % 2 == 0;
    }

    private int place(int rank) {
        if (rank >= 2 * extra()) {
            return rank - extra();
        }
        return isFolded(rank) ? NONE : rank / 2;
    }

    /** Whether a bit is the highest one of the place of an unfolded rank. */
    boolean isInHalf(int rank, int bit) {
        return Integer.highestOneBit(Math.max(0, place(rank))) == bit;
    }

    /** The partner of a rank; {@link #NONE} if the rank is folded. */
    int peer(int rank, int bit) {
        int place = place(rank);
        if (place == NONE) {
            return NONE;
        }
        int other = place ^ bit;
        return other < extra() ? 2 * other + 1 : other + extra();
    }

    /** Blocks of all ranks of the places on the other side, in halving from far to near. */
    int given(int rank, int bit) {
        int first = (place(rank) ^ bit) & -bit;
        return first(first + bit) - first(first);
    }

    private int first(int place) {
        return place + Math.min(place, extra());
    }
}
