package musubi.group;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Intervals of consecutive world ranks, one behind the other in any order: 12 bytes for each, 8
 * when they ascend. A search costs the logarithm of their number.
 */
final class RankRuns extends RankMap {
    private static final int INTS_PER_RUN = 3;

    private final int size;

    /** The member that each interval starts with, ascending. */
    private final int[] members;

    /** The world rank that each interval starts with. */
    private final int[] worldRanks;

    /** The intervals by world rank; null when they ascend anyway. */
    private final int[] byWorldRank;

    private RankRuns(int size, int[] members, int[] worldRanks, int[] byWorldRank) {
        this.size = size;
        this.members = members;
        this.worldRanks = worldRanks;
        this.byWorldRank = byWorldRank;
    }

    /** The intervals of these world ranks; null when a table takes less memory. */
    static RankRuns ifFew(int[] ranks) {
        if (starts(ranks).count() * INTS_PER_RUN >= ranks.length) {
            return null;
        }
        int[] members = starts(ranks).toArray();
        int[] worldRanks = Arrays.stream(members).map(member -> ranks[member]).toArray();
        return new RankRuns(ranks.length, members, worldRanks, RankTable.ascending(worldRanks));
    }

    private static IntStream starts(int[] ranks) {
        return IntStream.range(0, ranks.length).filter(i -> i == 0 || ranks[i] != ranks[i - 1] + 1);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int worldRank(int rank) {
        int place = Arrays.binarySearch(members, rank);
        int run = place >= 0 ? place : -place - 2;
        return worldRanks[run] + rank - members[run];
    }

    @Override
    public int rankOf(int worldRank) {
        int place =
                RankTable.lastUpTo(
                        worldRanks.length,
                        byWorldRank == null ? i -> worldRanks[i] : i -> worldRanks[byWorldRank[i]],
                        worldRank);
        if (place < 0) {
            return -1;
        }
        int run = byWorldRank == null ? place : byWorldRank[place];
        int distance = worldRank - worldRanks[run];
        int end = run + 1 < members.length ? members[run + 1] : size;
        return members[run] + distance < end ? members[run] + distance : -1;
    }

    @Override
    RankMap within(RankStride larger) {
        return RankTable.expand(this, larger);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankRuns that
                && size == that.size
                && Arrays.equals(members, that.members)
                && Arrays.equals(worldRanks, that.worldRanks);
    }

    @Override
    public int hashCode() {
        return (size * 31 + Arrays.hashCode(members)) * 31 + Arrays.hashCode(worldRanks);
    }
}
