package musubi.comm;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Any order: 4 bytes a member, and 4 more once somebody asks backwards. */
final class RankTable extends RankMap {
    private final int[] worldRanks;
    private final boolean ascends;

    /**
     * The members by world rank; null until somebody asks, or if they ascend. Volatile because
     * threads may ask at the same time, outside of the rank's gate.
     */
    private volatile int[] byWorldRank;

    RankTable(int[] worldRanks) {
        this.worldRanks = worldRanks.clone();
        ascends = ascends(worldRanks);
    }

    private static boolean ascends(int[] numbers) {
        for (int i = 1; i < numbers.length; i++) {
            if (numbers[i] < numbers[i - 1]) {
                return false;
            }
        }
        return true;
    }

    /** The places of these different numbers, the smallest first; null when they ascend. */
    static int[] ascending(int[] numbers) {
        if (ascends(numbers)) {
            return null;
        }
        long[] pairs = new long[numbers.length];
        for (int i = 0; i < pairs.length; i++) {
            pairs[i] = (long) numbers[i] << 32 | i;
        }
        Arrays.sort(pairs);
        int[] places = new int[pairs.length];
        for (int i = 0; i < places.length; i++) {
            places[i] = (int) pairs[i];
        }
        return places;
    }

    /**
     * Where the last of these numbers is that is at most {@code wanted}; -1 when there is none.
     *
     * @param order their places by size; null when they ascend
     * @return an index into the order, or into the numbers when there is none
     */
    static int lastUpTo(int[] numbers, int[] order, int wanted) {
        int low = 0;
        int high = numbers.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (numbers[order == null ? middle : order[middle]] <= wanted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    /** The map of a part of a larger set, found by listing its world ranks. */
    static RankMap expand(RankMap part, RankMap larger) {
        return RankMap.of(
                IntStream.range(0, part.size())
                        .map(rank -> larger.worldRank(part.worldRank(rank)))
                        .toArray());
    }

    @Override
    public int size() {
        return worldRanks.length;
    }

    @Override
    public int worldRank(int rank) {
        return worldRanks[rank];
    }

    @Override
    public int rankOf(int worldRank) {
        int[] order = byWorldRank;
        if (order == null && !ascends) {
            order = ascending(worldRanks);
            byWorldRank = order;
        }
        int place = lastUpTo(worldRanks, order, worldRank);
        int rank = place < 0 || order == null ? place : order[place];
        return rank >= 0 && worldRanks[rank] == worldRank ? rank : -1;
    }

    @Override
    int search(int worldRank) {
        if (ascends || byWorldRank != null) {
            return rankOf(worldRank);
        }
        for (int rank = 0; rank < worldRanks.length; rank++) {
            if (worldRanks[rank] == worldRank) {
                return rank;
            }
        }
        return -1;
    }

    @Override
    RankMap within(RankStride larger) {
        return expand(this, larger);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankTable that && Arrays.equals(worldRanks, that.worldRanks);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(worldRanks);
    }
}
