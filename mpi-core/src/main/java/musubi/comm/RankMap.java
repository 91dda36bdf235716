package musubi.comm;

import java.util.Arrays;

/**
 * Which world rank each member of a group is: a participant set. Arithmetic where the ranks allow
 * it, a table only where they are irregular (docs/memory.md). Immutable.
 */
public abstract sealed class RankMap {
    RankMap() {}

    /** Number of members. */
    public abstract int size();

    /** World rank of the member. */
    public abstract int worldRank(int rank);

    /** The member that has this world rank, or -1. */
    public abstract int rankOf(int worldRank);

    /** The smallest map of these world ranks, in this order. */
    public static RankMap of(int[] worldRanks) {
        if (worldRanks.length == 0) {
            return new Stride(0, 1, 0);
        }
        int step = worldRanks.length == 1 ? 1 : worldRanks[1] - worldRanks[0];
        for (int i = 1; i < worldRanks.length; i++) {
            if (worldRanks[i] - worldRanks[i - 1] != step) {
                return new Table(worldRanks);
            }
        }
        return new Stride(worldRanks[0], step, worldRanks.length);
    }

    /** The identity on so many ranks. */
    public static RankMap identity(int size) {
        return new Stride(0, 1, size);
    }

    /** first, first + step, first + 2 step, … */
    private static final class Stride extends RankMap {
        private final int first;
        private final int step;
        private final int size;

        Stride(int first, int step, int size) {
            this.first = first;
            this.step = step;
            this.size = size;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public int worldRank(int rank) {
            return first + rank * step;
        }

        @Override
        public int rankOf(int worldRank) {
            int distance = worldRank - first;
            if (size == 0 || distance % step != 0) {
                return -1;
            }
            int rank = distance / step;
            return rank >= 0 && rank < size ? rank : -1;
        }
    }

    /** Any order: 4 bytes a member, and 8 more once somebody asks backwards. */
    private static final class Table extends RankMap {
        private final int[] worldRanks;

        /** Volatile because threads may ask at the same time, outside of the rank's gate. */
        private volatile long[] sorted;

        Table(int[] worldRanks) {
            this.worldRanks = worldRanks.clone();
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
            long[] index = index();
            int place = Arrays.binarySearch(index, (long) worldRank << 32);
            int candidate = place >= 0 ? place : -place - 1;
            return candidate < index.length && index[candidate] >>> 32 == worldRank
                    ? (int) index[candidate]
                    : -1;
        }

        private long[] index() {
            long[] index = sorted;
            if (index == null) {
                index = new long[worldRanks.length];
                for (int i = 0; i < index.length; i++) {
                    index[i] = (long) worldRanks[i] << 32 | i;
                }
                Arrays.sort(index);
                sorted = index;
            }
            return index;
        }
    }
}
