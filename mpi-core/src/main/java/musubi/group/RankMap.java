package musubi.group;

/**
 * Which world rank each member of a group is: a participant set. Arithmetic where the ranks allow
 * it, intervals where there are few, a table only where they are irregular (docs/memory.md).
 * Immutable; any thread. Equal maps are of the same class.
 */
public abstract sealed class RankMap permits RankStride, RankGrid, RankRuns, RankTable {
    RankMap() {}

    /** Number of members. */
    public abstract int size();

    /** World rank of the member. */
    public abstract int worldRank(int rank);

    /** The member that has this world rank, or -1. */
    public abstract int rankOf(int worldRank);

    /** As {@link #rankOf}, for a single look-up: a table is searched and builds no index. */
    int search(int worldRank) {
        return rankOf(worldRank);
    }

    /** These members of a larger set; this map has their ranks in that set. */
    abstract RankMap within(RankStride larger);

    /** The smallest map of these world ranks, in this order. */
    public static RankMap of(int[] worldRanks) {
        if (worldRanks.length == 0) {
            return identity(0);
        }
        Progression regular = Progression.of(worldRanks);
        RankMap map = regular == null ? null : of(regular, worldRanks.length);
        if (map == null) {
            map = RankRuns.ifFew(worldRanks);
        }
        return map == null ? new RankTable(worldRanks) : map;
    }

    private static RankMap of(Progression ranks, int size) {
        int[] counts = new int[ranks.loops()];
        int[] steps = new int[ranks.loops()];
        for (int loop = 0; loop < counts.length; loop++) {
            counts[loop] = ranks.count(loop, size);
            steps[loop] = (int) ranks.stepA(loop);
        }
        return of((int) ranks.a(0), counts, steps, size);
    }

    /**
     * The map of ranks in nested loops.
     *
     * @param counts how many values the index of each loop has, the innermost loop first
     * @param steps what a step of each loop adds
     * @param size how many ranks; the outermost loop may end early
     * @return null when they overlap so that they cannot be found backwards by arithmetic
     */
    static RankMap of(int first, int[] counts, int[] steps, int size) {
        if (counts.length < 2) {
            return new RankStride(first, counts.length == 0 ? 1 : steps[0], size);
        }
        return RankGrid.isOrderly(counts, steps) ? new RankGrid(first, counts, steps, size) : null;
    }

    /** The identity on the first ranks of the world. */
    public static RankMap identity(int size) {
        return new RankStride(0, 1, size);
    }

    /** The members with these ranks of a larger set. */
    static RankMap of(RankMap larger, RankMap ranks) {
        return larger instanceof RankStride stride
                ? ranks.within(stride)
                : RankTable.expand(ranks, larger);
    }
}
