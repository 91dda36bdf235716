package musubi.collectives.model;

/**
 * A power of two of ranks that exchange by bits of their places, when there are more ranks: of each
 * of the first pairs the odd rank stands for both. As in recursive doubling and halving.
 *
 * @param ranks how many there are in all
 */
record FoldedRanks(int ranks) {
    /** In place of a peer. */
    static final int NONE = -1;

    private int core() {
        return Integer.highestOneBit(ranks);
    }

    /** Ranks that somebody else stands for. */
    private int extra() {
        return ranks - core();
    }

    /** Whether somebody else stands for a rank. */
    boolean isFolded(int rank) {
        return rank < 2 * extra() && rank % 2 == 0;
    }

    private int place(int rank) {
        if (rank >= 2 * extra()) {
            return rank - extra();
        }
        return isFolded(rank) ? NONE : rank / 2;
    }

    /** Whether a rank exchanges, and the bit is the highest one of its place. */
    boolean isInHalf(int rank, int bit) {
        return Integer.highestOneBit(Math.max(0, place(rank))) == bit;
    }

    /** With whom a rank exchanges; nobody when another one stands for it. */
    int peer(int rank, int bit) {
        int place = place(rank);
        if (place == NONE) {
            return NONE;
        }
        int other = place ^ bit;
        return other < extra() ? 2 * other + 1 : other + extra();
    }

    /** The blocks of all ranks behind the places on the other side, in halving from far to near. */
    int given(int rank, int bit) {
        int first = (place(rank) ^ bit) & -bit;
        return first(first + bit) - first(first);
    }

    private int first(int place) {
        return place + Math.min(place, extra());
    }
}
